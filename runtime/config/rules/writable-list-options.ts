import { indexKind } from "../../model/index-options.js";
import type { ConfigProblem } from "../../errors/config-error.js";
import { findNamed } from "../find-name.js";
import { keyNames } from "../keys.js";
import { isUserEntity } from "../effective-entities.js";
import { writtenKeys } from "./inverse-names.js";
import { mistakesAt, type Mistake, type RuleInput } from "./rule.js";

type Key = ReturnType<typeof writtenKeys>[number];

/** A writable list must be a list, and it must be possible to create its records. */
export function writableListOptions(input: RuleInput): readonly ConfigProblem[] {
  return writtenKeys(input)
    .filter(({ isWritable }) => isWritable === true)
    .flatMap((key) => mistakesAt(`${key.path}.isWritable`, mistakesOf(key, input)));
}

function* mistakesOf(key: Key, { entities, assumedAuth }: RuleInput): Iterable<Mistake> {
  const { entityName, fields, inverseName, targetEntityName, isManyToMany } = key;
  const entity = entities[entityName];
  if (entity === undefined) return;
  const target = findNamed(targetEntityName, entities);
  if (inverseName === undefined) yield ["", 'needs "inverseName": the name of the list that is written.'];
  if (isManyToMany === true) {
    yield ["", "is not for a list of ids: write the ids, or give the join table an entity of its own."];
    return;
  }
  const keys = keyNames(entity);
  const isWholeKey = keys.length > 0 && keys.every((name) => fields.includes(name));
  if (isWholeKey || fields.some((name) => indexKind(entity.fields[name] ?? {}) === "unique"))
    yield ["", "is for lists: here at most one record refers to each record."];
  if (entity.isReadOnly === true) yield ["", "the entity is read-only: its records cannot be written."];
  if (target?.isReadOnly === true)
    yield ["", `"${targetEntityName}" is read-only: its records cannot be written.`];
  if (isUserEntity(entityName, assumedAuth)) yield ["", "users are written one at a time."];
  const ignored = fields.filter((name) => entity.fields[name]?.isIgnoredOnCreate === true);
  if (ignored.length > 0)
    yield ["", `a create ignores "${ignored[0] ?? ""}", so no record can be created in the list.`];
}
