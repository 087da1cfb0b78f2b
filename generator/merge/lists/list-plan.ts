import type { Reason, Warning } from "../merge-result.js";
import type { Splice } from "../source/splice.js";
import type { Unit, UnitList } from "../source/unit.js";
import type { Versions } from "../source/versions.js";

export type Lists = Versions<UnitList>;

/** One unit in up to three versions of a file. */
export type MatchedUnit = Versions<Unit | undefined>;

/** What happens to the units of one list of yours. */
export interface ListPlan {
  readonly lists: Lists;
  readonly slots: readonly MatchedUnit[];
  /** Changes inside units that stay. */
  readonly inside: readonly Splice[];
  readonly deleted: ReadonlySet<Unit>;
  readonly inserted: readonly Insertion[];
  readonly clashes: ReadonlyMap<Unit, Clash>;
  readonly warnings: readonly Warning[];
}

export interface Insertion<T = Unit> {
  /** A unit of next. */
  readonly unit: T;
  /** The unit of yours that it follows; `undefined` if it comes first. */
  readonly after: T | undefined;
  /** Replaces the code that the unit has in next. */
  readonly text?: string;
}

export interface Clash {
  readonly name: string;
  readonly reason: Reason;
  readonly base: Unit | undefined;
  readonly next: Unit | undefined;
}

/** The units that stay, from next to yours. */
export function keptUnits(
  slots: readonly MatchedUnit[],
  deleted: ReadonlySet<Unit>,
): ReadonlyMap<Unit, Unit> {
  const kept = new Map<Unit, Unit>();
  for (const { yours, next } of slots) if (yours && next && !deleted.has(yours)) kept.set(next, yours);
  return kept;
}
