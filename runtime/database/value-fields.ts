import type { Entity, Field } from "../model/model.js";
import { findColumn } from "./schema/find-stored.js";
import { namesIn } from "./schema/check-clause.js";
import type { StoredColumn } from "./schema/stored-schema.js";
import { fieldsOf, type Written } from "./conflict-fields.js";
import type { DatabaseError } from "./database-error.js";
import type { DatabaseSession } from "./database-session.js";

/**
 * The fields that are written whose values the database does not take; none if nobody can tell. Databases name a column, a
 * check, or nothing at all: then those are found whose values are beyond what their columns hold.
 */
export async function refusedFields(
  error: DatabaseError,
  entity: Entity,
  database: DatabaseSession,
  { fields, args }: Written,
): Promise<readonly Field[]> {
  const { kind, columns, constraint } = error;
  const isWritten = (field: Field) => fields.includes(field);
  if (columns.length > 0) return fieldsOf(entity, columns).filter(isWritten);
  if (kind === "check") {
    if (constraint === undefined) return [];
    // MariaDB names the check of a column as the column.
    const own = fieldsOf(entity, [constraint]);
    if (own.length > 0) return own.filter(isWritten);
    const clause = await database.dialect.schema.readCheck(database.kysely, entity, constraint);
    const names = namesIn(clause ?? "");
    return fields.filter(({ column }) => names.has(column.toLowerCase()));
  }
  const table = await database.storedTable(entity);
  if (table === undefined) return [];
  return fields.filter((field, index) => {
    const column = findColumn(field, table);
    return column !== undefined && isBeyond(args[index] ?? null, column);
  });
}

/** The least and the most that columns of whole numbers hold, by the types that databases have. */
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  int2: [-32_768, 32_767],
  smallint: [-32_768, 32_767],
  tinyint: [0, 255],
  int4: [-2_147_483_648, 2_147_483_647],
  int: [-2_147_483_648, 2_147_483_647],
  float4: [-3.4028235e38, 3.4028235e38],
  real: [-3.4028235e38, 3.4028235e38],
};

/** A number that would be 0 in them is refused as well. */
const singles = ["float4", "real"];

/** Whether a value, as the database takes it, is more than the column holds. */
function isBeyond(value: unknown, { type, length, precision, scale = 0 }: StoredColumn): boolean {
  if (value === null) return false;
  const [least, most] = ranges[type] ?? [-Infinity, Infinity];
  if (Number(value) < least || Number(value) > most) return true;
  if (singles.includes(type) && Number(value) !== 0 && Math.fround(Number(value)) === 0) return true;
  if (typeof value !== "string") return false;
  if (precision === undefined) return length !== undefined && Array.from(value).length > length;
  const [integer = ""] = value.replace("-", "").split(".");
  return integer !== "0" && integer.length > precision - scale;
}
