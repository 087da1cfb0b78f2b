/** Marks numbers as texts, because `JSON.parse` would round them. No text of the corpus contains this character. */
const MARK = "\uE000";
const TOKEN = /("(?:[^"\\]|\\.)*")|-?\d[\d.eE+-]*/g;

/** Parses JSON with each number as a marked text of its digits. @throws {SyntaxError} */
export function parseMarked(text: string): unknown {
  JSON.parse(text);
  return JSON.parse(text.replace(TOKEN, (token, string?: string) => string ?? `"${MARK}${token}"`));
}

/** Prints the value of `parseMarked` as JSON. */
export function printMarked(value: unknown): string {
  return JSON.stringify(value).replace(new RegExp(`"${MARK}([^"]*)"`, "g"), "$1");
}

export function marked(digits: string | number): string {
  return `${MARK}${digits}`;
}

/** Removes the marks for reports. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MARK, "");
}

/** Prints equal JSON as equal texts: with sorted members, and one form for numbers. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member === "string" && member.startsWith(MARK)) return MARK + oneForm(member.slice(1));
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** `-12.50e3` becomes `-125e2`. */
export function oneForm(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const short = digits.replace(/0+$/, "");
  if (short === "") return "0";
  return `${sign}${short}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - short.length)}`;
}
