/** A value as a TypeScript literal. JSON is one, but for two line separators that some tools read as line ends. */
export function toLiteral(value: unknown): string {
  return JSON.stringify(value).replace(/[\u2028\u2029]/g, (mark) =>
    mark === "\u2028" ? "\\u2028" : "\\u2029",
  );
}

/** A name as the key of an object literal or interface. */
export function toKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : toLiteral(name);
}

/** A text as the inside of a one-line doc comment: nothing in it can end the comment. */
export function toComment(text: string | undefined): string | undefined {
  const line = text
    ?.replace(/[\s\u2028\u2029]+/g, " ")
    .replaceAll("*/", "*\\/")
    .trim();
  return line === "" ? undefined : line;
}
