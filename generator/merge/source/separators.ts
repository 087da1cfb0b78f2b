import type { ListPlan } from "../lists/list-plan.js";
import { separatorOf, type Unit } from "./unit.js";

/** Gives the separator after a unit of a merged list: a comma, a semicolon or nothing. */
export type SeparatorOf = (unit: Unit) => string;

/** Follows the style of the list in yours: its separator, and whether its last unit has one. */
export function planSeparators({ lists: { yours, next }, deleted, inserted }: ListPlan): SeparatorOf {
  if (yours.separators === "none") return () => "";
  const isCode = (unit: Unit): boolean => unit.role !== "comment";
  const own = yours.units.filter(isCode);
  const model = own.length > 0 ? own : next.units.filter(isCode);
  const onOneLine = !yours.source.text.slice(yours.open, yours.close).includes("\n");
  const separated = model.find((unit) => unit.separator);
  const fallback = yours.separators === "comma" ? "," : onOneLine || own.length === 0 ? ";" : "";
  const character = separated ? separatorOf(separated) : fallback;
  const lastHas = model.at(-1)?.separator !== undefined;

  const merged: Unit[] = inserted.filter(({ after }) => after === undefined).map(({ unit }) => unit);
  for (const unit of yours.units) {
    if (!deleted.has(unit)) merged.push(unit);
    for (const insertion of inserted) if (insertion.after === unit) merged.push(insertion.unit);
  }
  const code = merged.filter(isCode);
  const last = code.at(-1);
  const isNew = new Set(inserted.map(({ unit }) => unit));
  return (unit) => {
    if (!isCode(unit)) return "";
    if (unit === last) return lastHas ? character : "";
    if (isNew.has(unit)) return character;
    const follower = code[code.indexOf(unit) + 1];
    // Separators between two units that stay are left as they are.
    const needsOne = unit === own.at(-1) || (follower !== undefined && isNew.has(follower));
    return separatorOf(unit) || (needsOne ? character : "");
  };
}
