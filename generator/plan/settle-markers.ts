/** A text with its conflicts settled, the lines of remaining ones, and how to settle those. */
export interface Settled {
  readonly settled: string;
  readonly lines: readonly number[];
  readonly wayOut: string;
}

/** Resolves the conflict markers of an earlier run to the wanted side. */
export async function settleMarkers(
  found: string,
  how: "markers" | "yours" | "generated",
  path: string,
): Promise<Settled> {
  const { conflictMarkerLines } = await import("../merge/index.js");
  if (conflictMarkerLines(found).length === 0) return { settled: found, lines: [], wayOut: "" };
  const { resolveMarkers } = await import("../merge/resolve-markers.js");
  const settled = how === "markers" ? found : (resolveMarkers(found, how) ?? found);
  const lines = conflictMarkerLines(settled);
  const starts = lines.filter((line) => settled.split("\n")[line - 1]?.startsWith("<<<<<<<"));
  const wayOut =
    resolveMarkers(settled, "yours") === undefined
      ? `resolve them by hand, or --force ${path} discards your edits`
      : `resolve them by hand, or --yours ${path} keeps yours and --generated ${path} takes the generated side`;
  return { settled, lines: starts.length > 0 ? starts : lines, wayOut };
}
