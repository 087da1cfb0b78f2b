import { conflictMarks, conflictMarkerStarts } from "./conflict-markers.js";
import type { ConflictSide } from "./merge-result.js";
import { conflictMarkerLines, type OnConflict } from "./index.js";

/**
 * Resolves all conflicts that we have written into a text to one side. `undefined` if there are none, or if a
 * half-edited conflict no longer shows its sides. Git's own markers are left alone.
 */
export function resolveMarkers(text: string, side: ConflictSide): string | undefined {
  const marks: readonly (string | undefined)[] = Object.values(conflictMarks);
  const starts = new Set(conflictMarkerStarts(text));
  const kept: string[] = [];
  let isFound = false;
  let part = 0;
  let position = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const mark = marks.indexOf(starts.has(position) ? line.trimEnd() : undefined);
    position += line.length;
    // A row of equals signs before the base is text.
    if (mark === -1 || (mark === 2 && part < 2)) {
      if (part === 0 || parts[part] === side) kept.push(line);
    } else if (mark !== part) return undefined;
    else {
      part = (part + 1) % parts.length;
      isFound ||= part === 0;
    }
  }
  return part === 0 && isFound ? kept.join("") : undefined;
}

/** The parts of a text, in order. Each ends with the mark of the same index. */
const parts = ["outside", "yours", "base", "generated"] as const;

/**
 * Resolves the conflict markers of an earlier run to the wanted side. Returns the text, the lines of remaining markers,
 * and how to settle those.
 */
export function settleMarkers(found: string, how: OnConflict, path: string) {
  if (conflictMarkerLines(found).length === 0) return { settled: found, lines: [], wayOut: "" };
  const settled = how === "markers" ? found : (resolveMarkers(found, how) ?? found);
  const lines = conflictMarkerLines(settled);
  const starts = lines.filter((line) => settled.split("\n")[line - 1]?.startsWith("<<<<<<<"));
  const wayOut =
    resolveMarkers(settled, "yours") === undefined
      ? `resolve them by hand, or --force ${path} discards your edits`
      : `resolve them by hand, or --yours ${path} keeps yours and --generated ${path} takes the generated side`;
  return { settled, lines: starts.length > 0 ? starts : lines, wayOut };
}
