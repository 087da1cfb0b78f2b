import type { Field } from "../../../model/model.js";
import { sql } from "../../sql/kysely.js";
import type { Sql } from "../../sql/sql.js";
import { mssqlColumnOf } from "./mssql-column-of.js";

/** The types of characters (learn.microsoft.com/sql/t-sql/data-types/data-types-transact-sql#data-type-categories). */
const OF_CHARACTERS = /^n?(?:(?:var)?char|text)\b/;

/** Whether the column of a field has a collation. */
export function isCollated(field: Field): boolean {
  return OF_CHARACTERS.test(mssqlColumnOf(field).declaration(field));
}

/**
 * A text that takes the collation of the column that it is compared with, because it is cast from another type
 * (learn.microsoft.com/sql/t-sql/functions/cast-and-convert-transact-sql#collations).
 */
export function uncollated(text: Sql, length: number): Sql {
  const type = sql.raw(`nvarchar(${length})`);
  return sql`cast(cast(cast(${text} as ${type}) as ${sql.raw(`varbinary(${2 * length})`)}) as ${type})`;
}
