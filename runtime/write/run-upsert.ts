import type { Grant } from "../access/authorize.js";
import { both } from "../condition/join-conditions.js";
import { isKey, isOneOf } from "../condition/key-condition.js";
import { createSelection, fieldsAlone } from "../database/sql/selection.js";
import { ApiError } from "../errors/api-error.js";
import { toJsonText } from "../model/exact-json.js";
import type { FieldValue } from "../model/field-type.js";
import type { Entity, Field } from "../model/model.js";
import type { UpsertOutcome } from "../repository/upserted.js";
import { faultToError } from "../repository/fault-to-error.js";
import { checkInput, invalidFields } from "./check-input.js";
import { inRecord } from "./in-record.js";
import { refusedLists } from "./nested-list.js";
import { seenRecords } from "./plan-write.js";
import { chunksOf, MAX_KEYS } from "./write-groups.js";
import { changedTooOften, MAX_ASKED } from "./changed-too-often.js";
import { runWrites } from "./run-writes.js";
import type { WriteContext } from "./step.js";
import type { AnyFields, Key, Write, WriteResult } from "./write.js";
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
  const values = valuesOf(upsert);
  for (let tried = 0; tried < MAX_ASKED; tried++) {
    const there = await findThere(upsert, values, context);
    const plan = upsert.each.map((record, index) => planOf(upsert, record, values[index] ?? [], there));
    const each = plan.flatMap(({ write }) => write ?? []);
    try {
      const written = await runWrites({ entity: upsert.entity, each }, context);
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
  readonly key: Key;
  readonly outcome: UpsertOutcome;
}

function planOf(
  { entity, grants, options, ignoresDuplicates, fields }: Upsert,
  { input, changes }: UpsertInput,
  values: readonly FieldValue[],
  there: ReadonlyMap<string, Key>,
): PlannedUpsert {
  const key = there.get(toJsonText(values));
  if (key === undefined) {
    const write: Write = { kind: "create", entity, key: [], input, grant: grants?.create, options };
    return { write, key: [], outcome: "created" };
  }
  if (ignoresDuplicates || Object.keys(changes).length === 0)
    return { write: undefined, key, outcome: "unchanged" };
  const where = isKey({ keys: fields }, values);
  const write: Write = { kind: "update", entity, key, input: changes, grant: grants?.update, options, where };
  return { write, key, outcome: "updated" };
}

function resultsOf(plan: readonly PlannedUpsert[], written: readonly WriteResult[]): readonly UpsertResult[] {
  let next = 0;
  return plan.map(({ write, key, outcome }) => {
    const result = write === undefined ? { key } : (written[next++] as WriteResult);
    return { ...result, outcome };
  });
}

/** The canonical values of the fields that identify each record. @throws {ApiError} */
function valuesOf({ entity, each, fields, grants }: Upsert): readonly (readonly FieldValue[])[] {
  const seen = new Map<string, number>();
  return each.map(({ input, changes }, index) => {
    try {
      const refused = refusedLists(entity, { ...changes, ...input }, UPSERT);
      if (refused.length > 0) throw invalidFields(refused);
      const checked = checkInput({ kind: "create", entity }, input, grants?.create);
      const values = fields.map((field) => checked.values[checked.fields.indexOf(field)] ?? null);
      const missing = fields.filter((_, place) => values[place] === null);
      if (missing.length > 0)
        throw invalidFields(
          missing.map(({ name }) => ({
            path: name,
            code: "required",
            message: `"${name}" identifies the record and is required.`,
          })),
        );
      const text = toJsonText(values);
      const before = seen.get(text);
      if (before !== undefined)
        throw new ApiError("invalid-body", `It has the same ${namesOf(fields)} as record ${before}.`);
      seen.set(text, index);
      return values;
    } catch (error) {
      throw inRecord(error, index);
    }
  });
}

/** The keys of the records that are there, by the text of their values. */
async function findThere(
  { entity, fields, grants }: Upsert,
  values: readonly (readonly FieldValue[])[],
  { session, reads }: WriteContext,
): Promise<ReadonlyMap<string, Key>> {
  const selection = createSelection({
    ...fieldsAlone,
    entity,
    fields: [...new Set([...entity.keys, ...fields])],
  });
  const seen = seenRecords(entity, grants?.update);
  const there = new Map<string, Key>();
  try {
    for (const some of chunksOf(values, Math.floor(MAX_KEYS / fields.length))) {
      const statement = session
        .statements(entity)
        .find(both(isOneOf({ keys: fields }, some), seen), selection);
      for (const row of await session.rows(statement)) {
        const record = reads.toRecord(row, selection);
        const of = (list: readonly Field[]) => list.map(({ name }) => record[name] as FieldValue);
        there.set(toJsonText(of(fields)), of(entity.keys));
      }
    }
  } catch (error) {
    throw await faultToError(error, entity, session);
  }
  return there;
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
