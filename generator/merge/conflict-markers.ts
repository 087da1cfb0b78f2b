const marks = { yours: "<<<<<<< yours", base: "||||||| base", middle: "=======", next: ">>>>>>> generated" };

/** The three versions of a unit, each whole lines or nothing. */
export interface Versions {
  readonly yours: string;
  readonly base: string;
  readonly next: string;
}

/** Git's diff3 style, so that an editor's merge view works on it. Ends without line end. */
export function renderConflict({ yours, base, next }: Versions, eol: string): string {
  const lines = [marks.yours, yours, marks.base, base, marks.middle, next, marks.next];
  return lines.filter((line) => line !== "").join(eol);
}

/** The lines, 1-based, of conflict markers that nobody has resolved. */
export function conflictMarkerLines(text: string): readonly number[] {
  if (!/^(<{7}|\|{7}|>{7})( |\r?$)/m.test(text)) return [];
  const lines: number[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    // A row of equals signs alone may be an underline in a text; next to the others it is a marker.
    if (/^(<{7}|\|{7}|>{7}|={7})( |\r?$)/.test(line)) lines.push(index + 1);
  }
  return lines;
}
