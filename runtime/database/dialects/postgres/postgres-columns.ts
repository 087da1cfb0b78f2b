import { sql } from "kysely";
import { DEFAULT_PRECISION, DEFAULT_SCALE } from "../../../model/values/decimal.js";
import { DURATION_FRACTION, parseDuration } from "../../../model/values/duration.js";
import { toJsonText } from "../../../model/values/exact-json.js";
import { DEFAULT_LENGTH } from "../../../model/values/scalars.js";
import type { FieldTypeName, JsonValue } from "../../../model/field-type.js";
import type { Field } from "../../../model/model.js";
import { dialectFacts } from "../../../model/settings/dialect-facts.js";
import { baseType, ENUM_DOMAIN } from "../../../model/values/native-types.js";
import { DEFAULT_FRACTION, parseTime } from "../../../model/values/temporal.js";
import type { ColumnType, InJson } from "../../sql/sql-dialect.js";
import type { Sql } from "../../sql/sql.js";
import { enumPlace } from "../../schema/checks/enum-check.js";
import { bytesColumn } from "../bytes-column.js";
import { orItsText, readDecimal, readNumber } from "../odd-values.js";
import { bigintColumn, booleanColumn, numberColumn, textColumn as text } from "../plain-columns.js";
import {
  bigintJson,
  datetimeJson,
  decimalJson,
  floatJson,
  plainJson,
  textJson,
} from "./postgres-json-texts.js";
import { toBytes, toIso, readJson } from "./postgres-types.js";

/** In JSON, a number would have other digits, or a time another form. */
const inJsonAsText: InJson = { select: (value) => sql`${value}::text` };

function ofText(read: (text: string) => unknown): (value: unknown) => unknown {
  return (value) => read(String(value));
}

