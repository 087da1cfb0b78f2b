/** The `storedAs` of bytes that all have the length `maxLength`. */
export const FIXED_BYTES = "binary";
/** The `storedAs` of bytes that SQL Server sets at each write of the row. */
export const ROW_VERSION = "rowversion";
/** The `storedAs` of an enum whose column has a domain of PostgreSQL. */
export const ENUM_DOMAIN = "domain";
export const UNSIGNED = "bigint unsigned";

/** The `storedAs` of texts in a column that lists their members. */
export const LISTED_TEXTS: readonly string[] = ["enum", "set"];

/** The `storedAs` of SQL Server's old types of texts. */
export const OLD_TEXTS: readonly string[] = ["ntext", "text"];

/**
 * The `storedAs` of booleans that are not stored as 1 and 0 in a column for booleans: the values for true and for
 * false. `1/0` is for columns of another type.
 */
export const booleanForms: readonly string[] = [
  ...["true/false", "TRUE/FALSE", "True/False", "t/f", "T/F"],
  ...["yes/no", "YES/NO", "Yes/No", "y/n", "Y/N"],
  ...["on/off", "ON/OFF", "On/Off", "-1/0", "1/0"],
];

/** The name of a column type without its size: `bit` for `bit(8)`. */
export function baseType(storedAs: string): string {
  return storedAs.replace(SIZE, "");
}

/** Whether a list of column types contains this one. `(n)` in the list matches any number. */
export function hasType(types: readonly string[], storedAs: string): boolean {
  if (storedAs.endsWith("(n)")) return false;
  return types.includes(storedAs.replace(SIZE, "(n)")) || types.includes(storedAs);
}

const SIZE = /\(\d{1,5}\)$/;
