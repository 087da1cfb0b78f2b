import { moveText, type Layout } from "../source/indentation.js";
import { keptUnits, type Insertion, type ListPlan } from "./list-plan.js";
import type { SeparatorOf } from "../source/separators.js";
import { hasBlankLine, indentAt, lineStart } from "../source/source.js";
import type { Splice } from "../source/splice.js";
import { codeOf, trailOf, type Unit, type UnitList } from "../source/unit.js";

/**
 * Inserts new units after a unit of yours, or first. Uses the separators and indentation of the list, and the
 * blank lines of the new text.
 */
export function insertUnits(
  plan: ListPlan,
  after: Unit | undefined,
  group: readonly Insertion[],
  separatorAfter: SeparatorOf,
): readonly Splice[] {
  const { yours, next } = plan.lists;
  const { text, eol, indentUnit } = yours.source;
  const at = after?.end ?? yours.open;
  const isEmpty = yours.units.length === 0;
  const end = isEmpty ? yours.close : at;
  const home = indentAt(text, yours.open);
  const place: Layout = { indent: memberIndent(yours, home + indentUnit), unit: indentUnit, eol };
  const written = group.map((insertion) => writeUnit(insertion, separatorAfter(insertion.unit), place));

  const onOneLine = isOnOneLine(isEmpty ? next : yours);
  if (onOneLine && written.every((each) => !(yours.kind === "items" ? /\/\// : /\n|\/\//).test(each))) {
    const [left, right] =
      yours.kind !== "items" ? [" ", isEmpty ? " " : ""] : after ? [" ", ""] : ["", isEmpty ? "" : " "];
    return [{ start: at, end, text: left + written.join(" ") + right }];
  }

  const blanks = group.map(({ unit }, index) => {
    const leavesImports = index === 0 && after?.role === "import" && unit.role !== "import";
    return leavesImports || hasBlankLine(gapAbove(next, unit));
  });
  const join = (from: number, to?: number): string =>
    written
      .slice(from, to)
      .map((each, index) => (index > 0 && blanks[from + index] ? eol : "") + place.indent + each)
      .join(eol);
  const lines = join(0);
  const blankAbove = after && blanks[0] ? eol : "";
  const last = group.at(-1)?.unit;
  const below = last && next.units[next.units.indexOf(last) + 1];
  const follower = followerOf(plan, after);
  const amongImports = last?.role === "import" && follower?.role === "import";
  const wantsBlank = !amongImports && (below ? hasBlankLine(gapAbove(next, below)) : standsApart(next, last));

  if (yours.kind === "file" && !after)
    return [
      {
        start: at,
        end,
        text: lines + (follower && wantsBlank ? eol : "") + (follower || isEmpty ? eol : ""),
      },
    ];
  if (!follower)
    return [{ start: at, end, text: eol + blankAbove + lines + (onOneLine || isEmpty ? eol + home : "") }];
  if (!text.slice(at, follower.start).includes("\n")) {
    const isBlank = text.slice(at, follower.start).trim() === "";
    const gap = eol + (wantsBlank ? eol : "") + place.indent;
    return [{ start: at, end: isBlank ? follower.start : at, text: eol + blankAbove + lines + gap }];
  }

  // The gap below the first units of a list is removed with them.
  const isFirstGone = !after && yours.units[0] !== follower;
  const hasBlank =
    !isFirstGone &&
    yours.units
      .slice(after ? yours.units.indexOf(after) + 1 : 0, yours.units.indexOf(follower) + 1)
      .some((unit) => hasBlankLine(gapAbove(yours, unit)));
  const parts = after ? blanks.indexOf(true) : -1;
  const staysBelow = below !== undefined && keptUnits(plan.slots, plan.deleted).get(below) === follower;
  if (parts >= 0 && !wantsBlank && staysBelow && hasBlank) {
    // The blank line between the neighbours now precedes the first new unit that has a blank line above it.
    const start = lineStart(text, follower.start);
    const above = parts > 0 ? [{ start: at, end, text: eol + join(0, parts) }] : [];
    return [...above, { start, end: start, text: join(parts) + eol }];
  }
  return [{ start: at, end, text: eol + blankAbove + lines + (wantsBlank && !hasBlank ? eol : "") }];
}

/** Whether a blank line separates the last unit of a list from what a person has written below it. */
function standsApart({ kind }: UnitList, last: Unit | undefined): boolean {
  return kind !== "items" && last?.block?.kind === "body";
}

function followerOf({ lists: { yours }, deleted }: ListPlan, after: Unit | undefined): Unit | undefined {
  return yours.units.slice(after ? yours.units.indexOf(after) + 1 : 0).find((unit) => !deleted.has(unit));
}

/** Ignores line breaks inside of items. */
function isOnOneLine({ kind, source: { text }, units, open, close }: UnitList): boolean {
  if (kind === "file") return false;
  if (kind !== "items") return !text.slice(open, close).includes("\n");
  const starts = [...units.map(({ start }) => start), close];
  return starts.every((start, index) => !text.slice(units[index - 1]?.end ?? open, start).includes("\n"));
}

function gapAbove({ source, units, open }: UnitList, unit: Unit | undefined): string {
  if (unit === undefined) return "";
  return source.text.slice(units[units.indexOf(unit) - 1]?.end ?? open, unit.start);
}

function writeUnit({ unit, text }: Insertion, separator: string, place: Layout): string {
  return (text ?? moveText(codeOf(unit), place)) + separator + moveText(trailOf(unit), place);
}

/** The current indentation of the members of a list. */
function memberIndent({ kind, source: { text }, units }: UnitList, otherwise: string): string {
  if (kind === "file") return "";
  const example = units.find(({ start }) => text.slice(lineStart(text, start), start).trim() === "");
  return example ? indentAt(text, example.start) : otherwise;
}
