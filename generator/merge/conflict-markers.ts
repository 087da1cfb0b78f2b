import { readSource } from "./source.js";

/** The lines that a conflict of ours is made of. */
export const conflictMarks = {
  yours: "<<<<<<< yours",
  base: "||||||| base",
  middle: "=======",
  next: ">>>>>>> generated",
};

/** The three versions of a unit, each whole lines or nothing. */
export interface Versions {
  readonly yours: string;
  readonly base: string;
  readonly next: string;
}

/** Git's diff3 style, so that an editor's merge view works on it. Ends without line end. */
export function renderConflict({ yours, base, next }: Versions, eol: string): string {
  const { yours: first, base: second, middle, next: last } = conflictMarks;
  const lines = [first, yours, second, base, middle, next, last];
  return lines.filter((line) => line !== "").join(eol);
}

/** The lines, 1-based, of conflict markers that are not resolved. */
export function conflictMarkerLines(text: string): readonly number[] {
  const starts = conflictMarkerStarts(text);
  if (starts.length === 0) return [];
  const { file } = readSource(text.replace(/^\uFEFF/, " "));
  return starts.map((start) => file.getLineAndCharacterOfPosition(start).line + 1);
}

/**
 * Where conflict markers that are not resolved begin. What looks like one inside a text or a comment is part of that: the
 * parser tells them apart, because it reads past markers.
 */
export function conflictMarkerStarts(text: string): readonly number[] {
  if (!/^(<{7}|\|{7}|>{7})( |\r?$)/m.test(text)) return [];
  const { tokens } = readSource(text.replace(/^\uFEFF/, " "));
  // A row of equals signs alone may be an underline in a text; next to the others it is a marker.
  const markers = [...text.matchAll(/^(<{7}|\|{7}|>{7}|={7})(?=[ \r\n]|$)/gm)].filter(
    ({ index }) => !tokens.some(({ start, end }) => start < index && index < end),
  );
  return markers.every(([marker]) => marker.startsWith("=")) ? [] : markers.map(({ index }) => index);
}
