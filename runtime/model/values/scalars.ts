import { ExactNumber } from "./exact-number.js";
import type { JsonValue, ValueLimits } from "./field-value.js";
import { ValueError } from "./value-error.js";
import { trimZeros } from "./trim-zeros.js";

const INTEGER = /^(?:0|-?[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const INT32_MAX = 2_147_483_647;
const INT64_MAX = 9_223_372_036_854_775_807n;
const UINT64_MAX = 18_446_744_073_709_551_615n;

/** The digits of a signed and of an unsigned 64-bit integer. */
export const SIGNED_DIGITS = 19;
export const UNSIGNED_DIGITS = 20;

/** The most characters of a `string` without `maxLength`. */
export const DEFAULT_LENGTH = 255;

export function parseText(value: unknown, limits: ValueLimits): string {
  if (typeof value !== "string") throw new ValueError("wrong-type", "must be text");
  checkLength(value, limits);
  checkStorable(value);
  return value;
}

/**
 * Characters are Unicode code points, as most databases count them. SQL Server counts UTF-16 code units and
 * rejects a text that has too many.
 */
export function checkLength(text: string, { minLength = 0, maxLength = Infinity }: ValueLimits): void {
  const isShorter = text.length < minLength || (text.length < 2 * minLength && countOf(text) < minLength);
  if (isShorter)
    throw new ValueError(
      "too-short",
      minLength === 1 ? "must not be empty" : `must have at least ${minLength} characters`,
      { minimum: minLength, unit: "characters" },
    );
  const isLonger = text.length > 2 * maxLength || (text.length > maxLength && countOf(text) > maxLength);
  if (isLonger)
    throw new ValueError("too-long", `must have at most ${maxLength} characters`, {
      maximum: maxLength,
      unit: "characters",
    });
}

function countOf(text: string): number {
  // Both halves of a surrogate pair are one character.
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

/**
 * Rejects text that a database could not return unchanged: UTF-8 has no lone surrogates, PostgreSQL rejects U+0000.
 */
export function checkStorable(text: string): void {
  if (!text.isWellFormed()) throw new ValueError("not-storable", "must not contain half of a surrogate pair");
  if (text.includes("\0")) throw new ValueError("not-storable", "must not contain the character U+0000");
}

export function parseInt32(value: unknown): number {
  const number = typeof value === "string" && INTEGER.test(value) ? Number(value) : value;
  if (value instanceof ExactNumber && INTEGER.test(value.text)) throw int32Range();
  if (typeof number !== "number" || !Number.isInteger(number))
    throw new ValueError("wrong-type", "must be a whole number");
  if (number > INT32_MAX || number < -INT32_MAX - 1) throw int32Range();
  return number === 0 ? 0 : number;
}

function int32Range(): ValueError {
  return new ValueError("out-of-range", `must be between ${-INT32_MAX - 1} and ${INT32_MAX}`, {
    minimum: -INT32_MAX - 1,
    maximum: INT32_MAX,
  });
}

/** Returns a number if a double is exact, else text. */
export function parseBigint(value: unknown, { precision }: ValueLimits = {}): number | string {
  const text =
    value instanceof ExactNumber
      ? value.text
      : typeof value === "number" && Number.isSafeInteger(value)
        ? String(value)
        : value;
  if (typeof text === "number" && Number.isInteger(text))
    throw new ValueError("not-exact", "is beyond what a JavaScript number can hold exactly: send it as text");
  if (typeof text !== "string" || !INTEGER.test(text))
    throw new ValueError("wrong-type", "must be a whole number");
  const isUnsigned = precision === UNSIGNED_DIGITS;
  const isPlain = text.length < 16 && !(isUnsigned && text.startsWith("-"));
  return isPlain ? Number(text) : toBigint(text, isUnsigned);
}

function toBigint(text: string, isUnsigned: boolean): number | string {
  const exact = text.length > 20 ? undefined : BigInt(text);
  const [least, most] = isUnsigned ? [0n, UINT64_MAX] : [-INT64_MAX - 1n, INT64_MAX];
  if (exact === undefined || exact > most || exact < least)
    throw new ValueError("out-of-range", `must be between ${String(least)} and ${String(most)}`, {
      minimum: String(least),
      maximum: String(most),
    });
  return fromBigint(exact);
}

/** The canonical form of a 64-bit integer. */
export function fromBigint(exact: bigint): number | string {
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : String(exact);
}

export function parseFloat64(value: unknown): number {
  const text = value instanceof ExactNumber ? value.text : value;
  const number = typeof text === "string" && NUMBER.test(text) ? exactFloat(text) : text;
  if (typeof number !== "number") throw new ValueError("wrong-type", "must be a number");
  if (!Number.isFinite(number)) throw new ValueError("out-of-range", "is beyond what a float can hold");
  return number === 0 ? 0 : number;
}

function exactFloat(text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && !isExactNumber(text))
    throw new ValueError("not-exact", "has more digits than a float can hold");
  return number;
}

/** Whether a double prints this decimal text back to the last digit. */
export function isExactNumber(text: string): boolean {
  const digits = significantDigits(text);
  return digits === "" || significantDigits(String(Number(text))) === digits;
}

/** The number of a JSON text, as a double only if that cannot be the rounded form of another number. */
export function toPlainOrExact(text: string): number | ExactNumber {
  return isPlainNumber(text) ? Number(text) : new ExactNumber(text);
}

/**
 * Whether a number is exact as a double and cannot be the rounded form of another decimal. That holds for up
 * to 15 digits, and for safe integers.
 */
function isPlainNumber(text: string): boolean {
  const number = Number(text);
  const isUnsafe = Number.isInteger(number) && !Number.isSafeInteger(number);
  return !isUnsafe && significantDigits(text).length <= 15 && isExactNumber(text);
}

function significantDigits(text: string): string {
  const mantissa = text.replace(/[eE].*$/, "").replace(/[-.]/g, "");
  return trimZeros(mantissa.replace(/^0+/, ""));
}

export function parseBoolean(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "1") return true;
  if (value === "false" || value === "0") return false;
  throw new ValueError("wrong-type", "must be true or false");
}

export function parseUuid(value: unknown): string {
  if (typeof value !== "string" || !UUID.test(value))
    throw new ValueError("wrong-type", "must be a UUID such as 123e4567-e89b-42d3-a456-426614174000");
  return value.toLowerCase();
}

export function parseJson(value: unknown): JsonValue {
  // Nullable fields handle `null` before the type's parser runs.
  if (value === null) throw new ValueError("wrong-type", "must not be null");
  return checkJson(value, 0);
}

/** Far less than recursion or a database's own JSON parser can take. */
const MAX_JSON_DEPTH = 32;

function checkJson(value: unknown, depth: number): JsonValue {
  if (depth > MAX_JSON_DEPTH)
    throw new ValueError("out-of-range", `must be at most ${MAX_JSON_DEPTH} levels deep`);
  switch (typeof value) {
    case "string":
      checkStorable(value);
      return value;
    case "boolean":
      return value;
    case "number":
      if (!Number.isFinite(value)) throw new ValueError("out-of-range", "must hold finite numbers only");
      return value;
    case "object": {
      if (value === null) return null;
      // An exact number is a number too, kept to the last digit.
      if (value instanceof ExactNumber) return value as unknown as JsonValue;
      if (Array.isArray(value)) return value.map((item: unknown) => checkJson(item, depth + 1));
      for (const [key, item] of Object.entries(value)) {
        checkStorable(key);
        checkJson(item, depth + 1);
      }
      return value as JsonValue;
    }
    default:
      throw new ValueError("wrong-type", "must be a JSON value");
  }
}
