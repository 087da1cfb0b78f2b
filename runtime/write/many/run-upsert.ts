import { and } from "../../condition/join-conditions.js";
import { isOneOf } from "../../condition/key-condition.js";
import { storedTexts } from "../../database/stored-texts.js";
import { createSelection } from "../../database/sql/selection.js";
import { valuesIn } from "../../database/sql/values-in.js";
import { ApiError } from "../../errors/api-error.js";
import { chunksOf } from "../../model/values/chunks-of.js";
import type { Entity, Field } from "../../model/model.js";
import type { UpsertOutcome } from "../upsert-result.js";
import { faultToError } from "../../database/fault-to-error.js";
import { alikeCheckers } from "../input/check-alike.js";
import { checkInput, invalidFields } from "../input/check-input.js";
import { inRecord } from "../input/in-record.js";
import { refusedLists } from "../nested/nested-list.js";
import { seenRecords } from "../plan-write.js";
import { keyText, mostKeys } from "../groups/write-groups.js";
import { changedTooOften, MAX_ASKED } from "../changed-too-often.js";
import { runWrites } from "./run-writes.js";
import type { WriteContext } from "../steps/step.js";
import type { Upsert } from "../input/upsert.js";
import { upsertTogether, type ToUpserted } from "../groups/upsert-together.js";
import type { AnyFields, CheckedInput, FieldValues, Key, Write, WriteResult } from "../write.js";
import { without } from "../input/without.js";

/** It is not known in advance whether the record that owns the lists is new. */
export const UPSERT = "where a record may be new or there already: create it or change it";

/**
 * Creates each record, or changes the existing one, in one transaction: all of them, or none. The next attempt finds
 * records that another request creates or deletes meanwhile: on every database, the unique index decides.
 * @throws {ApiError}
 */
export async function runUpsert<T extends object>(
  upsert: Upsert,
  context: WriteContext,
  toResult: ToUpserted<T>,
): Promise<T[]> {
  const together = await upsertTogether(upsert, context, toResult);
  if (together !== undefined) return together;
  const { entity } = upsert;
  const toText = identityText(upsert.fields, entity, context);
  const records = checkRecords(upsert, toText);
  for (let tried = 0; tried < MAX_ASKED; tried++) {
    const plan = planOf(upsert, records, await findThere(upsert, records, toText, context));
    try {
      const { each, checked, places } = plan;
      const written = await runWrites({ entity, each, checked, places }, context);
      if (written !== undefined) return resultsOf(plan, written, toResult);
    } catch (error) {
      // Another request has created one of the records.
      if (!isOfFields(error, upsert.fields) || tried === MAX_ASKED - 1) throw error;
    }
  }
  throw changedTooOften();
}

/**
 * Lists instead of an object for each record, because there may be many.
 * @param there The keys of the existing records.
 */
function planOf(
  { entity, grants, options, ignoresDuplicates, isList }: Upsert,
  records: readonly CheckedUpsert[],
  there: ReadonlyMap<unknown, Key>,
) {
  const plan = {
    outcomes: [] as UpsertOutcome[],
    /** The keys of the existing records. */
    keys: [] as (Key | undefined)[],
    /** The writes of all records but the "unchanged" ones, with their checked inputs and their places. */
    each: [] as Write[],
    checked: [] as (CheckedInput | undefined)[],
    places: [] as (number | undefined)[],
  };
  for (const [index, { input, changes, checked, identity, text }] of records.entries()) {
    const key = there.get(text);
    plan.keys.push(key);
    if (key === undefined) {
      plan.outcomes.push("created");
      plan.each.push({ kind: "create", entity, key: [], input, grant: grants?.create, options });
      plan.checked.push(checked);
    } else if (ignoresDuplicates || isEmpty(changes)) {
      plan.outcomes.push("unchanged");
      continue;
    } else {
      plan.outcomes.push("updated");
      plan.each.push({
        kind: "update",
        entity,
        key,
        input: changes,
        grant: grants?.update,
        options,
        identity,
      });
      plan.checked.push(undefined);
    }
    plan.places.push(isList ? index : undefined);
  }
  return plan;
}

