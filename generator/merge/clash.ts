import { renderConflict } from "./conflict-markers.js";
import type { Clash } from "./list-plan.js";
import { indentAt, lineStart, ownsItsLines } from "./source.js";
import type { Splice } from "./splice.js";
import { textLike, trailStart, type Unit } from "./unit.js";

/**
 * Puts git's conflict markers around one unit of yours, on lines of their own.
 * @param breaksLine Whether a unit that shares its lines is put on lines of its own. Needed if no larger unit
 * could take the markers.
 */
export function clashSplice(
  yours: Unit,
  { name, reason, base, next }: Clash,
  separator: string,
  breaksLine: boolean,
): Splice {
  const { text, eol } = yours.source;
  const apart = breaksLine && !ownsItsLines(text, yours.start, yours.end);
  const start = apart ? yours.start : lineStart(text, yours.start);
  const missing = separator !== "" && !yours.separator;
  const now =
    text.slice(start, yours.codeEnd) + (missing ? separator : "") + text.slice(yours.codeEnd, yours.end);
  const indent = indentAt(text, yours.start);
  const like = (unit: Unit | undefined): string => {
    if (unit === undefined) return "";
    const code = textLike(unit, unit.start, unit.codeEnd, yours);
    return (
      indent +
      code +
      (yours.separator || missing ? separatorOf(yours, separator) : "") +
      textLike(unit, trailStart(unit), unit.end, yours)
    );
  };
  const versions = { yours: now, base: like(base), next: like(next) };
  const markers = renderConflict(versions, eol);
  const conflict = { unit: name, reason, yours: versions.yours, generated: versions.next };
  return { start, end: yours.end, text: apart ? eol + markers + eol : markers, conflict };
}

function separatorOf({ separator, source }: Unit, wanted: string): string {
  return separator ? source.text.slice(separator.start, separator.end) : wanted;
}
