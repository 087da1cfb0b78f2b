/** Marks the digits of a number, which `JSON.parse` would round. No text of the corpus has this character. */
const MARK = "\uE000";
const TOKEN = /("(?:[^"\\]|\\.)*")|-?\d[\d.eE+-]*/g;

/** JSON with each number as a marked text of its digits. @throws {SyntaxError} */
export function parseMarked(text: string): unknown {
  JSON.parse(text);
  return JSON.parse(text.replace(TOKEN, (token, string?: string) => string ?? `"${MARK}${token}"`));
}

/** The JSON text of what `parseMarked` gives. */
export function printMarked(value: unknown): string {
  return JSON.stringify(value).replace(new RegExp(`"${MARK}([^"]*)"`, "g"), "$1");
}

export function marked(digits: string | number): string {
  return `${MARK}${digits}`;
}

/** For reports. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MARK, "");
}

/** Equal JSON has equal texts: members are sorted, and numbers have one form. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member === "string" && member.startsWith(MARK)) return MARK + oneForm(member.slice(1));
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** `-12.50e3` is `-125e2`. */
export function oneForm(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const short = digits.replace(/0+$/, "");
  if (short === "") return "0";
  return `${sign}${short}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - short.length)}`;
}
