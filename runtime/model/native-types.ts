import type { DialectName } from "./database-settings.js";
import type { FieldTypeName } from "./field-type.js";

/** The `storedAs` of bytes that all have the length `maxLength`. */
export const FIXED_BYTES = "binary";
/** The `storedAs` of a `bigint` without a sign. */
export const UNSIGNED = "bigint unsigned";

/** The `storedAs` of SQL Server's old types of texts. */
export const OLD_TEXTS: readonly string[] = ["ntext", "text"];

/** The `storedAs` of booleans that are not 1 and 0: what is stored for true, and for false. */
export const booleanForms: readonly string[] = [
  ...["true/false", "TRUE/FALSE", "True/False", "t/f", "T/F"],
  ...["yes/no", "YES/NO", "Yes/No", "y/n", "Y/N"],
  ...["on/off", "ON/OFF", "On/Off", "-1/0"],
];

type NativeTypes = Readonly<Partial<Record<FieldTypeName, readonly string[]>>>;

/**
 * The column types that `storedAs` may name, for each dialect: those of a database that hold a field's values
 * in another way than its usual one. `(n)` stands for a size.
 */
export const nativeTypes: Readonly<Record<DialectName, NativeTypes>> = {
  sqlite: { bytes: [FIXED_BYTES], boolean: booleanForms },
  postgres: {
    bytes: [FIXED_BYTES],
    decimal: ["money"],
    // Types that have an order, and whose texts PostgreSQL reads back as the same value.
    native: [
      ...["inet", "cidr", "macaddr", "macaddr8"],
      ...["bit(n)", "varbit", "varbit(n)"],
      ...["tsvector", "tsquery", "pg_lsn", "ltree", "hstore"],
      ...["int4range", "int8range", "numrange", "tsrange", "tstzrange", "daterange"],
      ...["int4multirange", "int8multirange", "nummultirange"],
      ...["tsmultirange", "tstzmultirange", "datemultirange"],
    ],
  },
  mysql: {
    bytes: [FIXED_BYTES],
    bigint: [UNSIGNED],
    boolean: ["bit(1)"],
    native: ["inet4", "inet6"],
    other: [
      ...["bit(n)", "geometry", "point", "linestring", "polygon"],
      ...["multipoint", "multilinestring", "multipolygon", "geometrycollection", "geomcollection"],
    ],
  },
  mssql: { bytes: [FIXED_BYTES, "image"], native: ["hierarchyid"], text: OLD_TEXTS },
};

/** The name of a column type without its size: `bit` for `bit(8)`. */
export function baseType(storedAs: string): string {
  return storedAs.replace(SIZE, "");
}

/** Whether a list of column types has this one. The `(n)` of the list stands for a number. */
export function hasType(types: readonly string[], storedAs: string): boolean {
  if (storedAs.endsWith("(n)")) return false;
  return types.includes(storedAs.replace(SIZE, "(n)")) || types.includes(storedAs);
}

const SIZE = /\(\d{1,5}\)$/;
