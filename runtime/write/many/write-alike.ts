import { randomUUID } from "node:crypto";
import { grantedRights } from "../../access/granted-rights.js";
import { dependsOn } from "../../condition/surely-holds.js";
import type { OpenTransaction } from "../../database/database-session.js";
import type { Row } from "../../database/wire/connection.js";
import type { FieldValue } from "../../model/field-type.js";
import { triggeredFields } from "../../model/fields.js";
import type { Entity, Field } from "../../model/model.js";
import { faultToError } from "../../repository/fault-to-error.js";
import { beginFor } from "../steps/audit.js";
import { fillAlike, shapeOf, type InputShape } from "../input/check-alike.js";
import { isOfRecord, NotAllThere } from "./failed-together.js";
import { planWrite, stamp } from "../plan-write.js";
import { isStatementAlone } from "../steps/statement-alone.js";
import { writeContext, type WriteContext } from "../steps/step.js";
import { parametersOf } from "../steps/to-parameters.js";
import { valuesIn } from "./values-in.js";
import { isSecret, keyText, writableUnder } from "./write-groups.js";
import type { AnyFields, CheckedInput, Key, PlannedWrite, Write } from "../write.js";

/** Writes of one kind that share all but their inputs and keys. */
export interface AlikeWrites extends Pick<Write, "entity" | "grant" | "options"> {
  readonly inputs: readonly AnyFields[];
}

/** What was written, or that nothing was. */
export type AlikeResult<T> = { readonly written: T } | { readonly isRefused: boolean };

const needMore = { isRefused: false } as const;

/** The fields of records, and a list of parameters for each. */
interface PlannedRows {
  /** The first write. The others have the same rights and need the same steps. */
  readonly first: PlannedWrite;
  readonly fields: readonly Field[];
  readonly rows: readonly (readonly unknown[])[];
}

/**
 * Creates records with the same members that need no step but their statements. Each record has one list of parameters,
 * because more objects for each of many records would keep the garbage collector busy.
 * @param toResult Creates the result for a record from its key.
 * @returns `isRefused` if the database refused one of them.
 * @throws {ApiError} for a lost connection.
 */
export async function createAlike<T>(
  alike: AlikeWrites,
  context: WriteContext,
  toResult: (key: Key) => T,
): Promise<AlikeResult<T[]>> {
  const planned = alike.options.idempotencyKey === undefined ? planRows("create", alike, context) : undefined;
  if (planned === undefined) return needMore;
  const { fields, rows } = planned;
  return writeRows(planned, context, async ({ writes, session }, isWhole) => {
    const stored = await (isWhole ? writes.insertWhole(fields, rows) : writes.insertMany(fields, rows));
    const toKey = valuesIn(alike.entity.keys, alike.entity.keys, session);
    return stored.map((row: Row) => toResult(toKey(row)));
  });
}

/**
 * The same for updates, which each have the key of their record.
 * @returns The number of records, or `isRefused`.
 */
export async function updateAlike(
  alike: AlikeWrites & { readonly keys: readonly Key[] },
  context: WriteContext,
): Promise<AlikeResult<number>> {
  const { entity, keys } = alike;
  // Two updates of one record are a mistake, which `runWrites` reports.
  if (new Set(keys.map(keyText)).size < keys.length) return needMore;
  const planned = planRows("update", alike, context, keys);
  if (planned === undefined || !(await context.writes.updatesEach())) return needMore;
  const { first, fields, rows } = planned;
  const where = writableUnder([first]);
  return writeRows(planned, context, async ({ writes }, isWhole) => {
    if (isWhole) await writes.updateWhole(entity.keys, fields, rows, where);
    else if ((await writes.updateEach(entity.keys, fields, rows, where)) !== rows.length)
      throw new NotAllThere();
    return rows.length;
  });
}

function writeRows<T>(
  { first, fields, rows }: PlannedRows,
  context: WriteContext,
  write: (within: WriteContext, isWhole: boolean) => Promise<T>,
): Promise<AlikeResult<T>> {
  const all = first.kind === "create" ? fields : [...fields, ...first.entity.keys];
  return writeAtOnce(first, context.writes.isWhole(all, rows.length), context, write);
}

/**
 * Runs `write` for the caller of the first of its records.
 * @param isWhole Whether one statement writes all or none, so that it needs no transaction. `write` gets `false` in a
 * transaction.
 * @returns `isRefused` if the database refused one of several records: then nothing is written.
 * @throws {ApiError} for a lost connection, and what `write` throws.
 */
