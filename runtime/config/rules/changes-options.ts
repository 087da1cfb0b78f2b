import { problem, type ConfigProblem } from "../../errors/config-error.js";
import { nearest } from "../../errors/nearest.js";
import { quoteName } from "../../model/names.js";
import { keyNames } from "../keys.js";
import type { RuleInput } from "./rule.js";

/** Only records that this server writes have changes, and only records with a key can be named. */
export function* changesOptions({ changes, entities, endpoints }: RuleInput): Iterable<ConfigProblem> {
  if (changes === undefined || changes === false) return;
  if (endpoints?.includes("query") === false)
    yield problem("changes", 'a stream is a read by query: add "query" to "endpoints".');
  const seen = new Set<string>();
  for (const [index, name] of changes.entities.entries()) {
    const path = `changes.entities.${index}`;
    const known = Object.keys(entities).find((each) => each.toLowerCase() === name.toLowerCase());
    const entity = known === undefined ? undefined : entities[known];
    if (entity === undefined)
      yield problem(path, `there is no entity ${quoteName(name)}.`, nearest(name, Object.keys(entities)));
    else if (seen.has(name.toLowerCase())) yield problem(path, `${quoteName(name)} is named twice.`);
    else if (entity.isReadOnly === true)
      yield problem(
        path,
        `the entity ${quoteName(name)} is read-only: this server never changes its records.`,
      );
    else if (keyNames(entity).length === 0)
      yield problem(path, `the entity ${quoteName(name)} has no key: its changes cannot name a record.`);
    seen.add(name.toLowerCase());
  }
}
