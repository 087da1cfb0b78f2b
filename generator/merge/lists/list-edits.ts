import { pairUnits } from "./match-units.js";
import type { UnitEdit } from "../merge-result.js";
import { readFileUnits } from "../source/read-units.js";
import { ownsItsLines, readSource, spelling } from "../source/source.js";
import { rangeIn, sameUnit, trailOf, type Unit, type UnitList } from "../source/unit.js";
import { unitName } from "./merge-lists.js";

/**
 * Lists what was changed by hand in a generated file, unit by unit: first the units of yours in their order,
 * then the deleted ones.
 */
export function listEdits(base: string, yours: string): readonly UnitEdit[] {
  if (base === yours) return [];
  const [from, to] = [base, yours].map((text) => readFileUnits(readSource(text.replace(/^\uFEFF/, ""))));
  return from && to ? (compareLists(from, to, "") ?? []) : [];
}

/** `undefined` if an edit shares its lines with others. Then the unit around it counts as edited. */
function compareLists(base: UnitList, yours: UnitList, owner: string): readonly UnitEdit[] | undefined {
  const edits: UnitEdit[] = [];
  const pairs = pairUnits(base.units, yours.units);
  const before = new Map([...pairs].map(([from, to]) => [to, from]));
  const isFile = yours.kind === "file";
  for (const unit of yours.units) {
    const old = before.get(unit);
    const found = old ? compareUnits(old, unit, owner) : [edit("added", unit, owner)];
    if (found.length > 0 && !isFile && !hasLines(unit)) return undefined;
    edits.push(...found);
  }
  for (const unit of base.units) {
    if (pairs.has(unit)) continue;
    if (!isFile && !hasLines(unit)) return undefined;
    edits.push({ unit: unitName(owner, unit), kind: "deleted" });
  }
  return edits;
}

function compareUnits(base: Unit, yours: Unit, owner: string): readonly UnitEdit[] {
  if (sameUnit(base, yours)) return [];
  const whole = [edit("edited", yours, owner)];
  const [from, to] = [base.block, yours.block];
  // An import merges as a set of names, so its single names are not listed.
  const asLists =
    yours.role !== "import" &&
    from &&
    to &&
    from.kind === to.kind &&
    (from.kind === "members" || from.registers);
  const inside = asLists ? compareLists(from.list(), to.list(), unitName(owner, yours)) : undefined;
  if (inside === undefined) return whole;
  return around(base) === around(yours) ? inside : [...whole, ...inside];
}

/** The unit without the content of its braces. */
function around(unit: Unit): string {
  const list = unit.block?.list();
  if (!list) return "";
  return [rangeIn(unit, unit.start, list.open), rangeIn(unit, list.close, unit.codeEnd), trailOf(unit)]
    .map(spelling)
    .join("\u0001");
}

function edit(kind: "edited" | "added", unit: Unit, owner: string): UnitEdit {
  const { file } = unit.source;
  return {
    unit: unitName(owner, unit),
    kind,
    line: file.getLineAndCharacterOfPosition(unit.codeStart).line + 1,
  };
}

function hasLines(unit: Unit): boolean {
  return ownsItsLines(unit.source.text, unit.start, unit.end);
}
