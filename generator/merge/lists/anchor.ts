import { keptUnits, type Insertion, type ListPlan } from "./list-plan.js";
import type { Unit, UnitList } from "../source/unit.js";

/** Finds the places of new units, in the order of next. */
export function anchorUnits(
  added: readonly Omit<Insertion, "after">[],
  { lists: { yours, next }, slots, deleted }: Pick<ListPlan, "lists" | "slots" | "deleted">,
): readonly Insertion[] {
  const surroundings = { yours, next, kept: keptUnits(slots, deleted), deleted };
  return added
    .map((insertion) => ({ ...insertion, after: findAnchor(insertion.unit, surroundings) }))
    .toSorted((a, b) => next.units.indexOf(a.unit) - next.units.indexOf(b.unit));
}

/** The data that determine the place of new units in a list of yours. */
interface Surroundings extends Pick<ListPlan, "deleted"> {
  readonly yours: UnitList;
  readonly next: UnitList;
  readonly kept: ReturnType<typeof keptUnits>;
}

/**
 * The unit of yours that a new unit should follow: its nearest preceding sibling that yours still has.
 *
 * In a body, the nearest sibling of the same kind takes precedence: a new route goes next to the other
 * routes, even behind a `router.use(…)` that was added by hand, and not behind the variable that happens to
 * precede it.
 */
function findAnchor(unit: Unit, surroundings: Surroundings): Unit | undefined {
  const { yours, next, kept } = surroundings;
  const at = next.units.indexOf(unit);
  const before = next.units.slice(0, at).findLast((each) => kept.has(each));
  const after = next.units.slice(at + 1).find((each) => kept.has(each));
  const follows = before && kept.get(before);

  if (yours.kind === "statements" && isAlike(unit, after) && !isAlike(unit, before)) {
    const precedes = after && kept.get(after);
    const until = precedes ? yours.units.indexOf(precedes) : -1;
    if (follows === undefined || yours.units.indexOf(follows) < until) return lastKept(surroundings, until);
  }
  return yours.kind === "file" ? inFile(unit, follows, surroundings) : follows;
}

/** Imports stay together at the top, even if some were added by hand. Everything else goes below them. */
function inFile(unit: Unit, follows: Unit | undefined, surroundings: Surroundings): Unit | undefined {
  if (unit.role === "header" || unit.role === "directive") return follows;
  const { units } = surroundings.yours;
  const firstCode = units.findIndex((each) => each.role === "code");
  const top = firstCode === -1 ? units : units.slice(0, firstCode);
  if (unit.role === "import") {
    if (follows) return follows;
    const firstImport = top.findIndex((each) => each.role === "import");
    const prologue = 1 + top.findLastIndex((each) => each.role === "header" || each.role === "directive");
    return lastKept(surroundings, firstImport === -1 ? prologue : firstImport);
  }
  const below = 1 + top.findLastIndex((each) => each.role !== "comment");
  if (follows === undefined && unit.role === "comment") return undefined;
  return follows && units.indexOf(follows) >= below ? follows : lastKept(surroundings, below);
}

function lastKept({ yours, deleted }: Surroundings, until: number): Unit | undefined {
  return yours.units.slice(0, until).findLast((each) => !deleted.has(each));
}

function isAlike(unit: Unit, other: Unit | undefined): boolean {
  return other !== undefined && unit.node?.kind === other.node?.kind;
}
