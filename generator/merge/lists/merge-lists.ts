import { anchorUnits } from "./anchor.js";
import { matchUnits } from "./match-units.js";
import type { Clash, Insertion, ListPlan, Lists, MatchedUnit } from "./list-plan.js";
import type { Warning } from "../merge-result.js";
import {
  bothChanged,
  edits,
  keptYours,
  tookGenerated,
  type MergeContext,
  type MergeOutcome,
  type MergeClash,
} from "../merge-context.js";
import { mergeUnit, replaceUnit } from "../merge-unit.js";
import { mergeSequence } from "../merge-sequence.js";
import { placeUnits } from "./place-units.js";
import { ownsItsLines } from "../source/source.js";
import type { Splice } from "../source/splice.js";
import { sameUnit, unitSpelling, type Unit } from "../source/unit.js";
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
  if (isUntouched({ base, yours }))
    return edits(isUntouched({ base: next, yours }) ? [] : [replaceRange(yours, next)]);
  const plan = isKeyed ? planLists(lists, owner, context) : planOrdered(lists, context);
  return "kind" in plan ? plan : edits(placeUnits(plan), plan.warnings);
}

/** Merges units whose order carries meaning, such as statements. Any clash is one of the whole owner. */
function planOrdered(lists: Lists, context: MergeContext): ListPlan | MergeClash {
  const { base, yours, next } = each(lists, ({ units }) => units);
  const plan = mergeSequence(base, yours, next, unitSpelling, false);
  if (plan === undefined) return bothChanged;
  const { kept: slots, deleted, inserted } = plan;
  const inside: Splice[] = [];
  for (const slot of slots) {
    const outcome = mergeUnit({ name: "", ...slot }, { ...context, isNested: true });
    if (outcome.kind === "clash") return outcome;
    inside.push(...outcome.splices);
  }
  return { lists, slots, inside, deleted, inserted, clashes: new Map(), warnings: [] };
}

/** Decides for each unit. If a unit is on one line with others, its clash is one of the whole owner. */
export function planLists(lists: Lists, owner: string, context: MergeContext): ListPlan | MergeClash {
  const slots = matchUnits(lists);
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
  const keep = edits([]);
  if (yours === undefined) {
    if (next === undefined) return keep;
    if (base === undefined || context.isRestored(name)) return { kind: "insert" };
    return sameUnit(base, next) ? keep : edits([], [keptDeleted(name)]);
  }
  if (base === undefined)
    return next === undefined || sameUnit(yours, next) ? keep : { kind: "clash", reason: "both-added" };
  if (next === undefined)
    return sameUnit(base, yours) ? { kind: "delete" } : { kind: "clash", reason: "removed-by-config" };
  return mergeUnit({ name, base, yours, next }, context);
}

function keptDeleted(unit: string): Warning {
  return { unit, message: "It was deleted here and stays deleted, but the configuration changed it." };
}

/** `class BlogpostRepository.find`: the names from the file down to the unit. */
export function unitName(owner: string, unit: Unit | undefined): string {
  return owner === "" ? (unit?.label ?? "") : `${owner}.${unit?.label ?? ""}`;
}
