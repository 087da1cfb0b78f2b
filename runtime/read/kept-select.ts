import { BoundedCache } from "../database/sql/bounded-cache.js";
import type { Entity } from "../model/model.js";
import type { SelectItem } from "./read-request.js";

/**
 * The maximum number of texts cached for an entity, and the maximum length of one, because clients choose them
 * freely.
 */
const MAX_TEXTS = 50;
const MAX_LENGTH = 1000;

const kept = new WeakMap<Entity, BoundedCache<readonly SelectItem[]>>();

/**
 * The parsed `select` of a request, which does not depend on its caller. Equal texts give the same list, whose
 * selection is cached too: see `resolveSelect`.
 */
export function keptSelect(
  text: string,
  entity: Entity,
  parse: () => readonly SelectItem[],
): readonly SelectItem[] {
  if (text.length > MAX_LENGTH) return parse();
  let ofEntity = kept.get(entity);
  if (ofEntity === undefined) kept.set(entity, (ofEntity = new BoundedCache(MAX_TEXTS)));
  return ofEntity.get(text, () => Object.freeze(parse()));
}
