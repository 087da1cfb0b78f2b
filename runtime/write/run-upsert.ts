import type { Grant } from "../access/authorize.js";
import { both } from "../condition/join-conditions.js";
import { isOneOf } from "../condition/key-condition.js";
import { columnOf } from "../database/sql/column-of.js";
import { createSelection, fieldsAlone, type Selection } from "../database/sql/selection.js";
import type { Row } from "../database/wire/connection.js";
import { ApiError } from "../errors/api-error.js";
import type { FieldValue } from "../model/field-type.js";
import type { Entity, Field } from "../model/model.js";
import type { UpsertOutcome } from "../repository/upserted.js";
import { faultToError } from "../repository/fault-to-error.js";
import { checkInput, invalidFields } from "./check-input.js";
import { inRecord } from "./in-record.js";
import { refusedLists } from "./nested-list.js";
import { seenRecords } from "./plan-write.js";
import { chunksOf, keyText, mostKeys } from "./write-groups.js";
import { changedTooOften, MAX_ASKED } from "./changed-too-often.js";
import { runWrites } from "./run-writes.js";
import type { WriteContext } from "./step.js";
import type { AnyFields, CheckedInput, Key, Write, WriteResult } from "./write.js";
import type { ManyOptions } from "./write-options.js";

/** A record to be created, or changed if there is one with the same values in `fields`. */
export interface Upsert {
  readonly entity: Entity;
  readonly each: readonly UpsertInput[];
  /** The fields by which records are the same: the key, or a unique field. */
  readonly fields: readonly Field[];
  /** Whether records that are there are left as they are. */
  readonly ignoresDuplicates: boolean;
  readonly grants: UpsertGrants | undefined;
  readonly options: ManyOptions;
}

/** The caller's rights to create and to update. `undefined` for server code. */
export interface UpsertGrants {
  readonly create: Grant | undefined;
  readonly update: Grant | undefined;
}

export interface UpsertInput {
  readonly input: AnyFields;
  /** What changes in a record that is there, without the fields that identify it. */
  readonly changes: AnyFields;
}

/** Whether the lists of a record are those of a new one is not known before. */
export const UPSERT = "where a record may be new or there already: create it or change it";

interface UpsertResult extends WriteResult {
  readonly outcome: UpsertOutcome;
}

/**
 * Creates each record, or changes the one that is there, in one transaction: all of them, or none. What another
 * request creates or removes meanwhile is found in the next attempt: the unique index decides, on every database.
 * @throws {ApiError}
 */
export async function runUpsert(upsert: Upsert, context: WriteContext): Promise<readonly UpsertResult[]> {
  const { entity } = upsert;
  const records = checkRecords(upsert);
  for (let tried = 0; tried < MAX_ASKED; tried++) {
    const there = await findThere(upsert, records, context);
    const plan = records.map((record) => planOf(upsert, record, there.get(keyText(record.values))));
    const each: Write[] = [];
    const checked: (CheckedInput | undefined)[] = [];
    for (const planned of plan) {
      if (planned.write === undefined) continue;
      each.push(planned.write);
      checked.push(planned.checked);
    }
    try {
      const written = await runWrites({ entity, each, checked }, context);
      if (written !== undefined) return resultsOf(plan, written);
    } catch (error) {
      // Another request has created one of the records.
      if (!isOfFields(error, upsert.fields) || tried === MAX_ASKED - 1) throw error;
    }
  }
  throw changedTooOften();
}

interface PlannedUpsert {
  readonly write: Write | undefined;
  readonly checked: CheckedInput | undefined;
  readonly key: Key;
  readonly outcome: UpsertOutcome;
}

/** @param key The key of the record that is there. */
function planOf(
  { entity, grants, options, ignoresDuplicates, fields }: Upsert,
  { input, changes, checked, values }: CheckedUpsert,
  key: Key | undefined,
): PlannedUpsert {
  if (key === undefined) {
    const write: Write = { kind: "create", entity, key: [], input, grant: grants?.create, options };
    return { write, checked, key: [], outcome: "created" };
  }
  if (ignoresDuplicates || Object.keys(changes).length === 0)
    return { write: undefined, checked: undefined, key, outcome: "unchanged" };
  const identity = { fields, values };
  const write: Write = {
    kind: "update",
    entity,
    key,
    input: changes,
    grant: grants?.update,
    options,
    identity,
  };
  return { write, checked: undefined, key, outcome: "updated" };
}

