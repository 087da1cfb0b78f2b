import { z } from "zod";
import {
  fieldTypes,
  type FieldTypeName,
  type FieldValue,
  type JsonValue,
  type ValueLimits,
} from "./field-type.js";
import { checkStorable, tooShort } from "./scalars.js";
import { ValueError } from "./value-error.js";

/** How many other records one may list. */
export const MAX_IDS = 1000;

/** What bounds a text. */
export interface TextLimits {
  /** In UTF-16 code units, like `maxLength`. A text that is a key has at least one. */
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** What bounds a time. */
export interface DatetimeLimits {
  /** How many digits a second has after the point; default 3. */
  readonly precision?: number;
}

/** What bounds a decimal. */
export interface DecimalLimits {
  /** How many digits in all; default 38. `Infinity` for any. */
  readonly precision?: number;
  /** How many digits after the point; default 10. */
  readonly scale?: number;
}

/**
 * The field types as zod schemas. Each takes a value of its type, or the exact text of one, and gives its canonical
 * form; what would lose or change information is a mistake.
 */
export const field = {
  /** A text of at most 255 characters, or as many as `maxLength` says. */
  string: (limits: TextLimits = {}) => textSchema({ maxLength: 255, ...limits }),
  /** A text of any length. */
  text: (limits: TextLimits = {}) => textSchema(limits),
  /** A text of any length that holds markup. It is stored as it comes: whoever shows it must make it safe. */
  richtext: (limits: TextLimits = {}) => textSchema(limits),
  /** A whole number of 32 bits. */
  int: () => valueSchema<number>("int"),
  /** A whole number of 64 bits: a number where JavaScript holds it exactly, else its text. */
  bigint: () => valueSchema<number | string>("bigint"),
  /** A number of 64 bits with a floating point. */
  float: () => valueSchema<number>("float"),
  /** An exact decimal number, as text: `"12.5"`. */
  decimal: (limits: DecimalLimits = {}) => valueSchema<string>("decimal", limits),
  boolean: () => valueSchema<boolean>("boolean"),
  /** A day: `2024-02-29`. */
  date: () => valueSchema<string>("date"),
  /** An instant in UTC to the millisecond, or as finely as `precision` says: `2024-02-29T12:00:00.000Z`. */
  datetime: (limits: DatetimeLimits = {}) => valueSchema<string>("datetime", limits),
  uuid: () => valueSchema<string>("uuid"),
  /** Any JSON value; say in `T` what it is known to be. */
  json: <T extends JsonValue = JsonValue>() => valueSchema<T>("json"),
  /** A text that is stored hashed and never read back. */
  secret: (limits: TextLimits = {}) => textSchema({ maxLength: 1024, ...limits }),
  /** One of a closed list of values. */
  oneOf: <const T extends string | number | boolean>(type: FieldTypeName, values: readonly T[]) =>
    listSchema(type, values),
  /** The ids of other records, each once. */
  ids: <T extends z.ZodType>(id: T) => idsSchema(id),
} as const;

/** A real `ZodString`, so that `.trim()`, `.regex()` and the like can be added to it. */
function textSchema({ minLength, maxLength }: TextLimits): z.ZodString {
  const text = z.string({ error: forWrongType("must be text") });
  const longEnough = minLength === undefined ? text : text.min(minLength, { error: tooShort(minLength) });
  const limited =
    maxLength === undefined
      ? longEnough
      : longEnough.max(maxLength, { error: `must have at most ${maxLength} characters` });
  return limited.superRefine((value, context) => {
    attempt(
      () => {
        checkStorable(value);
      },
      value,
      context,
    );
  });
}

function valueSchema<T extends FieldValue>(type: FieldTypeName, limits: ValueLimits = {}): z.ZodType<T, T> {
  const { parse } = fieldTypes[type];
  return z.unknown().transform((value, context): unknown => {
    if (value === undefined) {
      context.issues.push({
        code: "invalid_type",
        expected: "nonoptional",
        input: value,
        message: "is required",
      });
      return z.NEVER;
    }
    return attempt(() => parse(value, limits), value, context);
  }) as unknown as z.ZodType<T, T>;
}

function listSchema<T extends string | number | boolean>(
  type: FieldTypeName,
  values: readonly T[],
): z.ZodType<T, T> {
  const message = `must be one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
  return valueSchema<T>(type).refine((value) => values.includes(value), {
    params: { code: "not-listed" },
    error: message,
  });
}

function idsSchema<T extends z.ZodType>(id: T): z.ZodArray<T> {
  return z
    .array(id, { error: forWrongType("must be a list of ids") })
    .refine((ids) => ids.length <= MAX_IDS, {
      params: { code: "too-long" },
      error: `may have at most ${MAX_IDS} ids`,
      abort: true,
    })
    .refine((ids) => new Set(ids).size === ids.length, {
      params: { code: "duplicate" },
      error: "must name each id once",
    });
}

/** Zod asks a schema for the message of every check that is added to it: those speak for themselves. */
function forWrongType(message: string): z.core.$ZodErrorMap {
  return ({ code }) => (code === "invalid_type" ? message : undefined);
}

function attempt<T>(parse: () => T, input: unknown, context: z.RefinementCtx): T | typeof z.NEVER {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    context.issues.push({ code: "custom", params: { code: error.code }, message: error.message, input });
    return z.NEVER;
  }
}
