import {
  parseBigint,
  parseBoolean,
  parseFloat64,
  parseInt32,
  parseJson,
  parseText,
  parseUuid,
} from "./scalars.js";
import type { FieldValue, JsonValue, ValueLimits } from "./field-value.js";
import { itemType, parseItems, type ListItemType } from "./list.js";
import { parseEnum } from "./enum.js";
import { DEFAULT_PRECISION, DEFAULT_SCALE, parseDecimal } from "./decimal.js";
import { DEFAULT_FRACTION, parseDate, parseDatetime } from "./temporal.js";

export type { FieldValue, JsonValue, ValueLimits };

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
   * Converts a value of the type, or its exact text, to the canonical form.
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
  /** Whether it keeps numbers to the last digit. */
  readonly keepsDigits?: true;
  /**
   * Whether imports use the type for columns that can store it: `first`; `second` if only some such columns
   * hold its values, as any text might be JSON; or never.
   */
  readonly isImported: "first" | "second" | false;
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

/** The field types. Editors show these comments for the schemas of generated code, `field.string()`. */
const rows = {
  /** A text of at most 255 characters, or of `maxLength`. */
  string: { ...longText, limits: { minLength: undefined, maxLength: 255 }, isIndexable: true },
  /** A text of any length. */
  text: longText,
  /** A text of any length that holds markup. It is stored unchanged: make it safe where you show it. */
  richtext: { ...longText, isImported: false },
  /** One of the texts in `values`, in whose order it is compared and sorted. The database knows them. */
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
  int: { ...ordered, parse: parseInt32, typescript: "number" },
  /** A whole number of 64 bits: a number if JavaScript can hold it exactly, else its text. */
  bigint: { ...ordered, parse: parseBigint, typescript: "number | string", keepsDigits: true },
  /** A floating-point number of 64 bits. */
  float: { ...ordered, parse: parseFloat64, typescript: "number" },
  /** An exact decimal number, as text: `"12.5"`. `precision: Infinity` takes any number of digits. */
  decimal: {
    ...ordered,
    parse: parseDecimal,
    typescript: "string",
    limits: { precision: DEFAULT_PRECISION, scale: DEFAULT_SCALE },
    keepsDigits: true,
  },
  /** `true` or `false`. */
  boolean: { ...ordered, parse: parseBoolean, typescript: "boolean" },
  /** A day: `2024-02-29`. */
  date: { ...ordered, parse: parseDate, typescript: "string" },
  /** An instant in UTC: `2024-02-29T12:00:00.000Z`. `precision` is the number of decimal places of a second. */
  datetime: {
    ...ordered,
    parse: parseDatetime,
    typescript: "string",
    limits: { precision: DEFAULT_FRACTION },
  },
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
