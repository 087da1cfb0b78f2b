import type { Lists } from "./lists/list-plan.js";
import type { OnConflict, Reason, Warning } from "./merge-result.js";
import type { Splice } from "./source/splice.js";
import type { Unit } from "./source/unit.js";
import type { Versions } from "./source/versions.js";

export interface MergeContext {
  readonly onConflict: OnConflict;
  /** Whether a deleted unit must be restored. */
  readonly isRestored: (unit: string) => boolean;
  readonly restores: boolean;
  /** Whether changes of both sides to one declaration may be combined. */
  readonly combines: boolean;
  /** Merges the content of a block. Passed here because lists and units contain each other. */
  readonly mergeInside: (
    lists: Lists,
    isKeyed: boolean,
    owner: string,
    context: MergeContext,
  ) => MergeOutcome;
  /** Whether the unit is inside another one, which gets the markers instead. */
  readonly isNested?: boolean;
  /** A merged list inside the current unit, identified by the position where it opens in yours. */
  readonly done?: { readonly open: number; readonly splices: readonly Splice[] };
}

/** The changes that a merge makes to yours, or a clash that the developer must settle for the whole unit. */
export type MergeOutcome =
  | { readonly kind: "edits"; readonly splices: readonly Splice[]; readonly warnings: readonly Warning[] }
  | MergeClash;

export interface MergeClash {
  readonly kind: "clash";
  readonly reason: Reason;
}

export function edits(splices: readonly Splice[], warnings: readonly Warning[] = []): MergeOutcome {
  return { kind: "edits", splices, warnings };
}

export const bothChanged: MergeClash = { kind: "clash", reason: "both-changed" };

/** The three versions of one unit, and its name. */
export interface Trio extends Versions<Unit> {
  readonly name: string;
}

export function keptYours(unit: string): Warning {
  return { unit, message: "Both sides changed it; yours was kept and the generated change left out." };
}

export function tookGenerated(unit: string): Warning {
  return { unit, message: "Both sides changed it; the generated text replaced yours." };
}
