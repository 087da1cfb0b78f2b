import type { Conflict, ConflictSide } from "../merge-result.js";

/** Replaces a range of yours. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly conflict?: ConflictSplice;
}

/** A conflict, with the text of the range after each resolution: for a whole file, without its last line end. */
interface ConflictSplice extends Omit<Conflict, "line">, Readonly<Record<ConflictSide, string>> {}

/**
 * Applies all splices in order. At the same place, insertions come before a replacement.
 * @param side Resolves conflicts to this side.
 * @returns `undefined` if two splices overlap.
 */
export function applySplices(
  text: string,
  splices: readonly Splice[],
  side?: ConflictSide,
): string | undefined {
  let result = "";
  let at = 0;
  for (const splice of inOrder(splices)) {
    if (splice.start < at) return undefined;
    result += text.slice(at, splice.start) + (side && splice.conflict ? splice.conflict[side] : splice.text);
    at = splice.end;
  }
  return result + text.slice(at);
}

function inOrder(splices: readonly Splice[]): readonly Splice[] {
  const width = (splice: Splice): number => (splice.end > splice.start ? 1 : 0);
  return splices.toSorted((a, b) => a.start - b.start || width(a) - width(b));
}

/** The conflicts, each with the line (1-based) of its first marker in the spliced text. */
export function conflictLines(text: string, splices: readonly Splice[]): readonly Conflict[] {
  const found: Conflict[] = [];
  let [line, at] = [1, 0];
  for (const { start, end, text: marked, conflict } of inOrder(splices)) {
    line += lineBreaks(text.slice(at, start));
    if (conflict !== undefined) {
      const lead = marked.slice(0, marked.length - marked.trimStart().length);
      found.push({ unit: conflict.unit, line: line + lineBreaks(lead), reason: conflict.reason });
    }
    line += lineBreaks(marked);
    at = end;
  }
  return found;
}

function lineBreaks(text: string): number {
  return text.split("\n").length - 1;
}
