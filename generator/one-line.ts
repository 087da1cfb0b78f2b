/**
 * A text that others wrote, as a comment, a literal in quotes or a terminal may show it: nothing in it can end the line,
 * change what is around it, or make letters stand where they are not.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (letter) =>
    letter.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}
