import { BoundedCache } from "../database/sql/bounded-cache.js";
import type { Entity } from "../model/model.js";
import { onceForEach } from "../model/once-for-each.js";
import type { SelectItem } from "./read-request.js";

/**
 * The maximum number of texts cached for an entity, and the maximum length of one, because clients choose them freely.
 */
const MAX_TEXTS = 50;
const MAX_LENGTH = 1000;

const kept = onceForEach<Entity, BoundedCache<readonly SelectItem[]>>(() => new BoundedCache(MAX_TEXTS));

/**
 * The parsed `select` of a request, which does not depend on its caller. Equal texts give the same list, whose
 * selection is cached too: see `resolveSelect`.
 */
export function cachedSelect(
  text: string,
  entity: Entity,
  parse: () => readonly SelectItem[],
): readonly SelectItem[] {
  if (text.length > MAX_LENGTH) return parse();
  return kept(entity).get(text, () => Object.freeze(parse()));
}
