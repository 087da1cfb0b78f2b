import { fieldTypes } from "../../../model/field-type.js";
import type { Field } from "../../../model/model.js";
import { sql } from "../../sql/kysely.js";
import type { Sql } from "../../sql/sql.js";

/** Whether the column of a field has a collation. */
export function isCollated({ type }: Field): boolean {
  return (
    (fieldTypes[type].holdsText && type !== "xml") || ["json", "list", "duration", "enum"].includes(type)
  );
}

/**
 * A text that takes the collation of the column that it is compared with, because it is cast from another type
 * (learn.microsoft.com/sql/t-sql/functions/cast-and-convert-transact-sql#collations).
 */
export function uncollated(text: Sql, length: number): Sql {
  const type = sql.raw(`nvarchar(${length})`);
  return sql`cast(cast(cast(${text} as ${type}) as ${sql.raw(`varbinary(${2 * length})`)}) as ${type})`;
}
