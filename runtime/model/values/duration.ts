import type { ValueLimits } from "./field-value.js";
import { tooFine } from "./temporal.js";
import { ValueError } from "./value-error.js";
import { trimZeros } from "./trim-zeros.js";

/** The default number of digits after the second, which is the precision of PostgreSQL's `interval`. */
export const DURATION_FRACTION = 6;

/**
 * A length of time as PostgreSQL stores it (postgresql.org/docs/current/datatype-datetime.html): months, days and time
 * are separate, because a month has no fixed number of days, and a day no fixed number of hours. Each may be negative.
 */
export interface Duration {
  readonly months: number;
  readonly days: number;
  readonly microseconds: bigint;
}

const ISO =
  /^([+-]?)P(?=[-+\dT])(?:([+-]?\d{1,10})Y)?(?:([+-]?\d{1,10})M)?(?:([+-]?\d{1,10})W)?(?:([+-]?\d{1,10})D)?(?:T(?=[-+\d])(?:([+-]?\d{1,10})H)?(?:([+-]?\d{1,12})M)?(?:([+-]?)(\d{1,13})(?:\.(\d{1,9}))?S)?)?$/;

const MAX_INT32 = 2_147_483_647;
const MAX_INT64 = 9_223_372_036_854_775_807n;
const SECOND = 1_000_000n;

/**
 * Parses a duration (ISO 8601-1) into its one text: years and months together, days, and hours, minutes and
 * seconds together, as PostgreSQL writes them. Weeks are days. Each part may have a sign (ISO 8601-2), and a
 * sign before the P is that of all parts.
 */
export function parseDuration(value: unknown, { precision = DURATION_FRACTION }: ValueLimits = {}): string {
  const match = typeof value === "string" ? ISO.exec(value) : null;
  if (match === null)
    throw new ValueError("wrong-type", "must be a duration of ISO 8601, such as P1DT12H or PT1M30.5S");
  if (/[1-9]/.test(match.at(-1)?.slice(precision) ?? "")) throw tooFine(precision);
  const { months, days, microseconds } = partsOf(match);
  return formatDuration(
    finite({
      months: inRange(months, "months"),
      days: inRange(days, "days"),
      microseconds: inLongRange(microseconds),
    }),
  );
}

/** From version 17 on, PostgreSQL reads the longest duration, and the most negative one, as infinity. */
function finite(duration: Duration): Duration {
  const { months, days, microseconds } = duration;
  const isLongest = months === MAX_INT32 && days === MAX_INT32 && microseconds === MAX_INT64;
  const isLeast = months === -MAX_INT32 - 1 && days === months && microseconds === -MAX_INT64 - 1n;
  if (isLongest || isLeast)
    throw new ValueError("out-of-range", "must be at least a microsecond shorter than the longest duration");
  return duration;
}

function partsOf([, sign, ...parts]: RegExpExecArray): Duration {
  const [years, months, weeks, days, hours, minutes] = parts.map(Number);
  const [secondSign, second = "0", fraction = ""] = parts.slice(6) as (string | undefined)[];
  const seconds = BigInt(second) * SECOND + BigInt(fraction.slice(0, 6).padEnd(6, "0"));
  const time = BigInt(whole(hours) * 60 + whole(minutes)) * 60n * SECOND;
  const factor = sign === "-" ? -1 : 1;
  return {
    months: factor * (whole(years) * 12 + whole(months)),
    days: factor * (whole(weeks) * 7 + whole(days)),
    microseconds: BigInt(factor) * (time + (secondSign === "-" ? -seconds : seconds)),
  };
}

/** A missing part is 0. */
function whole(part: number | undefined): number {
  return part === undefined || Number.isNaN(part) ? 0 : part;
}

function inRange(count: number, unit: string): number {
  if (count > MAX_INT32 || count < -MAX_INT32 - 1)
    throw new ValueError("out-of-range", `must have between ${-MAX_INT32 - 1} and ${MAX_INT32} ${unit}`);
  return count;
}

function inLongRange(microseconds: bigint): bigint {
  if (microseconds > MAX_INT64 || microseconds < -MAX_INT64 - 1n)
    throw new ValueError("out-of-range", "must have at most 2562047788 hours");
  return microseconds;
}

/** The text of a duration. Only parts that are not 0 are written. */
function formatDuration({ months, days, microseconds }: Duration): string {
  const [years, hours] = [Math.trunc(months / 12), microseconds / (3600n * SECOND)];
  const date = `${part(years, "Y")}${part(months % 12, "M")}${part(days, "D")}`;
  const minutes = (microseconds / (60n * SECOND)) % 60n;
  const time = `${part(hours, "H")}${part(minutes, "M")}${secondsText(microseconds % (60n * SECOND))}`;
  if (time !== "") return `P${date}T${time}`;
  return date === "" ? "PT0S" : `P${date}`;
}

function part(count: number | bigint, unit: string): string {
  return count === 0 || count === 0n ? "" : `${count}${unit}`;
}

function secondsText(microseconds: bigint): string {
  if (microseconds === 0n) return "";
  const amount = microseconds < 0n ? -microseconds : microseconds;
  const decimals = trimZeros(String(amount % SECOND).padStart(6, "0"));
  return `${microseconds < 0n ? "-" : ""}${amount / SECOND}${decimals === "" ? "" : `.${decimals}`}S`;
}

/** The number of characters of a sort key. */
export const DURATION_KEY_LENGTH = 23;

/**
 * A text that sorts canonical durations as PostgreSQL does: a month counts as 30 days and a day as 24 hours.
 * Durations that are equal by that rule have the same key.
 */
export function durationSortKey(duration: string): string {
  const match = ISO.exec(duration);
  if (match === null) throw new RangeError("not a duration");
  const { months, days, microseconds } = partsOf(match);
  const total = (BigInt(months) * 30n + BigInt(days)) * 86_400n * SECOND + microseconds;
  // Half of the key's range, so that no key is negative.
  return String(10n ** 22n + total).padStart(DURATION_KEY_LENGTH, "0");
}
