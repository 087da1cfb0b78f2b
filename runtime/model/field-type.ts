import {
  SIGNED_DIGITS,
  parseBigint,
  parseBoolean,
  parseFloat64,
  parseInt32,
  parseJson,
  parseText,
  parseUuid,
} from "./values/scalars.js";
import { bounded } from "./values/bounds.js";
import { bytesFromPath, bytesToPath, parseBytes } from "./values/bytes.js";
import type { FieldValue, JsonValue, ValueLimits, Zone } from "./values/field-value.js";
import { itemType, parseItems, type ListItemType } from "./values/list.js";
import { parseEnum } from "./values/enum.js";
import { DEFAULT_PRECISION, DEFAULT_SCALE, parseDecimal } from "./values/decimal.js";
import { DURATION_FRACTION, parseDuration } from "./values/duration.js";
import { DEFAULT_FRACTION, parseDate, parseDatetime, parseTime, parseYear } from "./values/temporal.js";

export type { FieldValue, JsonValue, ValueLimits, Zone };

/** The types of canonical values, by their names in generated code. */
interface TypeScriptTypes {
  string: string;
  number: number;
  boolean: boolean;
  "number | string": number | string;
  JsonValue: JsonValue;
  "readonly JsonValue[]": readonly JsonValue[];
}

/**
 * The properties of a field type, except how databases store it: that is in `…-columns.ts` of each dialect.
 */
export interface FieldType {
  /**
   * Converts a value of the type, or its exact text, to the canonical form, which records, JSON and conditions share.
   * @throws {ValueError} If that would lose or change information.
   */
  readonly parse: (value: unknown, limits: ValueLimits) => FieldValue;
  /** The TypeScript type of the canonical form. */
  readonly typescript: keyof TypeScriptTypes;
  /** The limits that the type supports, with their defaults. */
  readonly limits: ValueLimits;
  /**
   * The operators that conditions may use: all but `~`, also `~`, equality and `has`, only null tests, or
   * none.
   */
  readonly conditions: "ordered" | "text" | "list" | "null" | "none";
  /** Whether it is stored as free text. */
  readonly holdsText: boolean;
  readonly isSortable: boolean;
  /** Whether every database supports a unique constraint or an index on it. */
  readonly isIndexable: boolean;
  /** Whether records include it. */
  readonly isReadable: boolean;
  /** Whether it has seconds, and `precision` is the number of digits after them. */
  readonly hasSeconds?: true;
  /** Whether it stores numbers exactly. */
  readonly keepsDigits?: true;
  /**
   * Whether an import chooses the type for a column that can store it. `first`: yes. `second`: only if some such
   * columns contain its values, because any text might be JSON. Otherwise never.
   */
  readonly isImported: "first" | "second" | false;
  /** The form of a key in a URL's path, if its text would not do. `from` leaves other texts unchanged. */
  readonly path?: { readonly to: (value: string) => string; readonly from: (text: string) => string };
}

const ordered = {
  limits: {},
  conditions: "ordered",
  holdsText: false,
  isSortable: true,
  isIndexable: true,
  isReadable: true,
  isImported: "first",
} as const;
const longText = {
  parse: parseText,
  typescript: "string",
  limits: { minLength: undefined, maxLength: undefined },
  conditions: "text",
  holdsText: true,
  isSortable: true,
  isIndexable: false,
  isReadable: true,
  isImported: "second",
} as const;

const noBounds = { minimum: undefined, maximum: undefined };

