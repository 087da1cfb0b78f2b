import { conflictMarks, conflictMarkerStarts } from "./conflict-markers.js";

export type ConflictSide = "yours" | "generated";

/**
 * Resolves all conflicts that we have written into a text to one side. `undefined` if there are none, or if a
 * half-edited conflict no longer shows its sides. Git's own markers are left alone.
 */
export function resolveMarkers(text: string, side: ConflictSide): string | undefined {
  const kept: string[] = [];
  let isFound = false;
  let part: "outside" | "yours" | "base" | "generated" = "outside";
  const starts = new Set(conflictMarkerStarts(text));
  let position = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const mark = starts.has(position) ? line.trimEnd() : undefined;
    position += line.length;
    if (mark === conflictMarks.yours) {
      if (part !== "outside") return undefined;
      part = "yours";
    } else if (mark === conflictMarks.base) {
      if (part !== "yours") return undefined;
      part = "base";
    } else if (mark === conflictMarks.middle && (part === "base" || part === "generated")) {
      // A line in the base that looks like the middle marker: the sides are ambiguous.
      if (part === "generated") return undefined;
      part = "generated";
    } else if (mark === conflictMarks.next) {
      if (part !== "generated") return undefined;
      part = "outside";
      isFound = true;
    } else if (part === "outside" || part === side) kept.push(line);
  }
  return part === "outside" && isFound ? kept.join("") : undefined;
}
