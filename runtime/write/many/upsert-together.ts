import { grantedRights } from "../../access/granted-rights.js";
import { isOneOf } from "../../condition/key-condition.js";
import type { OpenTransaction } from "../../database/database-session.js";
import { findColumn } from "../../database/schema/stored/find-stored.js";
import { createSelection } from "../../database/sql/selection.js";
import type { FoundUpdate } from "../../database/sql/writes/write-parts.js";
import { chunksOf } from "../../model/values/chunks-of.js";
import { stampedOnUpdate } from "../../model/fields.js";
import { hasKeys } from "../../model/has-keys.js";
import type { FieldValue } from "../../model/field-type.js";
import type { Entity, Field } from "../../model/model.js";
import { fillAlike, shapeOf } from "../input/check-alike.js";
import { editableMembers } from "../input/check-input.js";
import { NotAllThere } from "./failed-together.js";
import { planWrite, stamp } from "../plan-write.js";
import type { Upsert, UpsertInput } from "../input/upsert.js";
import { isStatementAlone } from "../steps/statement-alone.js";
import { writeContext, type WriteContext } from "../steps/step.js";
import { parametersOf } from "../steps/to-parameters.js";
import type { UpsertOutcome } from "../../repository/upserted.js";
import { valuesIn } from "./values-in.js";
import { inOwnTransaction, isDecidedByValues, rowStamp } from "./write-alike.js";
import { keyText, mostKeys, writableUnder } from "./write-groups.js";
import type { AnyFields, CheckedInput, Key, Write } from "../write.js";

/** Creates the result for a record. */
export type ToUpserted<T> = (outcome: UpsertOutcome, key: Key, record?: AnyFields) => T;

/** Records with the same members: a list of parameters for each, for its create and its update. */
interface PlannedRows {
  /** The fields of each row. */
  readonly fields: readonly Field[];
  readonly rows: readonly (readonly unknown[])[];
  readonly update: FoundUpdate;
}

/**
 * Updates the existing records and then creates the others, without looking for them first. Only for records with the
 * same fields that need no step but the statements.
 * @returns `undefined` if they need more, or if the database rejected one of them. Then nothing was written.
 * @throws {ApiError} for a lost connection.
 */
export async function upsertTogether<T extends object>(
  upsert: Upsert,
  context: WriteContext,
  toResult: ToUpserted<T>,
): Promise<T[] | undefined> {
  const { session } = context;
  const { entity, fields: matched } = upsert;
  if (!areFound(upsert, context)) return undefined;
  const planned = planRows(upsert, context);
  if (planned === undefined) return undefined;
  const { fields, rows, update } = planned;
  const toKey = valuesIn(entity.keys, entity.keys, session);
  const toIdentity = valuesIn(matched, fields, session);
  const work = async (transaction: OpenTransaction) => {
    const { writes } = writeContext(entity, transaction, context.hookOf);
    const results: (T | undefined)[] = rows.map(() => undefined);
    let found = 0;
    const updated = await writes.updateFound(update, rows, (place, key) => {
      // Only a table without the unique index has two records for one.
      if (results[place] !== undefined) throw new NotAllThere();
      results[place] = toResult("updated", key);
      found++;
    });
    if (updated !== found) throw new NotAllThere();
    if (found === rows.length) return results as T[];
    const others = found === 0 ? rows : rows.filter((_, place) => results[place] === undefined);
    // Existing records that the caller may not write must not reach a table that replaces or ignores them.
    if (update.where !== undefined && (await isThere(others.map(toIdentity), upsert, transaction)))
      throw new NotAllThere();
    const keys = await writes.insertMany(fields, others);
    let next = 0;
    for (let place = 0; place < results.length; place++)
      results[place] ??= toResult("created", toKey(keys[next++] ?? []));
    return results as T[];
  };
  const result = await inOwnTransaction(entity, context, work);
  return "written" in result ? result.written : undefined;
}

/** Whether the database is known to compare the values of these fields letter by letter. */
function areFound({ entity, fields }: Upsert, { session }: WriteContext): boolean {
  const { found } = session.dialect.writes;
  // Without a query, which would wait for a second connection in a transaction.
  const table = found && session.knownTable(entity);
  return (
    found !== undefined &&
    table !== undefined &&
    fields.every((field) => {
      const column = findColumn(field, table);
      return column !== undefined && found.identifies(field, column.type);
    })
  );
}

/** Whether the table contains one of these records, even if the caller cannot see it. */
async function isThere(
  identities: readonly Key[],
  { entity, fields }: Upsert,
  session: OpenTransaction,
): Promise<boolean> {
  const selection = createSelection({ entity, fields: entity.keys });
  for (const some of chunksOf(identities, mostKeys(fields, session))) {
    const statement = session.statements(entity).find(isOneOf({ keys: fields }, some), selection);
    if ((await session.rows(statement)).length > 0) return true;
  }
  return false;
}

