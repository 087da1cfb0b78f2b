import type { CheckedCondition } from "../../condition/checked.js";
import { valuesIn } from "../../database/sql/values-in.js";
import type { Entity, Field } from "../../model/model.js";
import type { WriteContext } from "../steps/step.js";
import { NotAllThere } from "./failed-together.js";
import type { Key } from "../write.js";

/** Records of an entity, and a list of parameters for each. */
export interface ManyRows {
  readonly entity: Entity;
  readonly fields: readonly Field[];
  readonly rows: readonly (readonly unknown[])[];
}

/**
 * Creates records.
 * @param isWhole Whether one statement writes all or none.
 * @param toResult Creates the result for a record from its key and its place.
 * @throws {DatabaseError}
 */
export async function createRows<T>(
  { entity, fields, rows }: ManyRows,
  { writes, session }: WriteContext,
  isWhole: boolean,
  toResult: (key: Key, place: number) => T,
): Promise<T[]> {
  const stored = await (isWhole ? writes.insertWhole(fields, rows) : writes.insertMany(fields, rows));
  const toKey = valuesIn(entity.keys, session.dialect);
  return stored.map((row, place) => toResult(toKey(row), place));
}

/**
 * Updates records, each to values of its own.
 * @param matched The fields that find a record. Their values follow those of `fields` in each row.
 * @param isWhole Whether one statement writes all or none.
 * @throws {NotAllThere} if one of the records is missing, or does not meet the condition.
 * @throws {DatabaseError}
 */
export async function updateRows(
  { fields, rows }: ManyRows,
  matched: readonly Field[],
  where: CheckedCondition | undefined,
  { writes }: WriteContext,
  isWhole: boolean,
): Promise<void> {
  if (isWhole) await writes.updateWhole(matched, fields, rows, where);
  else if ((await writes.updateEach(matched, fields, rows, where)) !== rows.length) throw new NotAllThere();
}
