import type { ValueLimits } from "./field-value.js";
import { UNSIGNED_DIGITS } from "./scalars.js";

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** What the schemas of a field depend on, besides its type. */
export interface SchemaLimits extends ValueLimits {
  readonly isNullable: boolean;
}

export function textSchema(): Schema {
  return { type: "string" };
}

/** For types whose schema needs no more for a write. */
export function noLimits(): Schema {
  return {};
}

export function lengthLimits({ minLength, maxLength }: SchemaLimits): Schema {
  return { ...(minLength !== undefined && { minLength }), ...(maxLength !== undefined && { maxLength }) };
}

/** Bounds that a JSON number can represent. */
export function numberLimits({ minimum, maximum }: SchemaLimits): Schema {
  return { ...(typeof minimum === "number" && { minimum }), ...(typeof maximum === "number" && { maximum }) };
}

export function bigintLimits(field: SchemaLimits): Schema {
  const isUnsigned = field.precision === UNSIGNED_DIGITS;
  return {
    pattern: isUnsigned ? "^(?:0|[1-9]\\d{0,19})$" : "^(?:0|-?[1-9]\\d{0,18})$",
    ...(isUnsigned && { minimum: 0 }),
    ...numberLimits(field),
  };
}

export function decimalLimits({ precision = Infinity, scale = Infinity }: SchemaLimits): Schema {
  const before = precision === Infinity ? Infinity : precision - scale;
  const whole = before === 0 ? "0" : `(?:0|[1-9]\\d${before === Infinity ? "*" : `{0,${before - 1}}`})`;
  const after = scale === 0 ? "" : `(?:\\.\\d${scale === Infinity ? "+" : `{1,${scale}}`})?`;
  return { pattern: `^-?${whole}${after}$` };
}

const DAY = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d";

export function datetimeLimits({ zone, precision = 0 }: SchemaLimits): Schema {
  return zone === "none" ? { pattern: `^${DAY}T${TIME}${fraction(precision)}$` } : {};
}

export function timeLimits({ zone, precision = 0 }: SchemaLimits): Schema {
  return zone === "offset" ? {} : { pattern: `^${TIME}${fraction(precision)}$` };
}

/** Each branch has the type: beside `anyOf`, generators of clients take only the first branch or none. */
export function yearLimits(): Schema {
  const type = "integer";
  return {
    type: undefined,
    anyOf: [
      { type, const: 0 },
      { type, minimum: 1901, maximum: 2155 },
    ],
  };
}

/** Only `null` is left out. Without `additionalProperties`, generators take an object for an empty one. */
export function jsonLimits({ isNullable }: SchemaLimits): Schema {
  if (isNullable) return {};
  return { type: ["object", "array", "string", "number", "boolean"], additionalProperties: true, items: {} };
}

function fraction(precision: number): string {
  return precision === 0 ? "" : `(?:\\.\\d{1,${precision}})?`;
}

const BASE64 = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$";

/** The limits on the bytes as limits on their text. */
export function bytesLimits({ minLength = 0, maxLength }: SchemaLimits): Schema {
  return {
    ...(minLength > 0 && { minLength: 4 * Math.ceil(minLength / 3) }),
    ...(maxLength !== undefined && { maxLength: 4 * Math.ceil(maxLength / 3) }),
    pattern: BASE64,
  };
}
