import type { Item } from "./align.js";
import { findAnchor } from "./anchor.js";
import { moveText, placeAt } from "./indentation.js";
import { matchUnits, type Slot } from "./match-units.js";
import type { Reason, Warning } from "./merge-result.js";
import {
  bothChanged,
  keptYours,
  mergeUnit,
  replaceUnit,
  tookGenerated,
  type MergeContext,
  type Outcome,
  type Undecided,
} from "./merge-unit.js";
import { mergeSequence } from "./merge-sequence.js";
import { placeUnits } from "./place-units.js";
import { ownsItsLines } from "./source.js";
import type { Splice } from "./splice.js";
import { sameUnit, unitSpelling, type Unit, type UnitList } from "./unit.js";

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

/** Merges what stands between brackets. If nobody touched it, the new text comes with its own layout. */
export function mergeInside(lists: Lists, isKeyed: boolean, owner: string, context: MergeContext): Outcome {
  const { source, open, close } = lists.yours;
  const like = (list: UnitList): string =>
    moveText(list.source, list.open, list.close, list.open, placeAt(source, open));
  const now = source.text.slice(open, close);
  if (like(lists.base) !== now)
    return isKeyed ? mergeLists(lists, owner, context) : mergeOrdered(lists, context);
  const text = like(lists.next);
  const splices = text === now ? [] : [{ start: open, end: close, text }];
  return { kind: "edits", splices, warnings: [] };
}

function mergeLists(lists: Lists, owner: string, context: MergeContext): Outcome {
  const plan = planLists(lists, owner, context);
  if ("kind" in plan) return plan;
  return { kind: "edits", splices: placeUnits(plan), warnings: plan.warnings };
}

/** Merges units whose order carries meaning, such as the steps of a body. A clash is one of the whole owner. */
function mergeOrdered(lists: Lists, context: MergeContext): Outcome {
  const items = ({ units }: UnitList): readonly OrderedUnit[] =>
    units.map((unit) => ({ unit, key: unit.key, spelling: unitSpelling(unit) }));
  const plan = mergeSequence(items(lists.base), items(lists.yours), items(lists.next), false);
  if (plan === undefined) return { kind: "clash", reason: "both-changed" };
  const inside: Splice[] = [];
  const slots: Slot[] = [];
  for (const { base, yours, next } of plan.kept) {
    const slot = { base: base.unit, yours: yours.unit, next: next.unit };
    const outcome = mergeUnit({ name: "", ...slot }, { ...context, isNested: true });
    if (outcome.kind === "clash") return outcome;
    inside.push(...outcome.splices);
    slots.push(slot);
  }
  const deleted = new Set([...plan.deleted].map(({ unit }) => unit));
  const inserted = plan.inserted.map(({ item, after }) => ({ unit: item.unit, after: after?.unit }));
  const splices = placeUnits({ lists, slots, inside, deleted, inserted, clashes: new Map(), warnings: [] });
  return { kind: "edits", splices, warnings: [] };
}

interface OrderedUnit extends Item {
  readonly unit: Unit;
}

/** The rules table, unit by unit. A clash that has no lines for its own is one of the whole owner. */
export function planLists(lists: Lists, owner: string, context: MergeContext): ListPlan | Undecided {
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
        // A nested unit has no name that `--restore` could take.
        if (context.isNested && verdict.warnings.length > 0) return bothChanged;
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
        if (context.isNested) return verdict;
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
