import type { ValueLimits } from "./field-value.js";
import { ValueError } from "./value-error.js";

/** The default number of digits after the second. */
export const DEFAULT_FRACTION = 3;

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DATETIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?([Zz]|[+-]\d\d:?\d\d)$/;

/** A calendar day, `2024-02-29`. */
export function parseDate(value: unknown): string {
  const match = typeof value === "string" ? DATE.exec(value) : null;
  if (match === null || !isDay(Number(match[1]), Number(match[2]), Number(match[3]))) {
    throw new ValueError("wrong-type", "must be a day such as 2024-02-29");
  }
  return match[0];
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= days;
}

/**
 * Parses an instant into UTC: `2024-02-29T12:00:00.000Z` (ISO 8601, RFC 3339). The zone is required. Seconds
 * have three decimal places, and more only if they are not zero: so an instant has one text, whatever the
 * precision of its column.
 */
export function parseDatetime(value: unknown, { precision = DEFAULT_FRACTION }: ValueLimits = {}): string {
  const match = typeof value === "string" ? DATETIME.exec(value) : null;
  if (match === null) throw notADatetime();
  const [, day = "", hour = "", minute = "", second = "00", fraction = "", zone = "Z"] = match;
  if (/[1-9]/.test(fraction.slice(precision))) throw tooFine(precision);
  parseDay(day);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) throw notADatetime();
  const offset = zoneOffset(zone);
  const local = Date.parse(`${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, "0")}Z`);
  const instant = new Date(local - offset * 60_000);
  const year = instant.getUTCFullYear();
  if (year < 1 || year > 9999) throw new ValueError("out-of-range", "must be in the years 1 to 9999 (UTC)");
  return withFraction(instant.toISOString(), fraction);
}

/** Adds the digits beyond milliseconds to an instant's text, unless they are zero. */
export function withFraction(milliseconds: string, fraction: string): string {
  const finer = fraction.slice(3).replace(/0+$/, "");
  return finer === "" ? milliseconds : `${milliseconds.slice(0, -1)}${finer}Z`;
}

const UNITS: Readonly<Record<number, string>> = { 0: "second", 3: "millisecond", 6: "microsecond" };

function tooFine(precision: number): ValueError {
  const unit = UNITS[precision];
  return new ValueError(
    "not-exact",
    unit === undefined
      ? `must have at most ${precision} digits of a second after the point`
      : `must not be finer than a ${unit}`,
  );
}

function parseDay(day: string): void {
  try {
    parseDate(day);
  } catch {
    throw notADatetime();
  }
}

/** In minutes east of Greenwich. */
function zoneOffset(zone: string): number {
  if (zone === "Z" || zone === "z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) throw notADatetime();
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

function notADatetime(): ValueError {
  return new ValueError("wrong-type", "must be a time with its zone, such as 2024-02-29T12:00:00Z");
}