function resultsOf(plan: readonly PlannedUpsert[], written: readonly WriteResult[]): readonly UpsertResult[] {
  let next = 0;
  return plan.map(({ write, key, outcome }) => {
    const result = write === undefined ? { key, record: undefined } : (written[next++] as WriteResult);
    return { key: result.key, record: result.record, outcome };
  });
}

interface CheckedUpsert extends UpsertInput {
  /** The input of the create. */
  readonly checked: CheckedInput;
  /** The canonical values of the fields that identify the record. */
  readonly values: readonly FieldValue[];
}

/** @throws {ApiError} for a mistake in a record, or if two are the same. */
function checkRecords({ entity, each, fields, grants }: Upsert): readonly CheckedUpsert[] {
  const seen = new Map<unknown, number>();
  return each.map(({ input, changes }, index) => {
    try {
      const refused = refusedLists(entity, [input, changes], UPSERT);
      if (refused.length > 0) throw invalidFields(refused);
      const checked = checkInput({ kind: "create", entity }, input, grants?.create);
      const values = fields.map((field) => checked.values[checked.fields.indexOf(field)] ?? null);
      if (values.includes(null)) throw missingFields(fields.filter((_, place) => values[place] === null));
      const text = keyText(values);
      const before = seen.get(text);
      if (before !== undefined)
        throw new ApiError("invalid-body", `It has the same ${namesOf(fields)} as record ${before}.`);
      seen.set(text, index);
      return { input, changes, checked, values };
    } catch (error) {
      throw inRecord(error, index);
    }
  });
}

function missingFields(fields: readonly Field[]): ApiError {
  return invalidFields(
    fields.map(({ name }) => ({
      path: name,
      code: "required",
      message: `"${name}" identifies the record and is required.`,
    })),
  );
}

/** The keys of the records that are there, by the text of their values. */
async function findThere(
  { entity, fields, grants }: Upsert,
  records: readonly CheckedUpsert[],
  { session }: WriteContext,
): Promise<ReadonlyMap<unknown, Key>> {
  const selection = createSelection({
    ...fieldsAlone,
    entity,
    fields: [...new Set([...entity.keys, ...fields])],
  });
  const seen = seenRecords(entity, grants?.update);
  const there = new Map<unknown, Key>();
  const values = records.map((record) => record.values);
  const toKey = valuesIn(entity.keys, selection, session);
  const toValues = valuesIn(fields, selection, session);
  try {
    for (const some of chunksOf(values, mostKeys(fields, session))) {
      const statement = session
        .statements(entity)
        .find(both(isOneOf({ keys: fields }, some), seen), selection);
      for (const row of await session.rows(statement)) there.set(keyText(toValues(row)), toKey(row));
    }
  } catch (error) {
    throw await faultToError(error, entity, session);
  }
  return there;
}

/** Returns a function that takes the values of these fields from a row of the selection. */
function valuesIn(
  fields: readonly Field[],
  selection: Selection,
  { dialect }: WriteContext["session"],
): (row: Row) => Key {
  const columns = fields.map((field) => ({
    place: selection.fields.indexOf(field),
    column: columnOf(field, dialect),
  }));
  return (row) => columns.map(({ place, column }) => column.fromColumn(row[place]));
}

/** Whether the error is of the unique index over these fields. */
function isOfFields(error: unknown, fields: readonly Field[]): boolean {
  if (!(error instanceof ApiError) || error.code !== "unique-conflict") return false;
  const names = error.issues.map(({ path }) => path.replace(/^\d+\./, ""));
  return names.length === 0 || names.every((name) => fields.some((field) => field.name === name));
}

function namesOf(fields: readonly Field[]): string {
  return fields.map(({ name }) => `"${name}"`).join(" and ");
}
