import { randomUUID } from "node:crypto";
import { grantedRights } from "../../access/granted-rights.js";
import { dependsOn } from "../../condition/surely-holds.js";
import type { FieldValue } from "../../model/field-type.js";
import { triggeredFields } from "../../model/fields.js";
import type { Field } from "../../model/model.js";
import { fillAlike, shapeOf, type InputShape } from "../input/check-alike.js";
import { planWrite, stamp } from "../plan-write.js";
import { isStatementAlone } from "../steps/write-steps.js";
import type { WriteContext } from "../steps/step.js";
import { parametersOf } from "../steps/to-parameters.js";
import { inOneTransaction, type GroupOutcome } from "./in-one-transaction.js";
import { isOneStatement, matchedFields, writeGroup, type RowGroup } from "./row-group.js";
import { isSecret, keyText } from "./write-groups.js";
import type { AnyFields, CheckedInput, Key, PlannedWrite, Write } from "../write.js";

/** Writes of one kind that share all but their inputs and keys. */
export interface UniformWrites extends Pick<Write, "entity" | "grant" | "options"> {
  readonly inputs: readonly AnyFields[];
}

const needMore = { isRefused: false } as const;

/**
 * Creates records with the same members that need no step but their statements. Each record has one list of parameters,
 * because more objects for each of many records would keep the garbage collector busy.
 * @param toResult Creates the result for a record from its key.
 * @returns `isRefused` if the database refused one of them.
 * @throws {ApiError} for a lost connection.
 */
export async function createUniform<T>(
  alike: UniformWrites,
  context: WriteContext,
  toResult: (key: Key) => T,
): Promise<GroupOutcome<T[]>> {
  const group = alike.options.idempotencyKey === undefined ? planRows("create", alike, context) : undefined;
  if (group === undefined) return needMore;
  return inOneTransaction(group.first, isOneStatement(group, context), context, async (within, isWhole) => {
    const results: T[] = [];
    await writeGroup(group, within, isWhole, (key) => {
      results.push(toResult(key));
    });
    return results;
  });
}

/** The same for updates, which each have the key of their record. @returns The number of records, or `isRefused`. */
export async function updateUniform(
  alike: UniformWrites & { readonly keys: readonly Key[] },
  context: WriteContext,
): Promise<GroupOutcome<number>> {
  const { keys } = alike;
  // Two updates of one record are a mistake, which `runWrites` reports.
  if (new Set(keys.map(keyText)).size < keys.length) return needMore;
  const group = planRows("update", alike, context, keys);
  if (group === undefined || !(await context.writes.updatesEach())) return needMore;
  return inOneTransaction(group.first, isOneStatement(group, context), context, async (within, isWhole) => {
    await writeGroup(group, within, isWhole, () => undefined);
    return keys.length;
  });
}

/** `undefined` if a record has a mistake, or if the records have different members or need more than their statements. */
function planRows(
  kind: "create" | "update",
  { entity, grant, options, inputs }: UniformWrites,
  context: WriteContext,
  keys: readonly Key[] = [],
): RowGroup | undefined {
  const [input] = inputs;
  const alike = input && uniformTo({ kind, entity, key: keys[0] ?? [], input, grant, options }, context);
  if (alike === undefined) return undefined;
  const { first, fields, row } = alike;
  const toParameters = parametersOf([...fields, ...matchedFields(first)], context.session.dialect);
  const rows: (readonly unknown[])[] = [];
  for (let index = 0; index < inputs.length; index++) {
    if (!fillRow(inputs[index] as AnyFields, alike)) return undefined;
    rows.push(toParameters(row, keys[index]));
  }
  return { first, fields, rows };
}

/** The properties that records with the same members share. */
export interface UniformRows {
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
export function uniformTo(
  write: Write & { readonly input: AnyFields },
  context: WriteContext,
): UniformRows | undefined {
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
  const first = planWrite(write, set);
  if (!isStatementAlone(first, context) || isDecidedByValues(first, shape.fields)) return undefined;
  const generated = set.fields.flatMap((field, place) =>
    shape.fields.includes(field) || field.type !== "uuid" || field.system !== undefined ? [] : [place],
  );
  return { first, shape, fields: set.fields, row: [...set.values], generated };
}

/** Puts the values of a record into the row. @returns `false` if it has other members than the first, or a mistake. */
export function fillRow(input: AnyFields, { shape, row, generated }: UniformRows): boolean {
  if (!fillAlike(input, shape, row)) return false;
  for (const place of generated) row[place] = randomUUID();
  return true;
}

/** Whether the values of these fields, or of those that a trigger fills, decide whether the caller may write them. */
export function isDecidedByValues({ rule, entity }: PlannedWrite, fields: readonly Field[]): boolean {
  return rule !== undefined && dependsOn(rule, [...fields, ...triggeredFields(entity)]);
}
