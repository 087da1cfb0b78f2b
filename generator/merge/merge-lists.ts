import { findAnchor } from "./anchor.js";
import { matchUnits, type Slot } from "./match-units.js";
import type { Reason, Warning } from "./merge-result.js";
import {
  keptYours,
  mergeUnit,
  replaceUnit,
  tookGenerated,
  type MergeContext,
  type Outcome,
} from "./merge-unit.js";
import { placeUnits } from "./place-units.js";
import { ownsItsLines } from "./source.js";
import type { Splice } from "./splice.js";
import { sameUnit, type Unit, type UnitList } from "./unit.js";

export interface Lists {
  readonly base: UnitList;
  readonly yours: UnitList;
  readonly next: UnitList;
}

/** What becomes of the units of one list of yours. */
export interface ListPlan {
  readonly lists: Lists;
  readonly slots: readonly Slot[];
  /** Changes inside units that stay. */
  readonly inside: readonly Splice[];
  readonly deleted: ReadonlySet<Unit>;
  readonly inserted: readonly Insertion[];
  readonly clashes: ReadonlyMap<Unit, Clash>;
  readonly warnings: readonly Warning[];
}

export interface Insertion {
  /** From next. */
  readonly unit: Unit;
  /** The unit of yours that it follows; none: it comes first. */
  readonly after: Unit | undefined;
  /** Replaces the code that the unit has in next. */
  readonly text?: string;
}

export interface Clash {
  readonly name: string;
  readonly reason: Reason;
  readonly base: Unit | undefined;
  readonly next: Unit | undefined;
}

export function mergeLists(lists: Lists, owner: string, context: MergeContext): Outcome {
  const plan = planLists(lists, owner, context);
  if ("kind" in plan) return plan;
  return { kind: "edits", splices: placeUnits(plan), warnings: plan.warnings };
}

/** The rules table, unit by unit. A clash that has no lines for its own is one of the whole owner. */
export function planLists(
  lists: Lists,
  owner: string,
  context: MergeContext,
): ListPlan | (Outcome & { kind: "clash" }) {
  const slots = matchUnits(lists.base.units, lists.yours.units, lists.next.units);
  const inside: Splice[] = [];
  const deleted = new Set<Unit>();
  const wanted = new Set<Unit>();
  const clashes = new Map<Unit, Clash>();
  const warnings: Warning[] = [];
  for (const { base, yours, next } of slots) {
    const name = unitName(owner, yours ?? base ?? next);
    if ((yours ?? base ?? next)?.role === "import") continue;
    const verdict = judge(name, base, yours, next, context);
    switch (verdict.kind) {
      case "edits":
        inside.push(...verdict.splices);
        warnings.push(...verdict.warnings);
        break;
      case "delete":
        if (yours) deleted.add(yours);
        break;
      case "insert":
        if (next) wanted.add(next);
        break;
      case "clash": {
        if (yours === undefined) break;
        if (context.onConflict === "yours") warnings.push(keptYours(name));
        else if (context.onConflict === "generated") {
          warnings.push(tookGenerated(name));
          if (next) inside.push(...replaceUnit(yours, next));
          else deleted.add(yours);
        } else if (lists.yours.kind !== "file" && !ownsItsLines(yours.source.text, yours.start, yours.end)) {
          return verdict;
        } else clashes.set(yours, { name, reason: verdict.reason, base, next });
      }
    }
  }
  const surroundings = { yours: lists.yours, next: lists.next, kept: keptUnits(slots, deleted), deleted };
  const inserted = lists.next.units
    .filter((unit) => wanted.has(unit))
    .map((unit): Insertion => ({ unit, after: findAnchor(unit, surroundings) }));
  return { lists, slots, inside, deleted, inserted, clashes, warnings };
}

/** From next to yours, without what is deleted. */
export function keptUnits(slots: readonly Slot[], deleted: ReadonlySet<Unit>): ReadonlyMap<Unit, Unit> {
  const kept = new Map<Unit, Unit>();
  for (const { yours, next } of slots) if (yours && next && !deleted.has(yours)) kept.set(next, yours);
  return kept;
}

type Verdict = Outcome | { readonly kind: "delete" } | { readonly kind: "insert" };

function judge(
  name: string,
  base: Unit | undefined,
  yours: Unit | undefined,
  next: Unit | undefined,
  context: MergeContext,
): Verdict {
  const keep: Verdict = { kind: "edits", splices: [], warnings: [] };
  if (yours === undefined) {
    if (next === undefined) return keep;
    if (base === undefined || context.isRestored(name)) return { kind: "insert" };
    return sameUnit(base, next) ? keep : { ...keep, warnings: [keptDeleted(name)] };
  }
  if (base === undefined) {
    return next === undefined || sameUnit(yours, next) ? keep : { kind: "clash", reason: "both-added" };
  }
  if (next === undefined) {
    return sameUnit(base, yours) ? { kind: "delete" } : { kind: "clash", reason: "removed-by-config" };
  }
  return mergeUnit({ name, base, yours, next }, context);
}

function keptDeleted(unit: string): Warning {
  return { unit, message: "It was deleted here and stays deleted, but the configuration changed it." };
}

/** `class BlogpostRepository.find`: the names from the file down to the unit. */
export function unitName(owner: string, unit: Unit | undefined): string {
  return owner === "" ? (unit?.label ?? "") : `${owner}.${unit?.label ?? ""}`;
}
