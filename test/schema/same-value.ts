/** The kinds of values in columns. Independent of the product's code. */
export type Meaning = "text" | "number" | "time" | "boolean" | "json" | "uuid";

/**
 * Whether a value is the same before and after a change of its column's type, according to the database's texts. A
 * text must stay the same, except for blanks in JSON and trailing zeros of a number.
 */
export function isSameValue(before: string, from: Meaning, after: string, to: Meaning): boolean {
  if (to === "text") return before === after;
  if (to === "number") {
    if (from === "boolean") return isTrue(before) === (after === "1");
    if (from === "text") return withoutZeros(before) === withoutZeros(plain(after));
    return (from === "number" || from === "json") && isSameNumber(before, after);
  }
  if (to === "time") {
    if (from === "text") return before === `${after.slice(0, 10)}${after.length > 10 ? isoTime(after) : ""}`;
    return from === "time" && instant(before) === instant(after);
  }
  if (to === "boolean") {
    if (from === "text") return before === after;
    return from === "number" ? isSameNumber(before, isTrue(after) ? "1" : "0") : before === after;
  }
  if (to === "json") return JSON.stringify(JSON.parse(before)) === JSON.stringify(JSON.parse(after));
  return /^[0-9a-f]{8}-/.test(after) && before === after;
}

function isTrue(text: string): boolean {
  return text === "true" || text === "1";
}

/** Compares all digits. */
function isSameNumber(a: string, b: string): boolean {
  const [left, right] = [parts(a), parts(b)];
  if (left === undefined || right === undefined) return a === b;
  const exponent = Math.min(left.exponent, right.exponent);
  return (
    left.digits * 10n ** BigInt(left.exponent - exponent) ===
    right.digits * 10n ** BigInt(right.exponent - exponent)
  );
}

function parts(text: string): { readonly digits: bigint; readonly exponent: number } | undefined {
  const [all, whole = "", fraction = "", exponent = "0"] =
    /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  if (all === undefined) return undefined;
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** Expands `1e+20` to all digits. */
function plain(text: string): string {
  const number = parts(text);
  if (number === undefined || !/e/i.test(text)) return text;
  return number.exponent >= 0 ? String(number.digits * 10n ** BigInt(number.exponent)) : text;
}

function withoutZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** Microseconds since 1970. A date is its first instant. */
function instant(text: string): bigint {
  const [, day = "", time = "00:00:00", fraction = ""] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?)?/.exec(text) ?? [];
  return BigInt(Date.parse(`${day}T${time}Z`)) * 1000n + BigInt(fraction.padEnd(6, "0").slice(0, 6));
}

function isoTime(text: string): string {
  const [, time = "", fraction = ""] = /(\d\d:\d\d:\d\d)(?:\.(\d+))?/.exec(text) ?? [];
  return `T${time}.${fraction.padEnd(3, "0").slice(0, 3)}Z`;
}