/** How PostgreSQL stores each type. The driver returns values as text if a double or a `Date` would change them. */
export const postgresColumns: Readonly<Record<FieldTypeName, ColumnType>> = {
  string: {
    stored: ["varchar", "text", "bpchar", "citext", "name"],
    ...text,
    inJson: {},
    jsonText: plainJson,
    declaration: ({ maxLength = DEFAULT_LENGTH }) => `varchar(${maxLength})`,
  },
  text: { stored: ["text", "varchar", "citext"], ...text, inJson: {}, declaration: () => "text" },
  richtext: { stored: ["text", "varchar", "citext"], ...text, inJson: {}, declaration: () => "text" },
  enum: {
    stored: ["enum"],
    ...text,
    inJson: inJsonAsText,
    jsonText: textJson,
    declaration: () => "enum",
    formOf: ({ isEnumDomain }) => (isEnumDomain === true ? ENUM_DOMAIN : undefined),
  },
  int: {
    stored: ["int4", "int2"],
    ...numberColumn,
    inJson: {},
    jsonText: plainJson,
    declaration: () => "integer",
  },
  bigint: {
    stored: ["int8"],
    ...bigintColumn,
    inJson: inJsonAsText,
    jsonText: bigintJson,
    declaration: () => "bigint",
  },
  float: {
    stored: ["float8", "float4"],
    ...numberColumn,
    inJson: { ...inJsonAsText, toDriver: Number },
    jsonText: floatJson,
    declaration: () => "double precision",
    fromColumn: readNumber,
  },
  decimal: {
    stored: ["numeric", "money"],
    ...text,
    inJson: inJsonAsText,
    jsonText: decimalJson,
    declaration: ({ precision = DEFAULT_PRECISION, scale = DEFAULT_SCALE }) =>
      precision === Infinity ? "numeric" : `numeric(${precision},${scale})`,
    formOf: ({ type }) => (type === "money" ? type : undefined),
    fromColumn: readDecimal,
  },
  boolean: {
    stored: ["bool"],
    ...booleanColumn,
    inJson: {},
    jsonText: plainJson,
    declaration: () => "boolean",
  },
  date: { stored: ["date"], ...text, inJson: inJsonAsText, jsonText: textJson, declaration: () => "date" },
  datetime: {
    stored: ["timestamptz", "timestamp"],
    ...text,
    inJson: { ...inJsonAsText, toDriver: ofText(toIso) },
    jsonText: (column) => datetimeJson(column),
    declaration: ({ precision = DEFAULT_FRACTION }) => `timestamptz(${precision})`,
  },
  time: {
    stored: ["time", "timetz"],
    ...text,
    inJson: inJsonAsText,
    declaration: ({ precision = DEFAULT_FRACTION }) => `time(${precision})`,
    // `24:00:00` is not a time of a day.
    fromColumn: orItsText((value) => parseTime(value, { precision: 6 })),
  },
  duration: {
    stored: ["interval"],
    ...text,
    inJson: inJsonAsText,
    declaration: ({ precision = DURATION_FRACTION }) => `interval(${precision})`,
    fromColumn: orItsText((value) => parseDuration(value)),
    cast: (parameter) => sql`cast(${parameter} as interval)`,
    // For PostgreSQL a month equals 30 days. Their texts differ.
    equals: (column, value) => sql`(${column} = ${value} and ${column}::text = ${value}::text)`,
  },
  year: {
    stored: ["int2", "int4"],
    ...numberColumn,
    inJson: {},
    jsonText: plainJson,
    declaration: () => "smallint",
  },
  uuid: { stored: ["uuid"], ...text, inJson: {}, jsonText: plainJson, declaration: () => "uuid" },
  json: {
    stored: ["jsonb", "json"],
    inJson: { ...inJsonAsText, toDriver: ofText(readJson) },
    declaration: () => "jsonb",
    typescript: "JsonValue",
    // As text, because the driver converts a JavaScript array to a PostgreSQL array.
    toParameter: (value) => toJsonText(value),
    fromColumn: (value) => value as JsonValue,
    kept: (column) => sql`case when btrim(${column}::text, e' \\n\\r\\t') = 'null' then ${column} end`,
  },
  // Bytes have no maximum in PostgreSQL: only the server checks it.
  bytes: {
    stored: ["bytea"],
    ...bytesColumn,
    inJson: { ...inJsonAsText, toDriver: ofText(toBytes) },
    declaration: () => "bytea",
  },
  native: {
    stored: (dialectFacts.postgres.nativeTypes.native ?? []).map((name) => name.replace("(n)", "")),
    ...text,
    formOf: ({ type, length }) => (length === undefined ? type : `${type}(${length})`),
    // A parameter takes the type of the column that it is compared with or stored in.
    declaration: ({ storedAs = "text" }) => storedAs,
  },
  xml: { stored: ["xml"], ...text, inJson: {}, declaration: () => "xml" },
  other: {
    stored: [],
    ...text,
    inJson: {},
    declaration: () => "text",
    select: (column) => sql`${column}::text`,
    // A composite value is null for PostgreSQL if all its parts are.
    nullTested: (column) => sql`${column}::text`,
  },
  // Each item type has its own: postgres-lists.ts.
  list: { stored: [], ...text, declaration: () => "text[]" },
  secret: { stored: ["text", "varchar"], ...text, declaration: () => "text" },
};

/** The column of a field with an unusual column type. */
export function otherColumn({ type, storedAs }: Field): ColumnType | undefined {
  if (storedAs === undefined) return undefined;
  if (type === "native")
    return {
      ...postgresColumns.native,
      stored: [baseType(storedAs)],
      // PostgreSQL compares a `cidr` as an `inet`, which accepts other texts.
      ...(storedAs === "cidr" && { cast: (parameter: Sql) => sql`${parameter}::cidr` }),
      // It can be sorted, but its operators have other names (postgresql.org/docs/current/hstore.html).
      ...(storedAs === "hstore" && {
        ordered: (column: Sql, operator: string, value: Sql) =>
          sql`${column} ${sql.raw(`#${operator}#`)} ${value}`,
      }),
    };
  return storedAs === "money" ? money : storedAs === ENUM_DOMAIN ? enumDomain : undefined;
}

/** PostgreSQL has no operators for a domain of an enum, as it has for those of other types. */
const enumDomain: ColumnType = {
  ...postgresColumns.enum,
  comparable: (value, field) => enumPlace(sql`${value}::text`, field, (text) => sql.lit(text)),
  equals: (column, value) => sql`${column}::text = ${value}::text`,
};

/** PostgreSQL writes `money` as the server's locale does: only a `numeric` has the same text everywhere. */
const money: ColumnType = {
  ...postgresColumns.decimal,
  stored: ["money"],
  declaration: () => "money",
  select: (column) => sql`${column}::numeric`,
  cast: (parameter) => sql`${parameter}::numeric::money`,
};
