import { renderConflict } from "./conflict-markers.js";
import { textLike } from "./source/indentation.js";
import type { Clash } from "./lists/list-plan.js";
import { indentAt, lineStart, ownsItsLines } from "./source/source.js";
import type { Splice } from "./source/splice.js";
import { codeOf, separatorOf, trailOf, type Unit } from "./source/unit.js";
import type { Versions } from "./source/versions.js";

/** Replaces a range of yours by its three versions between conflict markers. */
export function conflictSplice(
  { start, end }: Pick<Splice, "start" | "end">,
  versions: Versions<string>,
  { name, reason }: Pick<Clash, "name" | "reason">,
  eol: string,
): Splice {
  const conflict = { unit: name, reason, yours: versions.yours, generated: versions.next };
  return { start, end, text: renderConflict(versions, eol), conflict };
}

/**
 * Puts git's conflict markers around one unit of yours, on lines of their own.
 * @param breaksLine Whether to add line breaks around a unit that has other code on its lines. Needed if no larger
 * unit can take the markers.
 */
export function clashSplice(yours: Unit, clash: Clash, separator: string, breaksLine: boolean): Splice {
  const { text, eol } = yours.source;
  const apart = breaksLine && !ownsItsLines(text, yours.start, yours.end);
  const start = apart ? yours.start : lineStart(text, yours.start);
  const own = separatorOf(yours);
  const missing = own === "" ? separator : "";
  const indent = indentAt(text, yours.start);
  const like = (unit: Unit | undefined): string => {
    if (unit === undefined) return "";
    const [code, trail] = [codeOf(unit), trailOf(unit)].map((part) => textLike(part, codeOf(yours)));
    return `${indent}${code ?? ""}${own}${missing}${trail ?? ""}`;
  };
  const now = text.slice(start, yours.codeEnd) + missing + text.slice(yours.codeEnd, yours.end);
  const versions = { yours: now, base: like(clash.base), next: like(clash.next) };
  const splice = conflictSplice({ start, end: yours.end }, versions, clash, eol);
  return apart ? { ...splice, text: eol + splice.text + eol } : splice;
}
