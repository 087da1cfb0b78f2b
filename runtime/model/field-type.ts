import {
  parseBigint,
  parseBoolean,
  parseFloat64,
  parseInt32,
  parseJson,
  parseText,
  parseUuid,
} from "./scalars.js";
import { parseDate, parseDatetime } from "./temporal.js";
import { parseDecimal } from "./decimal.js";

export const fieldTypeNames = [
  "string",
  "text",
  "richtext",
  "int",
  "bigint",
  "float",
  "decimal",
  "boolean",
  "date",
  "datetime",
  "uuid",
  "json",
  "secret",
] as const;
export type FieldTypeName = (typeof fieldTypeNames)[number];

/** A value in its one canonical form: what records hold, what JSON carries, what conditions compare. */
export type FieldValue = JsonValue;
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** What of a field bounds its values. */
export interface ValueLimits {
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly precision?: number | undefined;
  readonly scale?: number | undefined;
}

/** What a field type is, in every part of the system but the database's own types. */
export interface FieldType {
  /**
   * Takes a value of the type, or the exact text of one, to its canonical form.
   * @throws {ValueError} where that would lose or change information.
   */
  readonly parse: (value: unknown, limits: ValueLimits) => FieldValue;
  /** The type of its canonical form in TypeScript. */
  readonly typescript: string;
  /** Which operators a condition may use: all but `~`, `~` too, only null tests, or none. */
  readonly conditions: "ordered" | "text" | "null" | "none";
  readonly isSortable: boolean;
  /** Whether every database can put a unique constraint or an index on it. */
  readonly isIndexable: boolean;
  readonly defaultMaxLength?: number;
  /** Whether a record carries it. */
  readonly isReadable: boolean;
  /** Whether it takes a number to the last digit, however many there are. */
  readonly keepsDigits?: true;
}

const ordered = { conditions: "ordered", isSortable: true, isIndexable: true, isReadable: true } as const;
const longText = {
  parse: parseText,
  typescript: "string",
  conditions: "text",
  isSortable: true,
  isIndexable: false,
  isReadable: true,
} as const;

export const fieldTypes: Readonly<Record<FieldTypeName, FieldType>> = {
  string: { ...ordered, parse: parseText, typescript: "string", conditions: "text", defaultMaxLength: 255 },
  text: longText,
  richtext: longText,
  int: { ...ordered, parse: parseInt32, typescript: "number" },
  bigint: { ...ordered, parse: parseBigint, typescript: "number | string", keepsDigits: true },
  float: { ...ordered, parse: parseFloat64, typescript: "number" },
  decimal: { ...ordered, parse: parseDecimal, typescript: "string", keepsDigits: true },
  boolean: { ...ordered, parse: parseBoolean, typescript: "boolean" },
  date: { ...ordered, parse: parseDate, typescript: "string" },
  datetime: { ...ordered, parse: parseDatetime, typescript: "string" },
  uuid: { ...ordered, parse: parseUuid, typescript: "string" },
  json: {
    parse: parseJson,
    typescript: "JsonValue",
    conditions: "null",
    isSortable: false,
    isIndexable: false,
    isReadable: true,
  },
  secret: {
    parse: parseText,
    typescript: "string",
    conditions: "none",
    isSortable: false,
    isIndexable: false,
    isReadable: false,
    defaultMaxLength: 1024,
  },
};
