import type { ListPlan } from "./list-plan.js";
import type { Unit } from "./unit.js";

/** The separator after each unit of a merged list: a comma, a semicolon or nothing. */
export interface Separators {
  readonly of: (unit: Unit) => string;
}

/** Follows the style of the list in yours: its separator, and whether its last unit has one. */
export function planSeparators({ lists: { yours, next }, deleted, inserted }: ListPlan): Separators {
  if (yours.separators === "none") return { of: () => "" };
  const isCode = (unit: Unit): boolean => unit.role !== "comment";
  const own = yours.units.filter(isCode);
  const model = own.length > 0 ? own : next.units.filter(isCode);
  const onOneLine = !yours.source.text.slice(yours.open, yours.close).includes("\n");
  const separated = model.find((unit) => unit.separator);
  const fallback = yours.separators === "comma" ? "," : onOneLine || own.length === 0 ? ";" : "";
  const character = separated?.separator
    ? separated.source.text.slice(separated.separator.start, separated.separator.end)
    : fallback;
  const lastHas = model.at(-1)?.separator !== undefined;

  const merged: Unit[] = inserted.filter(({ after }) => after === undefined).map(({ unit }) => unit);
  for (const unit of yours.units) {
    if (!deleted.has(unit)) merged.push(unit);
    for (const insertion of inserted) if (insertion.after === unit) merged.push(insertion.unit);
  }
  const code = merged.filter(isCode);
  const last = code.at(-1);
  const isNew = new Set(inserted.map(({ unit }) => unit));
  return {
    of: (unit) => {
      if (!isCode(unit)) return "";
      if (unit === last) return lastHas ? character : "";
      const follower = code[code.indexOf(unit) + 1];
      // Separators between two units that stay are left as they are.
      const untouched = !isNew.has(unit) && unit !== own.at(-1) && !(follower && isNew.has(follower));
      if (untouched)
        return unit.separator ? unit.source.text.slice(unit.separator.start, unit.separator.end) : "";
      return unit.separator && !isNew.has(unit)
        ? unit.source.text.slice(unit.separator.start, unit.separator.end)
        : character;
    },
  };
}
