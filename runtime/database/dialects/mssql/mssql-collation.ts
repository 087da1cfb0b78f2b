import type { Field } from "../../../model/model.js";
import { sql } from "kysely";
import type { SqlDialect } from "../../sql/sql-dialect.js";
import type { Sql } from "../../sql/sql.js";
import { GIVEN } from "../../sql/writes/write-syntax.js";
import { mssqlColumnOf } from "./mssql-column-of.js";
import { isSameText } from "./mssql-columns.js";

/** The types of characters (learn.microsoft.com/sql/t-sql/data-types/data-types-transact-sql#data-type-categories). */
const OF_CHARACTERS = /^n?(?:(?:var)?char|text)\b/;

export function isCollated(field: Field): boolean {
  return OF_CHARACTERS.test(mssqlColumnOf(field).declaration(field));
}

/**
 * A text that takes the collation of the column that it is compared with, because it is cast from another type
 * (learn.microsoft.com/sql/t-sql/functions/cast-and-convert-transact-sql#collations).
 */
export function uncollated(text: Sql, length: number): Sql {
  const isLong = length > MAX_IN_ROW;
  const type = sql.raw(`nvarchar(${isLong ? "max" : length})`);
  return sql`cast(cast(cast(${text} as ${type}) as ${sql.raw(`varbinary(${isLong ? "max" : 2 * length})`)}) as ${type})`;
}

/** The maximum number of characters of a text that is stored in the row. */
export const MAX_IN_ROW = 4_000;

/**
 * Whether a column equals one of these values. SQL Server reads the table of values once; a comparison with each would
 * also measure the text of each row as often.
 */
export const oneOfTable: NonNullable<SqlDialect["oneOfTable"]> = (column, values, field, equals) => {
  const value = sql.id("value");
  const rows = sql.join(values.map((each) => sql`(${each})`));
  const isIt = isCollated(field)
    ? isSameText(column, value, uncollated(value, lengthIn(field)))
    : equals(column, value);
  return sql`exists (select 1 from (values ${rows}) as ${GIVEN} (${value}) where ${isIt})`;
};

function lengthIn({ type, maxLength = Infinity }: Field): number {
  return type === "enum" || maxLength <= MAX_IN_ROW ? MAX_IN_ROW : Infinity;
}
