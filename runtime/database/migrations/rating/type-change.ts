/** The effects of a type change on the values of a column, in any database. */
export interface TypeChange {
  readonly mayFail: boolean;
  readonly losesData: boolean;
}

interface ParsedType {
  readonly base: string;
  readonly sizes: readonly number[];
  readonly isUnlimited: boolean;
  readonly values: readonly string[];
}

const sameBases: Readonly<Record<string, string>> = {
  integer: "int",
  int4: "int",
  int8: "bigint",
  int2: "smallint",
  bool: "boolean",
  decimal: "numeric",
  dec: "numeric",
  float8: "double precision",
  double: "double precision",
  float4: "real",
  character: "char",
  bpchar: "char",
  "timestamp with time zone": "timestamptz",
  "timestamp without time zone": "timestamp",
  "time without time zone": "time",
  "time with time zone": "timetz",
};

export function parseType(written: string): ParsedType {
  const match = /^([^(]*)(?:\((.*)\))?(.*)$/s.exec(written.trim().toLowerCase());
  const [, first = "", inner = "", after = ""] = match ?? [];
  const words = `${first.trim()} ${after.trim()}`.trim().replace(/\s+/g, " ");
  const base = sameBases[words] ?? words;
  const values =
    base === "enum" ? Array.from(written.matchAll(/'((?:[^']|'')*)'/g), ([, value = ""]) => value) : [];
  const sizes = base === "enum" ? [] : inner.split(",").map(Number).filter(Number.isInteger);
  // The width of an integer is MySQL's display width, not a limit.
  const isWidth = integers.some((name) => name === base.replace(" unsigned", ""));
  return {
    base: base === "tinyint" && sizes[0] === 1 ? "boolean" : base,
    sizes: isWidth || inner.trim() === "" ? [] : sizes,
    isUnlimited: inner.trim() === "max",
    values,
  };
}

const integers = ["boolean", "tinyint", "smallint", "mediumint", "int", "bigint"];
const approximate = ["real", "float", "double precision"];
const limitedTexts = ["char", "varchar", "nchar", "nvarchar"];
const UNLIMITED = 1_000_000_000;
const unlimitedTexts: Readonly<Record<string, number>> = {
  tinytext: 255,
  text: UNLIMITED,
  ntext: UNLIMITED,
  citext: UNLIMITED,
  // MySQL's text types of more than 64 KB.
  mediumtext: UNLIMITED + 1,
  longtext: UNLIMITED + 2,
};

export function isSameType(from: string, to: string): boolean {
  const [a, b] = [parseType(from), parseType(to)];
  return (
    a.base === b.base &&
    a.isUnlimited === b.isUnlimited &&
    a.sizes.join() === b.sizes.join() &&
    a.values.join("\0") === b.values.join("\0")
  );
}

/** The maximum length of a text type; `undefined` for other types. */
export function lengthOf(written: string): number | undefined {
  const { base, sizes, isUnlimited } = parseType(written);
  if (limitedTexts.includes(base)) return isUnlimited ? UNLIMITED : (sizes[0] ?? unsized(base));
  return unlimitedTexts[base];
}

function unsized(base: string): number {
  return base === "char" || base === "nchar" ? 1 : UNLIMITED;
}

/** The effect of a change between known types. For an unknown pair, anything is possible. */
export function assessTypeChange(from: string | undefined, to: string): TypeChange {
  if (from === undefined) return { mayFail: true, losesData: true };
  if (isSameType(from, to)) return { mayFail: false, losesData: false };
  const [a, b] = [parseType(from), parseType(to)];
  const [fromLength, toLength] = [lengthOf(from), lengthOf(to)];
  if (toLength !== undefined) {
    if (fromLength !== undefined) return { mayFail: toLength < fromLength, losesData: false };
    return { mayFail: toLength < 64, losesData: false };
  }
  const ranks = [integers.indexOf(a.base), integers.indexOf(b.base)] as const;
  if (ranks[0] >= 0 && ranks[1] >= 0) return { mayFail: ranks[1] < ranks[0], losesData: false };
  if (ranks[0] >= 0 && approximate.includes(b.base))
    return { mayFail: false, losesData: a.base === "bigint" };
  if (ranks[0] >= 0 && b.base === "numeric") return { mayFail: b.sizes.length > 0, losesData: false };
  if (a.base === "numeric" && b.base === "numeric") return numericChange(a.sizes, b.sizes);
  if (isNumber(a.base) && isNumber(b.base)) return { mayFail: true, losesData: true };
  if (a.base === "enum" && b.base === "enum")
    return { mayFail: a.values.some((value) => !b.values.includes(value)), losesData: false };
  if (temporal.includes(a.base) && temporal.includes(b.base)) return timeChange(a, b);
  if (isJson(a.base) && isJson(b.base)) return { mayFail: false, losesData: false };
  // A text is converted or rejected.
  if (fromLength !== undefined) return { mayFail: true, losesData: false };
  return { mayFail: true, losesData: true };
}

function isNumber(base: string): boolean {
  return base === "numeric" || approximate.includes(base) || integers.includes(base);
}

function isJson(base: string): boolean {
  return base === "json" || base === "jsonb";
}

function numericChange(from: readonly number[], to: readonly number[]): TypeChange {
  if (to.length === 0) return { mayFail: false, losesData: false };
  if (from.length === 0) return { mayFail: true, losesData: true };
  const [fromPrecision = 0, fromScale = 0] = from;
  const [toPrecision = 0, toScale = 0] = to;
  return { mayFail: toPrecision - toScale < fromPrecision - fromScale, losesData: toScale < fromScale };
}

const instants = ["timestamp", "timestamptz", "datetime", "datetime2", "datetimeoffset"];
const temporal = [...instants, "date", "time", "timetz", "smalldatetime"];

function timeChange(from: ParsedType, to: ParsedType): TypeChange {
  const isDate = (type: ParsedType) => type.base === "date";
  if (isDate(from))
    return { mayFail: to.base.startsWith("time") && !to.base.startsWith("timestamp"), losesData: false };
  if (isDate(to)) return { mayFail: false, losesData: true };
  const keepsKind = from.base === to.base || (instants.includes(from.base) && instants.includes(to.base));
  if (!keepsKind) return { mayFail: true, losesData: true };
  return { mayFail: false, losesData: isFiner(from, to) };
}

/**
 * Without a size, the digits of a second depend on the database: 6 in PostgreSQL, 0 in MySQL, 7 in SQL Server. Two
 * types without a size have the same precision.
 */
function isFiner(from: ParsedType, to: ParsedType): boolean {
  const [fromDigits, toDigits] = [from.sizes[0], to.sizes[0]];
  if (fromDigits !== undefined && toDigits !== undefined) return fromDigits > toDigits;
  return from.base !== to.base || toDigits !== undefined;
}
