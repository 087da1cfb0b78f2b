import { conflictMarkerLines, type OnConflict } from "../merge/index.js";
import { resolveMarkers } from "../merge/resolve-markers.js";

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