function isEmpty(record: AnyFields): boolean {
  for (const _ in record) return false;
  return true;
}

function resultsOf<T>(
  { outcomes, keys }: ReturnType<typeof planOf>,
  written: readonly WriteResult[],
  toResult: ToUpserted<T>,
): T[] {
  let next = 0;
  return outcomes.map((outcome, index) => {
    if (outcome === "unchanged") return toResult(outcome, keys[index] as Key);
    const { key, record } = written[next++] as WriteResult;
    return toResult(outcome, key, record);
  });
}

interface CheckedUpsert {
  readonly input: AnyFields;
  /** The changes of an existing record, without the fields that identify it. */
  readonly changes: AnyFields;
  /** The input of the create. */
  readonly checked: CheckedInput;
  /** The fields that identify the record, and their canonical values. */
  readonly identity: FieldValues;
  /** Equal for the records that the database takes for the same. */
  readonly text: unknown;
}

/** The values that identify a record as one value, as their columns return them. */
function identityText(
  fields: readonly Field[],
  entity: Entity,
  { session }: WriteContext,
): (values: Key) => unknown {
  const asStored = storedTexts(fields, entity, session);
  return (values) => keyText(asStored(values));
}

/** @throws {ApiError} for a mistake in a record, or if two are the same. */
function checkRecords(
  { entity, each, fields, grants, isList }: Upsert,
  toText: (values: Key) => unknown,
): readonly CheckedUpsert[] {
  const seen = new Map<unknown, number>();
  const checkAlike = alikeCheckers();
  const names = fields.map(({ name }) => name);
  return each.map(({ create: input, update }, index) => {
    try {
      const changes = without(update, names);
      const refused = refusedLists(entity, [input, changes], UPSERT);
      if (refused.length > 0) throw invalidFields(refused);
      const write = { kind: "create", entity, input } as const;
      const checked = checkAlike(write) ?? checkInput(write, input, grants?.create);
      const values = fields.map((field) => checked.values[checked.fields.indexOf(field)] ?? null);
      if (values.includes(null)) throw missingFields(fields.filter((_, place) => values[place] === null));
      const text = toText(values);
      const before = seen.get(text);
      if (before !== undefined)
        throw new ApiError("invalid-body", `It has the same ${namesOf(fields)} as record ${before}.`);
      seen.set(text, index);
      return { input, changes, checked, identity: { fields, values }, text };
    } catch (error) {
      throw inRecord(error, isList ? index : undefined);
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

/** The keys of the existing records, by the text of their values. */
async function findThere(
  { entity, fields, grants }: Upsert,
  records: readonly CheckedUpsert[],
  toText: (values: Key) => unknown,
  { session }: WriteContext,
): Promise<ReadonlyMap<unknown, Key>> {
  const selection = createSelection({ entity, fields: [...new Set([...entity.keys, ...fields])] });
  const seen = seenRecords(entity, grants?.update);
  const there = new Map<unknown, Key>();
  const values = records.map(({ identity }) => identity.values);
  const toKey = valuesIn(entity.keys, session.dialect, selection.fields);
  const toValues = valuesIn(fields, session.dialect, selection.fields);
  try {
    for (const some of chunksOf(values, mostKeys(fields, session))) {
      const statement = session
        .statements(entity)
        .find(and(isOneOf({ keys: fields }, some), seen), selection);
      for (const row of await session.rows(statement)) there.set(toText(toValues(row)), toKey(row));
    }
  } catch (error) {
    throw await faultToError(error, entity, session);
  }
  return there;
}

/** Whether the unique index over these fields caused the error. */
function isOfFields(error: unknown, fields: readonly Field[]): boolean {
  if (!(error instanceof ApiError) || error.code !== "unique-conflict") return false;
  const names = error.issues.map(({ path }) => path.replace(/^\d+\./, ""));
  return names.length === 0 || names.every((name) => fields.some((field) => field.name === name));
}

function namesOf(fields: readonly Field[]): string {
  return fields.map(({ name }) => `"${name}"`).join(" and ");
}
