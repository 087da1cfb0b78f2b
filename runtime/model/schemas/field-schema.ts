import { z } from "zod";
import { oneOf } from "../values/enum.js";
import {
  fieldTypeNames,
  fieldTypes,
  type FieldTypeName,
  type FieldTypeRows,
  type FieldValue,
  type JsonValue,
  type ValueLimits,
  type ValueOf,
  type Zone,
} from "../field-type.js";
import { tooMany } from "../values/list.js";
import { labelled } from "./label-in.js";
import { withKind, withKindOf } from "./parse-alike.js";
import type { ValueParser } from "../values/plain-parser.js";
import { checkLength, checkStorable, parseText } from "../values/scalars.js";
import type { KindMark } from "./record-shape.js";
import { paramsOf, ValueError } from "../values/value-error.js";

/** The maximum number of ids in a list. */
export const MAX_IDS = 1000;

type FieldSchemas = {
  readonly [T in keyof FieldTypeRows as T extends "json" | "enum" | "list" ? never : T]: (
    options?: LimitsOf<T> & LabelOption,
  ) => SchemaOf<T> & (FieldTypeRows[T]["conditions"] extends "null" ? KindMark<"null"> : unknown);
};

interface LabelOption {
  /** What people call the field. */
  readonly label?: string;
}

type SchemaOf<T extends FieldTypeName> = FieldTypeRows[T]["holdsText"] extends true
  ? z.ZodString
  : z.ZodType<ValueOf<T>, ValueOf<T>>;

type LimitsOf<T extends FieldTypeName> = {
  readonly [L in keyof FieldTypeRows[T]["limits"]]?: L extends "zone"
    ? ZoneOf<T>
    : L extends "minimum" | "maximum"
      ? ValueOf<T>
      : number;
};

type ZoneOf<T extends FieldTypeName> = T extends "time" ? Exclude<Zone, "utc"> : Zone;

const ofTypes = Object.fromEntries(
  fieldTypeNames.map((type) => [
    type,
    ({ label, ...limits }: ValueLimits & LabelOption = {}) => labelled(typeSchema(type, limits), label),
  ]),
) as unknown as FieldSchemas;

const special = {
  /** Any JSON value. `T` is the type that it is known to have. */
  json: <T extends JsonValue = JsonValue>({ label }: LabelOption = {}) =>
    labelled(withKind(valueSchema<T>("json"), valueParser("json"), "json"), label),
  /** One of the listed values. */
  oneOf: <const T extends string | number | boolean>(
    type: FieldTypeName,
    values: readonly T[],
    { label, ...limits }: ValueLimits & LabelOption = {},
  ) =>
    labelled(
      withKind(listSchema(type, values, limits), listedParser(type, values, limits), type, limits, values),
      label,
    ),
  /** One of the texts of an enum. */
  enum: <const T extends string>(values: readonly T[], { label }: LabelOption = {}) =>
    labelled(
      withKind(valueSchema<T>("enum", { values }), valueParser("enum", { values }), "enum", values),
      label,
    ),
  /** A list of items of this schema. */
  list: <T extends z.ZodType>(
    item: T,
    { label, ...limits }: { readonly maxItems?: number } & LabelOption = {},
  ) => labelled(withKindOf(itemsSchema(item, limits.maxItems), item, "list", limits), label),
  /** A list of ids of other records, without duplicates. */
  ids: <T extends z.ZodType>(id: T, { label }: LabelOption = {}) =>
    labelled(withKindOf(idsSchema(id), id, "ids") as z.ZodArray<T> & KindMark<"none">, label),
} as const;

/**
 * The field types as zod schemas. Each accepts a value of its type, or its exact text, and returns the
 * canonical form. A value that would lose or change information is a mistake.
 */
export const field: FieldSchemas & typeof special = { ...ofTypes, ...special };

