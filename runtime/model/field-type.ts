import {
  DEFAULT_LENGTH,
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
import {
  textExamples,
  markupExamples,
  secretExamples,
  enumExamples,
  decimalExamples,
  dateExamples,
  datetimeExamples,
  timeExamples,
  bytesExamples,
  nativeExamples,
  type ExampleInput,
} from "./values/type-examples.js";
import {
  textSchema,
  noLimits,
  lengthLimits,
  numberLimits,
  bigintLimits,
  decimalLimits,
  datetimeLimits,
  timeLimits,
  yearLimits,
  jsonLimits,
  bytesLimits,
  type Schema,
  type SchemaLimits,
} from "./values/type-schemas.js";

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

/** The properties of a field type, except how databases store it: that is in `…-columns.ts` of each dialect. */
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
  /** The operators that conditions may use: all but `~`, also `~`, equality and `has`, only null tests, or none. */
  readonly conditions: "ordered" | "text" | "list" | "null" | "none";
  /** Whether it is stored as free text. */
  readonly holdsText: boolean;
  readonly isSortable: boolean;
  /** Whether every database supports a unique constraint or an index on it. */
  readonly isIndexable: boolean;
  /** Whether a key may have it: it is indexable, and a path with the text of a value finds that value. */
  readonly canBeKey: boolean;
  /** The aggregates besides `count`: all, as for numbers, only `min` and `max`, or none. */
  readonly aggregates: "all" | "extremes" | "none";
  /** Whether records include it. */
  readonly isReadable: boolean;
  /** Whether it has seconds, and `precision` is the number of digits after them. */
  readonly hasSeconds?: true;
  /** Whether it stores numbers exactly. */
  readonly keepsDigits?: true;
  /** Whether its values are JSON, also where other values are texts: in CSV and in the query of a URL. */
  readonly isJson?: true;
  /** Whether only the database knows which texts are values. */
  readonly isCheckedByDatabase?: true;
  /**
   * Whether an import chooses the type for a column that can store it. `first`: yes. `second`: only if some such
   * columns contain its values, because any text might be JSON. Otherwise never.
   */
  readonly isImported: "first" | "second" | false;
  /** How a key is written in a URL's path, for types whose text may contain `/`. `from` leaves other texts unchanged. */
  readonly path?: { readonly to: (value: string) => string; readonly from: (text: string) => string };
  /** The JSON Schema of a field's values in answers. */
  readonly schema: (field: SchemaLimits) => Schema;
  /** What the schema of a write adds: the limits of the field. */
  readonly schemaLimits: (field: SchemaLimits) => Schema;
  /**
   * Values for a field, the best first: the first that its limits allow is taken. The OpenAPI document shows those of
   * number 0. Migrations are tried with those of 1, 2, …, which differ if the type is indexable. Empty if only a person
   * knows a value.
   */
  readonly examples: (field: ExampleInput, number: number) => readonly FieldValue[];
}

/** A text that is compared as it is. The other types say how they differ. */
const ordered = {
  parse: parseText,
  typescript: "string",
  limits: {},
  conditions: "ordered",
  holdsText: false,
  isSortable: true,
  isIndexable: true,
  canBeKey: true,
  aggregates: "none",
  isReadable: true,
  isImported: "first",
  schema: textSchema,
  schemaLimits: noLimits,
} as const;
const number = {
  ...ordered,
  limits: { minimum: undefined, maximum: undefined },
  aggregates: "all",
  schemaLimits: numberLimits,
} as const;
/** Neither compared nor sorted nor indexed. */
const opaque = {
  ...ordered,
  conditions: "null",
  isSortable: false,
  isIndexable: false,
  canBeKey: false,
} as const;
const longText = {
  ...ordered,
  limits: { minLength: undefined, maxLength: undefined },
  conditions: "text",
  holdsText: true,
  isIndexable: false,
  canBeKey: false,
  aggregates: "extremes",
  isImported: "second",
  schemaLimits: lengthLimits,
  examples: textExamples,
} as const;