/** The field types. Editors show these comments for the schemas of generated code, `field.string()`. */
const rows = {
  /** A text of at most 255 characters, or of `maxLength`. */
  string: { ...longText, limits: { minLength: undefined, maxLength: 255 }, isIndexable: true },
  /** A text of any length. */
  text: longText,
  /** A text of any length that holds markup. It is stored unchanged: sanitize it where you display it. */
  richtext: { ...longText, isImported: false },
  /** One of the texts in `values`, compared and sorted in that order. The database knows them. */
  enum: { ...ordered, parse: parseEnum, typescript: "string", isImported: "second" },
  /** A list of values of the type `of`, in order. */
  list: {
    ...ordered,
    parse: parseList,
    typescript: "readonly JsonValue[]",
    conditions: "list",
    isSortable: false,
    isIndexable: false,
    keepsDigits: true,
    isImported: false,
  },
  /** A whole number of 32 bits. */
  int: { ...ordered, parse: bounded(parseInt32), typescript: "number", limits: noBounds },
  /** A whole number of 64 bits: a number if JavaScript can hold it exactly, else its text. */
  bigint: {
    ...ordered,
    parse: bounded(parseBigint),
    typescript: "number | string",
    limits: { ...noBounds, precision: SIGNED_DIGITS },
    keepsDigits: true,
  },
  /** A floating-point number of 64 bits. */
  float: { ...ordered, parse: bounded(parseFloat64), typescript: "number", limits: noBounds },
  /** An exact decimal number, as text: `"12.5"`. `precision: Infinity` takes any number of digits. */
  decimal: {
    ...ordered,
    parse: bounded(parseDecimal),
    typescript: "string",
    limits: { ...noBounds, precision: DEFAULT_PRECISION, scale: DEFAULT_SCALE },
    keepsDigits: true,
  },
  /** `true` or `false`. */
  boolean: { ...ordered, parse: parseBoolean, typescript: "boolean" },
  /** A day: `2024-02-29`. */
  date: { ...ordered, parse: parseDate, typescript: "string" },
  /**
   * An instant in UTC: `2024-02-29T12:00:00.000Z`; with `zone: "offset"` as `…+02:00`, with `"none"` without
   * a zone. `precision` is the number of decimal places of a second.
   */
  datetime: {
    ...ordered,
    parse: parseDatetime,
    typescript: "string",
    limits: { precision: DEFAULT_FRACTION, zone: "utc" },
    hasSeconds: true,
  },
  /** A time of day: `13:45:30.5`. `precision` is the number of decimal places of a second. */
  time: {
    ...ordered,
    parse: parseTime,
    typescript: "string",
    limits: { precision: DEFAULT_FRACTION, zone: "none" },
    hasSeconds: true,
  },
  /** A length of time: `P1Y2M3DT4H5M6.789S`. `precision` is the number of decimal places of a second. */
  duration: {
    ...ordered,
    parse: parseDuration,
    typescript: "string",
    limits: { precision: DURATION_FRACTION },
    hasSeconds: true,
    isImported: "second",
  },
  /** A year from 1901 to 2155, or 0: what MySQL's `year` holds. */
  year: { ...ordered, parse: parseYear, typescript: "number", isImported: false },
  /** A UUID in lower case. */
  uuid: { ...ordered, parse: parseUuid, typescript: "string", isImported: "second" },
  json: {
    ...ordered,
    parse: parseJson,
    typescript: "JsonValue",
    conditions: "null",
    isSortable: false,
    isIndexable: false,
    isImported: "second",
  },
  /** Bytes as base64 with padding: `"AP8="`. `maxLength` counts bytes. */
  bytes: {
    ...ordered,
    parse: parseBytes,
    typescript: "string",
    limits: { minLength: undefined, maxLength: undefined },
    path: { to: bytesToPath, from: bytesFromPath },
  },
  /** A value of a type that only the database knows, as the text that the database shows: `"10.0.0.0/8"`. */
  native: { ...ordered, parse: parseText, typescript: "string" },
  /** An XML document or fragment, as text. */
  xml: {
    ...ordered,
    parse: parseText,
    typescript: "string",
    conditions: "null",
    holdsText: true,
    isSortable: false,
    isIndexable: false,
  },
  /** A value of any other type, as the text that the database shows. Read-only. */
  other: {
    ...ordered,
    parse: parseText,
    typescript: "string",
    conditions: "null",
    isSortable: false,
    isIndexable: false,
    isImported: false,
  },
  /** A text that is stored hashed and never read back. */
  secret: {
    ...longText,
    limits: { minLength: undefined, maxLength: 1024 },
    conditions: "none",
    isSortable: false,
    isReadable: false,
    isImported: false,
  },
} as const satisfies Readonly<Record<string, FieldType>>;

export type FieldTypeRows = typeof rows;
export type FieldTypeName = keyof FieldTypeRows;
/** The canonical values of a type. */
export type ValueOf<T extends FieldTypeName> = TypeScriptTypes[FieldTypeRows[T]["typescript"]];

export const fieldTypes: Readonly<Record<FieldTypeName, FieldType>> = rows;
export const fieldTypeNames = Object.keys(rows) as readonly FieldTypeName[];
/** The canonical values of a list whose items have this type. */
export type ListOf<T extends ListItemType> = readonly ValueOf<T>[];

function parseList(value: unknown, limits: ValueLimits): readonly JsonValue[] {
  return parseItems(value, limits, (item) => fieldTypes[itemType(limits)].parse(item, limits));
}
