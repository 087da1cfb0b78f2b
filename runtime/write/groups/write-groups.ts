import type { CheckedCondition } from "../../condition/checked.js";
import { and } from "../../condition/join-conditions.js";
import { isOneOf } from "../../condition/key-condition.js";
import { groupRows } from "../../model/values/group-rows.js";
import { chunksOf } from "../../model/values/chunks-of.js";
import { toJsonText } from "../../model/values/exact-json.js";
import type { DatabaseSession } from "../../database/database-session.js";
import type { FieldValue } from "../../model/field-type.js";
import type { Field } from "../../model/model.js";
import { onceForEach } from "../../model/once-for-each.js";
import { hasIdentity } from "../steps/reach-record.js";
import type { WriteContext } from "../steps/step.js";
import type { AnyFields, Key, PlannedWrite } from "../write.js";

/** The condition for the records of these writes, which the caller may see and write under one rule. */
export function areWritable(writes: readonly PlannedWrite[]): CheckedCondition {
  const [first] = writes as readonly [PlannedWrite];
  const { identity } = first;
  const they =
    identity === undefined || writes.every((write) => write.identity === identity)
      ? and(areThey(writes), hasIdentity(first))
      : isOneOf({ keys: identityFields(first) }, writes.map(identityOf));
  return and(they, writableUnder(writes));
}

/** The conditions on the records of these writes, besides their keys. */
export function writableUnder(writes: readonly PlannedWrite[]): CheckedCondition | undefined {
  const [{ visible, rule, where }] = writes as readonly [PlannedWrite];
  return and(where, and(visible, rule));
}

/** The fields of the values that identify the record of a write. */
export function identityFields({ entity, identity }: PlannedWrite): readonly Field[] {
  return identity === undefined ? entity.keys : [...entity.keys, ...identity.fields];
}

/** The key of the record, and the other required values. */
export function identityOf({ key, identity }: PlannedWrite): Key {
  return identity === undefined ? key : [...key, ...identity.values];
}

/** The condition for the records of these writes. */
export function areThey(writes: readonly PlannedWrite[]): CheckedCondition {
  const [first] = writes as readonly [PlannedWrite];
  return isOneOf(
    first.entity,
    writes.map(({ key }) => key),
  );
}

/** How many records one condition identifies by these fields: a quarter of the maximum for a statement. */
export function mostKeys(fields: readonly Field[], { dialect }: Pick<DatabaseSession, "dialect">): number {
  const most = Math.min(MAX_KEYS, dialect.writes.maxParameters / 4);
  return Math.max(1, Math.floor(most / fields.length));
}

const MAX_KEYS = 1024;

/** Groups writes that share a rule, in lists that are short enough for one condition. */
export function inGroups(
  writes: readonly PlannedWrite[],
  { session }: WriteContext,
): readonly (readonly PlannedWrite[])[] {
  return groupRows(writes, ({ rule }) => rule).flatMap((group) =>
    chunksOf(group, mostKeys(identityFields(group[0]), session)),
  );
}

/** A key as one value, for maps and sets: equal keys give equal values. */
export function keyText(key: Key): unknown {
  // Read by its index: destructuring would run the list's iterator for each of many records.
  const only = key[0];
  return key.length === 1 && typeof only !== "object" ? only : toJsonText(key);
}

/**
 * The record of each write among these. A key that a write spells differently than its record, which a collation may
 * allow, is only found by the database.
 * @param find Reads the record of one write.
 */
export async function recordsOf(
  writes: readonly PlannedWrite[],
  records: readonly AnyFields[],
  find: (write: PlannedWrite) => Promise<AnyFields | undefined>,
): Promise<readonly (AnyFields | undefined)[]> {
  const keys = writes[0]?.entity.keys ?? [];
  const known = new Map(
    records.map((record) => [keyText(keys.map(({ name }) => record[name] as FieldValue)), record]),
  );
  const found = writes.map(({ key }) => known.get(keyText(key)));
  const taken = new Set(found);
  if (records.every((record) => taken.has(record))) return found;
  for (const [index, write] of writes.entries()) found[index] ??= await find(write);
  return found;
}

export function isSecret({ type }: Field): boolean {
  return type === "secret";
}

/** Returns a function that gives the same text for lists of the same fields in the same order. */
export function shapes(): (fields: readonly Field[]) => string {
  return onceForEach((fields) => fields.map(({ name }) => name).join());
}
