import { readSource } from "./source/source.js";
import type { Versions } from "./source/versions.js";

/** The marker lines of a conflict that we write. */
export const conflictMarks = {
  yours: "<<<<<<< yours",
  base: "||||||| base",
  middle: "=======",
  next: ">>>>>>> generated",
};

/**
 * A conflict in git's diff3 style, which editors can resolve. Each version is whole lines or empty. Ends
 * without a line end.
 */
export function renderConflict({ yours, base, next }: Versions<string>, eol: string): string {
  const { yours: first, base: second, middle, next: last } = conflictMarks;
  const lines = [first, yours, second, base, middle, next, last];
  return lines.filter((line) => line !== "").join(eol);
}

/** The line numbers, 1-based, of unresolved conflict markers. */
export function conflictMarkerLines(text: string): readonly number[] {
  const starts = conflictMarkerStarts(text);
  if (starts.length === 0) return [];
  const { file } = readSource(text.replace(/^\uFEFF/, " "));
  return starts.map((start) => file.getLineAndCharacterOfPosition(start).line + 1);
}

/**
 * The positions of unresolved conflict markers. The parser skips markers, so a marker inside a token belongs
 * to a string or a comment and does not count.
 */
export function conflictMarkerStarts(text: string): readonly number[] {
  if (!/^(<{7}|\|{7}|>{7})( |\r?$)/m.test(text)) return [];
  const { tokens } = readSource(text.replace(/^\uFEFF/, " "));
  // A row of equals signs alone may underline a heading in a text. Next to other markers it is a marker.
  const markers = [...text.matchAll(/^(<{7}|\|{7}|>{7}|={7})(?=[ \r\n]|$)/gm)].filter(
    ({ index }) => !tokens.some(({ start, end }) => start < index && index < end),
  );
  return markers.every(([marker]) => marker.startsWith("=")) ? [] : markers.map(({ index }) => index);
}
