import type { ValueLimits, Zone } from "./field-value.js";
import { parseInt32 } from "./scalars.js";
import { ValueError } from "./value-error.js";
import { trimZeros } from "./trim-zeros.js";

/** The default number of digits after the second. */
export const DEFAULT_FRACTION = 3;

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DATETIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?([Zz]|[+-]\d\d:?\d\d)?$/;
const TIME = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?([Zz]|[+-]\d\d(?::?\d\d(?::\d\d)?)?)?$/;

/** A calendar day, `2024-02-29`. */
export function parseDate(value: unknown): string {
  const match = typeof value === "string" ? DATE.exec(value) : null;
  if (match === null || !isDay(Number(match[1]), Number(match[2]), Number(match[3])))
    throw new ValueError("wrong-type", "must be a day such as 2024-02-29");
  return match[0];
}

function isDay(year: number, month: number, day: number): boolean {
  // Written so that not-a-number is not a day.
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1)) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= days;
}

/**
 * Parses a date and time (ISO 8601, RFC 3339) into the form of its zone: an instant in UTC,
 * `2024-02-29T12:00:00.000Z`; an instant with its offset, `…+02:00`; or without a zone. Values with a zone must have
 * one, others must not. Seconds have three decimal places, and more only if they are not zero. So an instant has one
 * text, whatever the precision of its column, and texts can be compared.
 */
export function parseDatetime(
  value: unknown,
  { precision = DEFAULT_FRACTION, zone = "utc" }: ValueLimits = {},
): string {
  if (zone === "utc" && precision >= 3 && typeof value === "string" && isCanonicalInstant(value))
    return value;
  const match = typeof value === "string" ? DATETIME.exec(value) : null;
  const [, day = "", hour = "", minute = "", second = "00", fraction = "", given] = match ?? [];
  if (match === null || (given === undefined) !== (zone === "none")) throw notADatetime(zone);
  if (/[1-9]/.test(fraction.slice(precision))) throw tooFine(precision);
  if (!isDate(day) || !isTime(hour, minute, second)) throw notADatetime(zone);
  const offset = zoneOffset(given);
  if (offset === undefined) throw notADatetime(zone);
  const local = Date.parse(`${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, "0")}Z`);
  const instant = new Date(local - offset * 60_000);
  const year = instant.getUTCFullYear();
  if (year < 1 || year > 9999) throw new ValueError("out-of-range", "must be in the years 1 to 9999 (UTC)");
  if (zone === "utc") return withFraction(instant.toISOString(), fraction);
  const text = withoutZone(withFraction(new Date(local).toISOString(), fraction));
  if (zone === "none") return text;
  if (Math.abs(offset) > MAX_OFFSET)
    throw new ValueError("out-of-range", "must have an offset between -14:00 and +14:00");
  return `${text}${offsetText(offset)}`;
}

/**
 * Whether the text has the form `2024-02-29T12:00:00.000Z`, as most values do. Does not use a regular expression,
 * which is slow.
 */
function isCanonicalInstant(text: string): boolean {
  return (
    text.length === "2024-02-29T12:00:00.000Z".length &&
    text[4] === "-" &&
    text[7] === "-" &&
    text[10] === "T" &&
    text[13] === ":" &&
    text[16] === ":" &&
    text[19] === "." &&
    text[23] === "Z" &&
    twoDigits(text, 11) <= 23 &&
    twoDigits(text, 14) <= 59 &&
    twoDigits(text, 17) <= 59 &&
    twoDigits(text, 20) >= 0 &&
    twoDigits(text, 21) >= 0 &&
    isDay(100 * twoDigits(text, 0) + twoDigits(text, 2), twoDigits(text, 5), twoDigits(text, 8))
  );
}

/** The number that two digits write; not-a-number for other characters. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : NaN;
}

const ZERO = 0x30;

/** The largest offset that SQL Server's `datetimeoffset` holds, in minutes. */
const MAX_OFFSET = 14 * 60;

