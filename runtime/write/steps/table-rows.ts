import type { CheckedCondition } from "../../condition/checked.js";
import { isKey } from "../../condition/key-condition.js";
import type { DatabaseSession } from "../../database/database-session.js";
import { EntityWrites } from "../../database/entity-writes.js";
import type { FieldValue } from "../../model/field-type.js";
import type { Entity, Field } from "../../model/model.js";
import { toParameters } from "./to-parameters.js";

/** Values by field name. */
export type RowValues = Readonly<Record<string, FieldValue>>;

/** Adds a row to one of the server's own tables. @throws {DatabaseError} */
export async function insertRow(session: DatabaseSession, table: Entity, values: RowValues): Promise<void> {
  const { fields, args } = rowOf(session, table, values);
  await new EntityWrites(table, session).insert(fields, args, "id");
}

/** Adds rows that all have the same fields, in few statements. @throws {DatabaseError} */
export async function insertRows(
  session: DatabaseSession,
  table: Entity,
  rows: readonly RowValues[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const fields = fieldsOf(table, first);
  const args = rows.map((values) => toParameters(fields, Object.values(values), session.dialect));
  await new EntityWrites(table, session).insertMany(fields, args);
}

/** Updates the rows that match. Returns whether there was one. @throws {DatabaseError} */
export async function updateRow(
  session: DatabaseSession,
  table: Entity,
  values: RowValues,
  where: CheckedCondition,
): Promise<boolean> {
  const { fields, args } = rowOf(session, table, values);
  return (await new EntityWrites(table, session).update(fields, args, where, "id")) !== undefined;
}

/** The condition for rows in which the fields have all of these values. */
export function hasValues(table: Entity, values: RowValues): CheckedCondition {
  return isKey({ keys: fieldsOf(table, values) }, Object.values(values));
}

/** The fields of a row of one of the server's own tables, and their parameters. */
function rowOf({ dialect }: DatabaseSession, table: Entity, values: RowValues) {
  const fields = fieldsOf(table, values);
  return { fields, args: toParameters(fields, Object.values(values), dialect) };
}

function fieldsOf(table: Entity, values: RowValues): readonly Field[] {
  return Object.keys(values).map((name) => fieldOf(table, name));
}

export function fieldOf({ table, fieldsByName }: Entity, name: string): Field {
  const field = fieldsByName.get(name);
  if (field === undefined) throw new Error(`The table "${table}" has no field "${name}".`);
  return field;
}