/** `undefined` if a record has a mistake, or if the records have different members. */
function planRows(upsert: Upsert, context: WriteContext): PlannedRows | undefined {
  const { each } = upsert;
  const [first] = each;
  const alike = first && alikeTo(first, upsert, context);
  if (alike === undefined) return undefined;
  const { sent, fields, places, row: values, update } = alike;
  const [place = 0, ...morePlaces] = places;
  const toParameters = parametersOf(fields, context.session.dialect);
  const seen = new Set<unknown>();
  const rows: (readonly unknown[])[] = [];
  for (let index = 0; index < each.length; index++) {
    const record = each[index] as UpsertInput;
    if (!isAlike(record, alike) || !fillAlike(record.create, sent, alike.keys.length, values))
      return undefined;
    alike.stampRow?.(values);
    const row = toParameters(values);
    if (row[place] === null || (morePlaces.length > 0 && morePlaces.some((each) => row[each] === null)))
      return undefined;
    seen.add(morePlaces.length === 0 ? row[place] : keyText(places.map((each) => values[each] ?? null)));
    rows.push(row);
  }
  // Two of the records may have the same identity.
  return seen.size < rows.length ? undefined : { fields, rows, update };
}

/** The properties that the records share. */
interface Alike {
  /** The members of a new record, in their order. */
  readonly keys: readonly string[];
  /** Their fields. */
  readonly sent: readonly Field[];
  /** The fields of a row: those of the input, those with defaults, and those that the server sets. */
  readonly fields: readonly Field[];
  /** The values of a row. The input of each record is copied into it. */
  readonly row: FieldValue[];
  /** Sets the values that differ for each record. `undefined` if there are none. */
  readonly stampRow: ((row: FieldValue[]) => void) | undefined;
  /** The places of the fields that identify a record. */
  readonly places: readonly number[];
  /** The members of a record's changes, in their order. */
  readonly names: readonly string[];
  /** Whether a record and its changes are one object. */
  readonly areOne: boolean;
  /** The members that change an existing record. */
  readonly changed: readonly string[];
  readonly update: FoundUpdate;
}

/** The properties that records like the first one share. `undefined` if they need more than their statements. */
function alikeTo(record: UpsertInput, upsert: Upsert, context: WriteContext): Alike | undefined {
  const { entity, fields: matched, grants, ignoresDuplicates } = upsert;
  const isOther =
    ignoresDuplicates ||
    entity.users !== undefined ||
    // Which rule holds may depend on the values of each record.
    grantedRights(entity, grants?.create).guards.length > 0 ||
    grantedRights(entity, grants?.update).guards.length > 0;
  const keys = Object.keys(record.create);
  const { fields: given, values } = shapeOf(entity, "create", keys);
  const names = Object.keys(record.update);
  const changed = names.filter((name) => !matched.some((field) => field.name === name));
  const known = changed.map((name) => given?.find((field) => field.name === name));
  if (isOther || given === undefined || changed.length === 0 || !known.every(isEditableOf(entity)))
    return undefined;
  const checked = { fields: given, values: [...values], ...nothingMore };
  const isPlain = given.every(({ type }) => type !== "secret");
  if (!isPlain || !fillAlike(record.create, given, keys.length, checked.values)) return undefined;
  const create = { ...writeOf(upsert, "create"), input: record.create };
  const set = stamp(create, checked) as CheckedInput;
  const changes = [...(known as readonly Field[]), ...stampedOnUpdate(entity)];
  const places = matched.map((field) => set.fields.indexOf(field));
  if (places.includes(-1) || !changes.every((field) => set.fields.includes(field))) return undefined;
  const created = planWrite(create, set, undefined);
  const changing = {
    ...nothingMore,
    fields: changes,
    values: changes.map((field) => set.values[set.fields.indexOf(field)] ?? null),
  };
  const updated = planWrite({ ...writeOf(upsert, "update"), input: record.update }, changing, undefined);
  const isAlone = isStatementAlone(created, context) && isStatementAlone(updated, context);
  if (!isAlone || isDecidedByValues(created, given) || isDecidedByValues(updated, changes)) return undefined;
  return {
    keys,
    sent: given,
    fields: set.fields,
    row: [...set.values],
    stampRow: rowStamp(set.fields, given),
    places,
    names,
    areOne: record.create === record.update,
    changed,
    update: { given: set.fields, matched, changed: changes, where: writableUnder([updated]) },
  };
}

const nothingMore = { links: [], lists: [] } as const;

function isEditableOf(entity: Entity): (field: Field | undefined) => boolean {
  return (field) => field !== undefined && editableMembers(entity).has(field.name);
}

/**
 * Whether it has the members of the first record, and an existing record gets the values that a new one would have.
 */
function isAlike({ create, update }: UpsertInput, { keys, names, changed, areOne }: Alike): boolean {
  if (!hasKeys(create, keys)) return false;
  if (areOne && create === update) return true;
  if (!hasKeys(update, names)) return false;
  for (const name of changed) if (update[name] !== create[name]) return false;
  return true;
}

function writeOf({ entity, grants, options }: Upsert, kind: "create" | "update"): Omit<Write, "input"> {
  return { kind, entity, key: [], grant: grants?.[kind], options };
}
