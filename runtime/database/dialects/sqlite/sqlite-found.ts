import type { FieldTypeName } from "../../../model/field-type.js";
import { sql } from "kysely";
import type { UpdateExistingSyntax } from "../../sql/writes/write-syntax.js";

const integers = new Set(["integer", "int", "bigint", "mediumint", "smallint", "tinyint"]);

/** The columns that store these values unchanged. Columns of other types convert texts that look like numbers. */
const exact: Partial<Record<FieldTypeName, ReadonlySet<string>>> = {
  string: new Set(["text", "varchar", "nvarchar", "char", "nchar", "clob"]),
  int: integers,
  bigint: integers,
  uuid: new Set(["uuid_text"]),
};

/** How SQLite finds records by their values. */
export const sqliteFound: UpdateExistingSyntax = {
  identifies: ({ type }, storedType) => exact[type]?.has(storedType) === true,
  // The column may ignore case.
  isSame: (column, value, { type }) =>
    type === "string" || type === "uuid" ? sql`${column} = ${value} collate binary` : undefined,
};