export function writeAtOnce<T>(
  first: PlannedWrite,
  isWhole: boolean,
  context: WriteContext,
  write: (within: WriteContext, isWhole: boolean) => Promise<T>,
): Promise<AlikeResult<T>> {
  const { session } = context;
  const { entity } = first;
  if (isWhole && !("nested" in session)) return unlessRefused(entity, context, () => write(context, true));
  return inOwnTransaction(entity, context, (transaction) => {
    beginFor(transaction, first, session);
    return write(writeContext(entity, transaction, context.hookOf), false);
  });
}

/**
 * Runs `work` in a transaction, or after a savepoint of the one that is open.
 * @returns `isRefused` if the database refused one of several records: then nothing is written.
 * @throws {ApiError} for a lost connection.
 */
export function inOwnTransaction<T>(
  entity: Entity,
  context: WriteContext,
  work: (transaction: OpenTransaction) => Promise<T>,
): Promise<AlikeResult<T>> {
  const { session } = context;
  return unlessRefused(entity, context, () =>
    "nested" in session ? (session as OpenTransaction).nested(work) : session.transaction(work),
  );
}

async function unlessRefused<T>(
  entity: Entity,
  { session }: WriteContext,
  work: () => Promise<T>,
): Promise<AlikeResult<T>> {
  try {
    return { written: await work() };
  } catch (error) {
    if (!isOfRecord(error)) throw await faultToError(error, entity, session);
    return { isRefused: true };
  }
}

/** `undefined` if a record has a mistake, or if the records have different members or need more than their statements. */
function planRows(
  kind: "create" | "update",
  { entity, grant, options, inputs }: AlikeWrites,
  context: WriteContext,
  keys: readonly Key[] = [],
): PlannedRows | undefined {
  const [input] = inputs;
  const alike = input && alikeTo({ kind, entity, key: keys[0] ?? [], input, grant, options }, context);
  if (alike === undefined) return undefined;
  const { first, fields, row } = alike;
  const toParameters = parametersOf(
    kind === "create" ? fields : [...fields, ...entity.keys],
    context.session.dialect,
  );
  const rows: (readonly unknown[])[] = [];
  for (let index = 0; index < inputs.length; index++) {
    if (!fillRow(inputs[index] as AnyFields, alike)) return undefined;
    rows.push(kind === "create" ? toParameters(row) : toParameters(row, keys[index]));
  }
  return { first, fields, rows };
}

/** The properties that records with the same members share. */
export interface Alike {
  /** The first write. The others have the same rights and need the same steps. */
  readonly first: PlannedWrite;
  readonly shape: InputShape;
  /** The fields of a row: those of the input, those with defaults, and those that the server sets. */
  readonly fields: readonly Field[];
  /** The values of a row. The input of each record is copied into it. */
  readonly row: FieldValue[];
  /** The places of the values that the server generates for each record. */
  readonly generated: readonly number[];
}

/** The properties of records like the first one. `undefined` if it has a mistake or needs more than its statement. */
export function alikeTo(
  write: Write & { readonly input: AnyFields },
  context: WriteContext,
): Alike | undefined {
  const { kind, entity, grant, input } = write;
  // Which rule holds may depend on the values of each record.
  if (kind === "delete" || entity.users !== undefined || grantedRights(entity, grant).guards.length > 0)
    return undefined;
  const shape = shapeOf(entity, kind, Object.keys(input));
  if (shape === undefined || shape.fields.some(isSecret)) return undefined;
  const values = shape.values.slice();
  if (!fillAlike(input, shape, values)) return undefined;
  // Only secrets need waiting.
  const set = stamp(write, { fields: shape.fields, values, links: [], lists: [] }) as CheckedInput;
  const first = planWrite(write, set, undefined);
  if (!isStatementAlone(first, context) || isDecidedByValues(first, shape.fields)) return undefined;
  const generated = set.fields.flatMap((field, place) =>
    shape.fields.includes(field) || field.type !== "uuid" || field.system !== undefined ? [] : [place],
  );
  return { first, shape, fields: set.fields, row: [...set.values], generated };
}

/** Puts the values of a record into the row. @returns `false` if it has other members than the first, or a mistake. */
export function fillRow(input: AnyFields, { shape, row, generated }: Alike): boolean {
  if (!fillAlike(input, shape, row)) return false;
  for (const place of generated) row[place] = randomUUID();
  return true;
}

/** Whether the values of these fields, or of those that a trigger fills, decide whether the caller may write them. */
export function isDecidedByValues({ rule, entity }: PlannedWrite, fields: readonly Field[]): boolean {
  return rule !== undefined && dependsOn(rule, [...fields, ...triggeredFields(entity)]);
}