/** Removes the `Z` of an instant. Other texts stay as they are. */
export function withoutZone(instant: string): string {
  return instant.replace(/Z$/, "");
}

/**
 * Parses a time of day into its shortest text, `13:45:30.5`, which sorts in the order of time. With the zone
 * `offset`, it ends with its offset: `13:45:30.5+02:00`.
 */
export function parseTime(
  value: unknown,
  { precision = DEFAULT_FRACTION, zone = "none" }: ValueLimits = {},
): string {
  const match = typeof value === "string" ? TIME.exec(value) : null;
  const [, hour = "", minute = "", second = "00", fraction = "", given] = match ?? [];
  if (match === null || (given === undefined) !== (zone === "none") || !isTime(hour, minute, second))
    throw notATime(zone);
  if (/[1-9]/.test(fraction.slice(precision))) throw tooFine(precision);
  const decimals = trimZeros(fraction);
  const text = `${hour}:${minute}:${second}${decimals === "" ? "" : `.${decimals}`}`;
  return given === undefined ? text : `${text}${canonicalOffset(given)}`;
}

const OFFSET = /^([+-])(\d\d)(?::?(\d\d)(?::(\d\d))?)?$/;

/** `+02` becomes `+02:00`. PostgreSQL's offsets may have seconds, and are less than 16 hours. */
function canonicalOffset(given: string): string {
  const [, sign = "+", hours = "00", minutes = "00", seconds = "00"] = OFFSET.exec(given) ?? [];
  if (Number(hours) > 15 || Number(minutes) > 59 || Number(seconds) > 59) throw notATime("offset");
  const text = `${hours}:${minutes}${seconds === "00" ? "" : `:${seconds}`}`;
  return text === "00:00" ? "+00:00" : `${sign}${text}`;
}

/** A year as MySQL stores it: other numbers below 100 would become years of the last or this century. */
export function parseYear(value: unknown): number {
  const year = parseInt32(value);
  if (year !== 0 && (year < 1901 || year > 2155))
    throw new ValueError("out-of-range", "must be a year from 1901 to 2155, or 0");
  return year;
}

/** Adds the digits beyond milliseconds to an instant's text, unless they are zero. */
export function withFraction(milliseconds: string, fraction: string): string {
  const finer = trimZeros(fraction.slice(3));
  return finer === "" ? milliseconds : `${milliseconds.slice(0, -1)}${finer}Z`;
}

const UNITS: Readonly<Record<number, string>> = { 0: "second", 3: "millisecond", 6: "microsecond" };

/** The mistake of a value with more digits after the second than `precision`. */
export function tooFine(precision: number): ValueError {
  const unit = UNITS[precision];
  return new ValueError(
    "not-exact",
    unit === undefined
      ? `must have at most ${precision} digits of a second after the point`
      : `must not be finer than a ${unit}`,
  );
}

function isDate(day: string): boolean {
  const [year, month, date] = day.split("-").map(Number);
  return isDay(year ?? 0, month ?? 0, date ?? 0);
}

function isTime(hour: string, minute: string, second: string): boolean {
  return Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 59;
}

/** In minutes east of Greenwich; `undefined` for an invalid offset. */
function zoneOffset(zone = "Z"): number | undefined {
  if (zone === "Z" || zone === "z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

function offsetText(offset: number): string {
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${offset < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}

function notADatetime(zone: Zone): ValueError {
  return new ValueError(
    "wrong-type",
    zone === "none"
      ? "must be a date and time without a zone, such as 2024-02-29T12:00:00"
      : "must be a time with its zone, such as 2024-02-29T12:00:00Z",
  );
}

function notATime(zone: Zone): ValueError {
  return new ValueError(
    "wrong-type",
    zone === "none"
      ? "must be a time of day such as 13:45:30"
      : "must be a time of day with its offset, such as 13:45:30+02:00",
  );
}
