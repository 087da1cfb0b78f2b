/** Invisible characters and characters that reorder others: line separators, controls and direction marks. */
const INVISIBLE = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A value as a TypeScript literal: JSON, except for `__proto__` and characters that must be escaped in code. */
export function toLiteral(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('"__proto__":', '["__proto__"]:')
    .replace(INVISIBLE, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A union of the values as a type: `"draft" | "public"`. */
export function toUnion(values: readonly unknown[]): string {
  return values.map(toLiteral).join(" | ");
}

/** A name as a key of an object literal or interface. */
export function toKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : toLiteral(name);
}

/** A text for a one-line doc comment. It cannot end the comment or act as a compiler directive. */
export function toComment(text: string | undefined): string | undefined {
  const line = text
    ?.toWellFormed()
    .replace(/[\s\p{Cc}\u180e\u200b\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim()
    .replaceAll("*/", "*\\/")
    .replace(/^@ts-/, "\\$&");
  return line === "" ? undefined : line;
}
