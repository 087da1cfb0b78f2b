import { ExactNumber } from "./exact-number.js";
import type { ValueLimits } from "./field-value.js";
import { ValueError } from "./value-error.js";
import { trimZeros } from "./trim-zeros.js";

export const DEFAULT_PRECISION = 38;
export const DEFAULT_SCALE = 10;

/** The precision and scale of a decimal with any number of digits. */
export const ANY_DIGITS = { precision: Infinity, scale: Infinity } as const;

/** The maximum length of a decimal's text, with a precision and without one (PostgreSQL's limit). */
const MAX_LENGTH = 200;
const MAX_ANY_LENGTH = 150_000;

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Parses a decimal into its shortest text: no exponent, negative zero or padding. Never uses a double. */
export function parseDecimal(
  value: unknown,
  { precision = DEFAULT_PRECISION, scale = Math.min(DEFAULT_SCALE, precision) }: ValueLimits,
): string {
  const maxLength = precision === Infinity ? MAX_ANY_LENGTH : Math.max(MAX_LENGTH, precision + 3);
  const text =
    value instanceof ExactNumber ? value.text : typeof value === "number" ? textOfNumber(value) : value;
  const maxInteger = precision === Infinity ? Infinity : precision - scale;
  const isText = typeof text === "string" && text.length <= maxLength;
  if (isText && isShortest(text, maxInteger, scale)) return text;
  const match = isText ? DECIMAL.exec(text) : null;
  if (match === null) throw new ValueError("wrong-type", 'must be a decimal number, best as text: "12.50"');
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const { integer, decimals } = shift(whole, fraction, Number(exponent));
  if (decimals.length > scale)
    throw new ValueError("not-exact", `must have at most ${scale} digits after the point`, {
      maximum: scale,
    });
  if (integer.length > maxInteger)
    throw new ValueError("out-of-range", `must have at most ${maxInteger} digits before the point`);
  const digits = `${integer === "" ? "0" : integer}${decimals === "" ? "" : `.${decimals}`}`;
  return digits === "0" ? digits : `${sign}${digits}`;
}

/**
 * Whether the text is what `parseDecimal` returns, as most texts are. Does not use a regular expression, which is slow.
 */
function isShortest(text: string, maxInteger: number, scale: number): boolean {
  const begin = text.charCodeAt(0) === MINUS ? 1 : 0;
  const point = endOfDigits(text, begin);
  const isZero = text.charCodeAt(begin) === ZERO;
  const digits = point - begin;
  if (digits === 0 || (isZero && digits > 1) || digits > maxInteger) return false;
  if (point === text.length) return !isZero || begin === 0;
  const end = endOfDigits(text, point + 1);
  const decimals = end - point - 1;
  return (
    text.charCodeAt(point) === POINT &&
    end === text.length &&
    decimals > 0 &&
    decimals <= scale &&
    text.charCodeAt(end - 1) !== ZERO
  );
}

function endOfDigits(text: string, begin: number): number {
  let place = begin;
  while (place < text.length && text.charCodeAt(place) >= ZERO && text.charCodeAt(place) <= NINE) place++;
  return place;
}

/** A double with more than 15 digits may be the rounded form of another decimal, so it is rejected. */
function textOfNumber(value: number): string {
  const text = String(value);
  if (text.replace(/e.*$/, "").replace(/\D/g, "").replace(/^0+/, "").length > 15)
    throw new ValueError("not-exact", 'has more digits than a JSON number keeps: send it as text, "12.50"');
  return text;
}

function shift(whole: string, fraction: string, exponent: number): { integer: string; decimals: string } {
  const digits = whole + fraction;
  const point = whole.length + exponent;
  const integer = point <= 0 ? "" : digits.slice(0, point).padEnd(point, "0");
  const decimals = point <= 0 ? "0".repeat(-point) + digits : digits.slice(point);
  return { integer: integer.replace(/^0+/, ""), decimals: trimZeros(decimals) };
}

/**
 * A text whose byte order is the numeric order, for databases without an exact decimal type: a sign, the
 * number of integer digits, then the digits. The digits of negative numbers are complemented.
 */
export function decimalSortKey(canonical: string): string {
  if (canonical === "0") return "1";
  const isNegative = canonical.startsWith("-");
  const [integer = "", decimals = ""] = (isNegative ? canonical.slice(1) : canonical).split(".");
  const length = String(integer === "0" ? 0 : integer.length).padStart(6, "0");
  const key = `${length}${integer === "0" ? "" : integer}${decimals}`;
  return isNegative ? `0${key.replace(/\d/g, (digit) => String(9 - Number(digit)))}~` : `2${key}`;
}
