/** Characters that nobody sees, or that make others change places: line separators, controls, marks of direction. */
const INVISIBLE = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A value as a TypeScript literal. JSON is one, but for `__proto__` and what should not be in code unescaped. */
export function toLiteral(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('"__proto__":', '["__proto__"]:')
    .replace(INVISIBLE, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The type of these values and no others: `"draft" | "public"`. */
export function toUnion(values: readonly unknown[]): string {
  return values.map(toLiteral).join(" | ");
}

/** A name as the key of an object literal or interface. */
export function toKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : toLiteral(name);
}

/** A text as the inside of a one-line doc comment: nothing in it can end the comment, or be an order to the compiler. */
export function toComment(text: string | undefined): string | undefined {
  const line = text
    ?.toWellFormed()
    .replace(/[\s\p{Cc}\u180e\u200b\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim()
    .replaceAll("*/", "*\\/")
    .replace(/^@ts-/, "\\$&");
  return line === "" ? undefined : line;
}
