import { sql } from "kysely";
import { parseStoredJson, toJsonText } from "../../model/exact-json.js";
import type { FieldTypeName, FieldValue } from "../../model/field-type.js";
import type { ColumnType } from "../dialect.js";
import { orItsText, readBigint, readBit, readNumber, textOf } from "../odd-values.js";

/** The function, known to every connection, that gives a decimal a text which sorts as it does. */
export const DECIMAL_SORT_KEY = "decimal_sort_key";

const same = (value: Exclude<FieldValue, null>): unknown => value;
const text = { typescript: "string", toParameter: same, fromColumn: textOf } as const;

/**
 * How SQLite stores each type. It knows only integers, doubles, texts and bytes (sqlite.org/datatype3.html), so dates are
 * ISO 8601 texts, which sort as the times do, and decimals are texts that are sorted by a key. The declared names tell the
 * types apart for readers of the schema; those that hold any text have "text" in them, which keeps SQLite from making
 * numbers of texts that look like some.
 */
export const sqliteColumns: Readonly<Record<FieldTypeName, ColumnType>> = {
  string: { ...text, declaration: () => "text" },
  text: { ...text, declaration: () => "text" },
  richtext: { ...text, declaration: () => "text" },
  int: { declaration: () => "integer", typescript: "number", toParameter: same, fromColumn: readNumber },
  bigint: {
    declaration: () => "bigint",
    typescript: "number | bigint",
    toParameter: (value) => (typeof value === "string" ? BigInt(value) : value),
    // As text, because the driver gives every integer as a double.
    select: (column) => sql`cast(${column} as text)`,
    fromColumn: readBigint,
  },
  float: { declaration: () => "real", typescript: "number", toParameter: same, fromColumn: readNumber },
  decimal: {
    ...text,
    declaration: () => "decimal_text",
    comparable: (value) => sql`${sql.raw(DECIMAL_SORT_KEY)}(${value})`,
  },
  boolean: {
    declaration: () => "boolean",
    typescript: "number",
    toParameter: (value) => (value === true ? 1 : 0),
    fromColumn: readBit,
  },
  date: { ...text, declaration: () => "date" },
  datetime: { ...text, declaration: () => "datetime" },
  uuid: { ...text, declaration: () => "uuid_text" },
  json: {
    declaration: () => "json_text",
    typescript: "string",
    toParameter: toJsonText,
    fromColumn: orItsText((value) => parseStoredJson(textOf(value))),
  },
  secret: { ...text, declaration: () => "text" },
};
