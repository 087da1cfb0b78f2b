import { problem, type ConfigProblem } from "../../errors/config-error.js";
import { nearest } from "../../errors/nearest.js";
import { quoteName } from "../../model/names.js";
import type { EntityConfig } from "../config.js";
import { findNamed } from "../find-name.js";
import { keyNames } from "../keys.js";
import type { RuleInput } from "./rule.js";

export function* changesOptions({ changes, entities, endpoints }: RuleInput): Iterable<ConfigProblem> {
  if (changes === undefined || changes === false) return;
  if (endpoints?.includes("query") === false)
    yield problem("changes", 'a stream is a read by query: add "query" to "endpoints".');
  const seen = new Set<string>();
  for (const [index, name] of changes.entities.entries()) {
    const path = `changes.entities.${index}`;
    const entity = findNamed(name, entities);
    const obstacle = entity && whyNotFollowed(name, entity);
    if (entity === undefined)
      yield problem(path, `there is no entity ${quoteName(name)}.`, nearest(name, Object.keys(entities)));
    else if (seen.has(name.toLowerCase())) yield problem(path, `${quoteName(name)} is named twice.`);
    else if (obstacle !== undefined) yield problem(path, obstacle);
    seen.add(name.toLowerCase());
  }
}

/** Only records that this server writes have changes, and only records with a key can be named. */
export function whyNotFollowed(name: string, entity: EntityConfig): string | undefined {
  if (entity.isReadOnly === true)
    return `the entity ${quoteName(name)} is read-only: this server never changes its records.`;
  return keyNames(entity).length === 0
    ? `the entity ${quoteName(name)} has no key: its changes cannot name a record.`
    : undefined;
}
