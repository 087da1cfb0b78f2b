import { grantedRights } from "../../access/granted-rights.js";
import { isOneOf } from "../../condition/key-condition.js";
import type { DatabaseSession } from "../../database/database-session.js";
import { findColumn } from "../../database/schema/stored/find-stored.js";
import { createSelection } from "../../database/sql/selection.js";
import { valuesIn } from "../../database/sql/values-in.js";
import { chunksOf } from "../../model/values/chunks-of.js";
import { stampedOnUpdate } from "../../model/fields.js";
import { hasKeys } from "../../model/has-keys.js";
import type { Field } from "../../model/model.js";
import { editableMembers } from "../input/check-input.js";
import { NotAllThere } from "./failed-together.js";
import { planWrite } from "../plan-write.js";
import type { Upsert, UpsertInput } from "../input/upsert.js";
import { isStatementAlone } from "../steps/write-steps.js";
import type { WriteContext } from "../steps/step.js";
import { parametersOf } from "../steps/to-parameters.js";
import type { UpsertOutcome } from "../upsert-result.js";
import { uniformTo, fillRow, isDecidedByValues } from "./uniform-rows.js";
import { inOneTransaction } from "./in-one-transaction.js";
import { keyText, mostKeys, writableUnder } from "./write-groups.js";
import type { AnyFields, Key } from "../write.js";

/** Creates the result for a record. */
export type ToUpserted<T> = (outcome: UpsertOutcome, key: Key, record?: AnyFields) => T;

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
  const { dialect } = context.session;
  const { entity, fields: matched } = upsert;
  if (!areFound(upsert, context)) return undefined;
  const planned = planRows(upsert, context);
  if (planned === undefined) return undefined;
  const { fields, rows, update } = planned;
  const toKey = valuesIn(entity.keys, dialect);
  const toIdentity = valuesIn(matched, dialect, fields);
  const work = async ({ session, writes }: WriteContext) => {
    const results: (T | undefined)[] = rows.map(() => undefined);
    let found = 0;
    const updated = await writes.updateFound(update, rows, (place, key) => {
      // Two stored records match one: the table lacks the unique index.
      if (results[place] !== undefined) throw new NotAllThere();
      results[place] = toResult("updated", key);
      found++;
    });
    if (updated !== found) throw new NotAllThere();
    if (found === rows.length) return results as T[];
    const others = found === 0 ? rows : rows.filter((_, place) => results[place] === undefined);
    // Existing records that the caller may not write must not reach a table that replaces or ignores them.
    if (update.where !== undefined && (await isThere(others.map(toIdentity), upsert, session)))
      throw new NotAllThere();
    const keys = await writes.insertMany(fields, others);
    let next = 0;
    for (let place = 0; place < results.length; place++)
      results[place] ??= toResult("created", toKey(keys[next++] ?? []));
    return results as T[];
  };
  const done = await inOneTransaction({ entity }, false, context, work);
  return "result" in done ? done.result : undefined;
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
  session: DatabaseSession,
): Promise<boolean> {
  const selection = createSelection({ entity, fields: entity.keys });
  for (const some of chunksOf(identities, mostKeys(fields, session))) {
    const statement = session.statements(entity).find(isOneOf({ keys: fields }, some), selection);
    if ((await session.rows(statement)).length > 0) return true;
  }
  return false;
}

/**
 * A list of parameters for each record, for its create and its update. `undefined` if a record has a mistake, or if the
 * records have different members.
 */
function planRows(upsert: Upsert, context: WriteContext) {
  const { each } = upsert;
  const [first] = each;
  const changes = first && alikeChanges(first, upsert, context);
  if (changes === undefined) return undefined;
  const { created, update, places } = changes;
  const { fields, row: values } = created;
  const [place = 0, ...morePlaces] = places;
  const toParameters = parametersOf(fields, context.session.dialect);
  const seen = new Set<unknown>();
  const rows: (readonly unknown[])[] = [];
  for (let index = 0; index < each.length; index++) {
    const record = each[index] as UpsertInput;
    if (!isAlike(record, changes) || !fillRow(record.create, created)) return undefined;
    const row = toParameters(values);
    if (row[place] === null || (morePlaces.length > 0 && morePlaces.some((each) => row[each] === null)))
      return undefined;
    seen.add(morePlaces.length === 0 ? row[place] : keyText(places.map((each) => values[each] ?? null)));
    rows.push(row);
  }
  // Two of the records may have the same identity.
  return seen.size < rows.length ? undefined : { fields, rows, update };
}

/** The properties that records like the first one share. `undefined` if they need more than their statements. */
function alikeChanges(record: UpsertInput, upsert: Upsert, context: WriteContext) {
  const { entity, fields: matched, grants, options, ignoresDuplicates } = upsert;
  const created = ignoresDuplicates
    ? undefined
    : uniformTo(
        { kind: "create", entity, key: [], input: record.create, grant: grants?.create, options },
        context,
      );
  // Which rule holds may depend on the values of each record.
  if (created === undefined || grantedRights(entity, grants?.update).guards.length > 0) return undefined;
  const { fields: given, row } = created;
  const names = Object.keys(record.update);
  const changed = names.filter((name) => !matched.some((field) => field.name === name));
  const editable = editableMembers(entity);
  const sent = changed.map((name) => created.shape.fields.find((field) => field.name === name));
  if (changed.length === 0 || !sent.every((field) => field !== undefined && editable.has(field.name)))
    return undefined;
  const changes = [...(sent as readonly Field[]), ...stampedOnUpdate(entity)];
  const places = matched.map((field) => given.indexOf(field));
  if (places.includes(-1) || !changes.every((field) => given.includes(field))) return undefined;
  const values = changes.map((field) => row[given.indexOf(field)] ?? null);
  const write = {
    kind: "update",
    entity,
    key: [],
    input: record.update,
    grant: grants?.update,
    options,
  } as const;
  const updated = planWrite(write, { fields: changes, values, links: [], lists: [] });
  if (!isStatementAlone(updated, context) || isDecidedByValues(updated, changes)) return undefined;
  const isExact = context.session.knownTable(entity)?.comparesExactly === true;
  return {
    created,
    /** The places of the fields that identify a record. */
    places,
    /** The members of a record's changes, in their order. */
    names,
    /** Whether a record and its changes are one object. */
    areOne: record.create === record.update,
    /** The members that change an existing record. */
    changed,
    update: { given, matched, changed: changes, isExact, where: writableUnder([updated]) },
  };
}

/** Whether an existing record gets the values that a new one would have, by the members of the first record. */
function isAlike(
  { create, update }: UpsertInput,
  { names, changed, areOne }: NonNullable<ReturnType<typeof alikeChanges>>,
): boolean {
  if (areOne && create === update) return true;
  if (!hasKeys(update, names)) return false;
  for (const name of changed) if (update[name] !== create[name]) return false;
  return true;
}
