const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What is waited after each try, in milliseconds: 71 hours in all. */
const GAPS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  4 * HOUR,
  10 * HOUR,
  20 * HOUR,
  36 * HOUR,
];

/** What a receiver may ask for with `Retry-After`. */
const MAX_ASKED = 24 * HOUR;

/** By how much a gap may be longer or shorter, so that what failed together is not tried together. */
const JITTER = 0.1;

/**
 * What is waited after a failed try, in milliseconds. At least what the receiver asks for, up to a day.
 * @param tries How many there were, from 1.
 * @param retryAfter Seconds, or a date (RFC 9110 section 10.2.3). Anything else is ignored.
 */
export function gapAfter(tries: number, retryAfter: string | undefined): number {
  const gap = GAPS[Math.min(tries, GAPS.length) - 1] ?? 0;
  const asked = Math.min(askedFor(retryAfter), MAX_ASKED);
  return Math.max(gap * (1 + JITTER * (2 * Math.random() - 1)), asked);
}

function askedFor(retryAfter = ""): number {
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * SECOND;
  // `Date.parse` finds a year in almost any text.
  const until = /\d:\d\d:\d\d/.test(retryAfter) ? Date.parse(retryAfter) : NaN;
  return Number.isNaN(until) ? 0 : Math.max(0, until - Date.now());
}
