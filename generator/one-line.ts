/**
 * Escapes a foreign text for a comment, a quoted literal or a terminal. Control and format characters could
 * end the line, change the text around it or reorder letters (bidirectional marks).
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (letter) =>
    letter.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

/** A foreign text for a message: shortened, and on one line. */
export function quoted(text: string): string {
  return `"${oneLine(text.length > 60 ? `${text.slice(0, 60)}…` : text)}"`;
}
