import { clashSplice } from "../clash.js";
import { insertUnits } from "./insert-units.js";
import type { ListPlan } from "./list-plan.js";
import { planSeparators } from "../source/separators.js";
import { hasBlankLine, lineStart } from "../source/source.js";
import type { Splice } from "../source/splice.js";
import type { Unit, UnitList } from "../source/unit.js";

/** Turns the plan of a list into splices, with white space, separators and markers. */
export function placeUnits(plan: ListPlan): readonly Splice[] {
  const { yours } = plan.lists;
  const separatorAfter = planSeparators(plan);
  const splices: Splice[] = [...plan.inside, ...deletions(plan)];
  for (const [unit, clash] of plan.clashes)
    splices.push(clashSplice(unit, clash, separatorAfter(unit), yours.kind === "file"));
  for (const unit of yours.units) {
    if (plan.deleted.has(unit) || plan.clashes.has(unit)) continue;
    const wanted = separatorAfter(unit);
    if (wanted !== "" && !unit.separator)
      splices.push({ start: unit.codeEnd, end: unit.codeEnd, text: wanted });
    if (wanted === "" && unit.separator) splices.push({ ...unit.separator, text: "" });
  }
  for (const after of new Set(plan.inserted.map((insertion) => insertion.after))) {
    const group = plan.inserted.filter((insertion) => insertion.after === after);
    splices.push(...insertUnits(plan, after, group, separatorAfter));
  }
  return splices;
}

/** Removes runs of deleted units, with all gaps in and around each run but one. */
function deletions({ lists: { yours }, deleted }: ListPlan): readonly Splice[] {
  const splices: Splice[] = [];
  for (let first = 0; first < yours.units.length; first++) {
    const run: Unit[] = [];
    for (let unit = yours.units[first]; unit && deleted.has(unit); unit = yours.units[first + run.length])
      run.push(unit);
    if (run.length === 0) continue;
    for (const range of runRanges(yours, yours.units[first - 1], run, yours.units[first + run.length]))
      splices.push({ ...range, text: "" });
    first += run.length;
  }
  return splices;
}

type Range = Omit<Splice, "text">;

function runRanges(
  list: UnitList,
  before: Unit | undefined,
  run: readonly Unit[],
  after: Unit | undefined,
): readonly Range[] {
  const { text } = list.source;
  const start = run[0]?.start ?? list.open;
  const end = run.at(-1)?.end ?? start;
  if (after === undefined) {
    const isAll = before === undefined && !text.slice(list.open, list.close).includes("\n");
    return [{ start: before?.end ?? list.open, end: isAll && list.kind !== "file" ? list.close : end }];
  }
  const gapAfter = text.slice(end, after.start);
  if (before === undefined) {
    const lineEnd = gapAfter.lastIndexOf("\n");
    if (lineEnd === -1) return [{ start, end: after.start }];
    if (list.kind === "file" || !text.slice(list.open, start).includes("\n"))
      return [{ start: lineStart(text, start), end: end + lineEnd + 1 }];
    return [{ start: list.open, end: end + lineEnd - (gapAfter[lineEnd - 1] === "\r" ? 1 : 0) }];
  }
  // Keeps a blank line, so that a free-standing comment does not get attached to the unit below.
  const ends = [before, ...run].map((unit) => unit.end);
  const starts = [...run, after].map((unit) => unit.start);
  const blank = ends.findLastIndex((each, index) => hasBlankLine(text.slice(each, starts[index])));
  const ranges: Range[] = [];
  if (blank > 0 || blank === -1) ranges.push({ start: before.end, end: ends.at(blank) ?? end });
  if (blank !== -1 && blank < run.length) {
    const upTo = gapAfter.includes("\n") ? lineStart(text, after.start) : after.start;
    ranges.push({ start: lineStart(text, starts[blank] ?? start), end: upTo });
  }
  return ranges;
}