/** The field types. Editors show these comments for the schemas of generated code, `field.string()`. */
const rows = {
  /** A text of at most 255 characters, or of `maxLength`. */
  string: {
    ...longText,
    limits: { minLength: undefined, maxLength: DEFAULT_LENGTH },
    isIndexable: true,
    canBeKey: true,
  },
  /** A text of any length. */
  text: longText,
  /** A text of any length that holds markup. It is stored unchanged: sanitize it where you display it. */
  richtext: { ...longText, isImported: false, examples: markupExamples },
  /** One of the texts in `values`, compared and sorted in that order. The database knows them. */
  enum: { ...ordered, parse: parseEnum, isImported: "second", examples: enumExamples },
  /** A list of values of the type `of`, in order. */
  list: {
    ...opaque,
    parse: parseList,
    typescript: "readonly JsonValue[]",
    conditions: "list",
    keepsDigits: true,
    isJson: true,
    isImported: false,
    // Those who use these members add the schema or the example of an item.
    schema: () => ({ type: "array" }),
    schemaLimits: ({ maxItems }) => ({ ...(maxItems !== undefined && { maxItems }) }),
    examples: () => [[]],
  },
  /** A whole number of 32 bits. */
  int: {
    ...number,
    parse: bounded(parseInt32),
    typescript: "number",
    schema: () => ({ type: "integer", format: "int32" }),
    examples: (_, n) => [n + 1],
  },
  /** A whole number of 64 bits: a number if JavaScript can hold it exactly, else its text. */
  bigint: {
    ...number,
    parse: bounded(parseBigint),
    typescript: "number | string",
    limits: { ...number.limits, precision: SIGNED_DIGITS },
    keepsDigits: true,
    schema: () => ({ type: ["integer", "string"] }),
    schemaLimits: bigintLimits,
    examples: (_, n) => [n + 1],
  },
  /** A floating-point number of 64 bits. */
  float: {
    ...number,
    parse: bounded(parseFloat64),
    typescript: "number",
    // Different floats may have the same text.
    canBeKey: false,
    schema: () => ({ type: "number", format: "double" }),
    examples: (_, n) => [n + 1.5, n + 1],
  },
  /** An exact decimal number, as text: `"12.5"`. `precision: Infinity` takes any number of digits. */
  decimal: {
    ...number,
    parse: bounded(parseDecimal),
    limits: { ...number.limits, precision: DEFAULT_PRECISION, scale: DEFAULT_SCALE },
    keepsDigits: true,
    schema: () => ({ type: "string", format: "decimal" }),
    schemaLimits: decimalLimits,
    examples: decimalExamples,
  },
  /** `true` or `false`. */
  boolean: {
    ...ordered,
    parse: parseBoolean,
    typescript: "boolean",
    schema: () => ({ type: "boolean" }),
    examples: (_, n) => [n % 2 === 0],
  },
  /** A day: `2024-02-29`. */
  date: {
    ...ordered,
    parse: parseDate,
    aggregates: "extremes",
    schema: () => ({ type: "string", format: "date" }),
    examples: dateExamples,
  },
  /**
   * An instant in UTC: `2024-02-29T12:00:00.000Z`; with `zone: "offset"` as `…+02:00`, with `"none"` without
   * a zone. `precision` is the number of decimal places of a second.
   */
  datetime: {
    ...ordered,
    parse: parseDatetime,
    limits: { precision: DEFAULT_FRACTION, zone: "utc" },
    aggregates: "extremes",
    hasSeconds: true,
    schema: ({ zone }) => (zone === "none" ? textSchema() : { type: "string", format: "date-time" }),
    schemaLimits: datetimeLimits,
    examples: datetimeExamples,
  },
  /** A time of day: `13:45:30.5`. `precision` is the number of decimal places of a second. */
  time: {
    ...ordered,
    parse: parseTime,
    limits: { precision: DEFAULT_FRACTION, zone: "none" },
    aggregates: "extremes",
    hasSeconds: true,
    schema: ({ zone }) => (zone === "offset" ? { type: "string", format: "time" } : textSchema()),
    schemaLimits: timeLimits,
    examples: timeExamples,
  },
  /** A length of time: `P1Y2M3DT4H5M6.789S`. `precision` is the number of decimal places of a second. */
  duration: {
    ...ordered,
    parse: parseDuration,
    limits: { precision: DURATION_FRACTION },
    hasSeconds: true,
    isImported: "second",
    schemaLimits: () => ({ pattern: "^[-+]?P(?=[-+\\dT])[-+\\dYMWD]*(?:T[-+\\d.HMS]+)?$" }),
    examples: (_, n) => [`P1DT${12 + n}H`],
  },
  /** A year from 1901 to 2155, or 0: what MySQL's `year` holds. */
  year: {
    ...ordered,
    parse: parseYear,
    typescript: "number",
    aggregates: "extremes",
    isImported: false,
    schema: () => ({ type: "integer" }),
    schemaLimits: yearLimits,
    examples: (_, n) => [2024 + n],
  },
  /** A UUID in lower case. */
  uuid: {
    ...ordered,
    parse: parseUuid,
    isImported: "second",
    schema: () => ({ type: "string", format: "uuid" }),
    examples: (_, n) => [`123e4567-e89b-42d3-a456-${426_614_174_000 + n}`],
  },
  json: {
    ...opaque,
    parse: parseJson,
    typescript: "JsonValue",
    isJson: true,
    isImported: "second",
    schema: () => ({}),
    // Only `null` is left out.
    schemaLimits: jsonLimits,
    examples: () => [{ key: "value" }],
  },
  /** Bytes as base64 with padding: `"AP8="`. `maxLength` counts bytes. */
  bytes: {
    ...ordered,
    parse: parseBytes,
    limits: { minLength: undefined, maxLength: undefined },
    path: { to: bytesToPath, from: bytesFromPath },
    schema: () => ({ type: "string", contentEncoding: "base64" }),
    schemaLimits: bytesLimits,
    examples: bytesExamples,
  },
  /** A value of a type that only the database knows, as the text that the database shows: `"10.0.0.0/8"`. */
  native: { ...ordered, isCheckedByDatabase: true, examples: nativeExamples },
  /** An XML document or fragment, as text. */
  xml: { ...opaque, holdsText: true, isCheckedByDatabase: true, examples: ({ name }) => [`<${name}/>`] },
  /** A value of any other type, as the text that the database shows. Read-only. */
  other: { ...opaque, isImported: false, examples: ({ name }, n) => (n === 0 ? [name] : []) },
  /** A text that is stored hashed and never read back. */
  secret: {
    ...longText,
    limits: { minLength: undefined, maxLength: 1024 },
    conditions: "none",
    isSortable: false,
    aggregates: "none",
    isReadable: false,
    isImported: false,
    schemaLimits: (field) => ({ ...lengthLimits(field), writeOnly: true }),
    examples: secretExamples,
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

/** The most characters of a `string` with an index: MySQL's holds 3072 bytes, 4 per character. Others hold more. */
export const MAX_INDEXED_LENGTH = 768;