function typeSchema(type: FieldTypeName, limits?: ValueLimits): z.ZodType {
  const { holdsText, limits: defaults } = fieldTypes[type];
  if (!holdsText) return withKind(valueSchema(type, limits), valueParser(type, limits), type, limits);
  const all = { ...defaults, ...limits };
  return withKind(textSchema(all), (value) => parseText(value, all), type, limits);
}

/** Parses a given value like `valueSchema`. */
function valueParser(type: FieldTypeName, limits: ValueLimits = {}): ValueParser {
  const { parse } = fieldTypes[type];
  return (value) => parse(value, limits);
}

/** Parses a given value like `listSchema`. */
function listedParser(
  type: FieldTypeName,
  values: readonly FieldValue[],
  limits: ValueLimits = {},
): ValueParser {
  const { parse } = fieldTypes[type];
  return (value) => {
    const parsed = parse(value, limits);
    if (!values.includes(parsed)) throw new ValueError("not-listed", oneOf(values), { values });
    return parsed;
  };
}

/** Returns a plain `ZodString`, so that `.trim()`, `.regex()` and the like can be added. */
function textSchema(limits: ValueLimits): z.ZodString {
  return z.string({ error: forWrongType("must be text") }).check((payload) => {
    try {
      checkLength(payload.value, limits);
      checkStorable(payload.value);
    } catch (error) {
      addIssue(error, payload, "string");
    }
  });
}

function valueSchema<T extends FieldValue>(type: FieldTypeName, limits: ValueLimits = {}): z.ZodType<T, T> {
  const { parse } = fieldTypes[type];
  return z.unknown().check((payload) => {
    const { value, issues } = payload;
    if (value === undefined) {
      issues.push({ code: "invalid_type", expected: "nonoptional", input: value, message: "is required" });
      return;
    }
    try {
      payload.value = parse(value, limits);
    } catch (error) {
      addIssue(error, payload, type);
    }
  }) as unknown as z.ZodType<T, T>;
}

function listSchema<T extends string | number | boolean>(
  type: FieldTypeName,
  values: readonly T[],
  limits?: ValueLimits,
): z.ZodType<T, T> {
  return valueSchema<T>(type, limits).refine((value) => values.includes(value), {
    params: { code: "not-listed", params: { values } },
    error: oneOf(values),
  });
}

function itemsSchema<T extends z.ZodType>(item: T, maxItems = Infinity): z.ZodArray<T> {
  return z
    .array(item, { error: forWrongType("must be a list") })
    .refine((items) => items.length <= maxItems, {
      params: { code: "too-long", params: { maximum: maxItems, unit: "items" } },
      error: tooMany(maxItems),
      when: isList,
    });
}

function idsSchema<T extends z.ZodType>(id: T): z.ZodArray<T> {
  return z
    .array(id, { error: forWrongType("must be a list of ids") })
    .refine((ids) => ids.length <= MAX_IDS, {
      params: { code: "too-long", params: { maximum: MAX_IDS, unit: "items" } },
      error: `may have at most ${MAX_IDS} ids`,
      abort: true,
      when: isList,
    })
    .refine((ids) => new Set(ids).size === ids.length, {
      params: { code: "duplicate" },
      error: "must name each id once",
    });
}

/** Zod would not count the items of a list with wrong items. */
function isList({ value }: z.core.ParsePayload): boolean {
  return Array.isArray(value);
}

/**
 * Sets the message for a wrong type only. Zod also asks for those of added checks, which have messages of their own.
 */
function forWrongType(message: string): z.core.$ZodErrorMap {
  return ({ code }) => (code === "invalid_type" ? message : undefined);
}

/**
 * Adds the mistake that a parser has thrown. Called in `.check`, because `.superRefine` and `.transform` create a
 * closure for each value, which V8 keeps alive until a full garbage collection.
 */
function addIssue(error: unknown, { value, issues }: z.core.ParsePayload, type: FieldTypeName): void {
  if (!(error instanceof ValueError)) throw error;
  issues.push({
    code: "custom",
    params: { code: error.code, params: paramsOf(error, type) },
    message: error.message,
    input: value,
  });
}
