import { suggestion } from "../../runtime/errors/nearest.js";
import { quoteAll } from "../../runtime/model/names.js";
import { listEdits } from "../merge/index.js";
import { withoutWord } from "../merge/restore.js";
import { MistakenUnit } from "./plan-outcome.js";
import { unitName } from "../merge/lists/merge-lists.js";
import { readFileUnits } from "../merge/source/read-units.js";
import { readSource } from "../merge/source/source.js";
import type { UnitList } from "../merge/source/unit.js";

/**
 * Filters the declarations to restore: those that the file already has are dropped, so that a command may be run twice.
 * @throws {MistakenUnit} for an unknown name. The message lists the names that can be restored.
 */
export function findRestored(
  path: string,
  units: ReadonlySet<string>,
  { base, yours, next }: { readonly base: string; readonly yours: string; readonly next: string },
): ReadonlySet<string> {
  if (units.size === 0) return units;
  const deleted = [base, next].flatMap((text) =>
    listEdits(text, yours)
      .filter(({ kind }) => kind === "deleted")
      .map(({ unit }) => unit),
  );
  const withAndWithout = (unit: string): readonly string[] => [unit, withoutWord(unit)];
  const gone = new Set(deleted.flatMap(withAndWithout));
  const declared = readFileUnits(readSource(yours.replace(/^\uFEFF/, "")));
  const there = new Set(namesIn(declared, "").flatMap(withAndWithout));
  for (const unit of units) {
    if (gone.has(unit) || there.has(unit)) continue;
    const names = [...new Set(deleted)];
    const list = names.length === 0 ? "nothing" : quoteAll(names);
    const guess = suggestion(unit, [...names, ...names.map(withoutWord)]);
    throw new MistakenUnit(
      `--restore: "${unit}" is not a declaration of "${path}".${guess} Deleted in it: ${list}.`,
    );
  }
  return new Set([...units].filter((unit) => gone.has(unit)));
}

/** The names of declarations, and of their members. */
function namesIn({ units }: UnitList, owner: string): readonly string[] {
  return units.flatMap((unit) => {
    const name = unitName(owner, unit);
    const inside = unit.block?.list();
    return [name, ...(inside === undefined ? [] : namesIn(inside, name))];
  });
}
