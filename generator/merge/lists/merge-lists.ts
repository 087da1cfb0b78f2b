import type { Item } from "./align.js";
import { anchorUnits } from "./anchor.js";
import { matchUnits, type MatchedUnit } from "./match-units.js";
import type { Clash, Insertion, ListPlan, Lists } from "./list-plan.js";
import type { Warning } from "../merge-result.js";
import {
  bothChanged,
  keptYours,
  tookGenerated,
  type MergeContext,
  type MergeOutcome,
  type Undecided,
} from "../merge-context.js";
import { mergeUnit, replaceUnit } from "../merge-unit.js";
import { mergeSequence } from "../merge-sequence.js";
import { placeUnits } from "./place-units.js";
import { ownsItsLines } from "../source/source.js";
import type { Splice } from "../source/splice.js";
import { sameUnit, unitSpelling, type Unit, type UnitList } from "../source/unit.js";
import { each, isUntouched, replaceRange } from "../source/versions.js";

/** Merges the content of a block. If yours is unedited, the new text keeps its own layout. */
export function mergeInside(
  lists: Lists,
  isKeyed: boolean,
  owner: string,
  context: MergeContext,
): MergeOutcome {
  const { base, yours, next } = each(lists, ({ source, open, close }) => ({
    source,
    start: open,
    end: close,
  }));
  if (!isUntouched({ base, yours }))
    return isKeyed ? mergeLists(lists, owner, context) : mergeOrdered(lists, context);
  const splices = isUntouched({ base: next, yours }) ? [] : [replaceRange(yours, next)];
  return { kind: "edits", splices, warnings: [] };
}

function mergeLists(lists: Lists, owner: string, context: MergeContext): MergeOutcome {
  const plan = planLists(lists, owner, context);
  if ("kind" in plan) return plan;
  return { kind: "edits", splices: placeUnits(plan), warnings: plan.warnings };
}

/** Merges units whose order carries meaning, such as statements. Any clash is one of the whole owner. */
function mergeOrdered(lists: Lists, context: MergeContext): MergeOutcome {
  const items = ({ units }: UnitList): readonly OrderedUnit[] =>
    units.map((unit) => ({ unit, key: unit.key, spelling: unitSpelling(unit) }));
  const plan = mergeSequence(items(lists.base), items(lists.yours), items(lists.next), false);
  if (plan === undefined) return { kind: "clash", reason: "both-changed" };
  const inside: Splice[] = [];
  const slots: MatchedUnit[] = [];
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

/**
 * Decides for each unit. A clash in a unit that shares its lines with others is a clash of the whole owner.
 */
export function planLists(lists: Lists, owner: string, context: MergeContext): ListPlan | Undecided {
  const slots = matchUnits(lists.base.units, lists.yours.units, lists.next.units);
  const inside: Splice[] = [];
  const deleted = new Set<Unit>();
  const wanted: Pick<Insertion, "unit">[] = [];
  const clashes = new Map<Unit, Clash>();
  const warnings: Warning[] = [];
  for (const slot of slots) {
    const { base, yours, next } = slot;
    const name = unitName(owner, yours ?? base ?? next);
    if ((yours ?? base ?? next)?.role === "import") continue;
    const verdict = judge(name, slot, context);
    switch (verdict.kind) {
      case "edits":
        // `--restore` cannot name a nested unit, so a warning about one becomes a conflict.
        if (context.isNested && verdict.warnings.length > 0) return bothChanged;
        inside.push(...verdict.splices);
        warnings.push(...verdict.warnings);
        break;
      case "delete":
        if (yours) deleted.add(yours);
        break;
      case "insert":
        if (next) wanted.push({ unit: next });
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
  const inserted = anchorUnits(wanted, { lists, slots, deleted });
  return { lists, slots, inside, deleted, inserted, clashes, warnings };
}

type Verdict = MergeOutcome | { readonly kind: "delete" } | { readonly kind: "insert" };

function judge(name: string, { base, yours, next }: MatchedUnit, context: MergeContext): Verdict {
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
