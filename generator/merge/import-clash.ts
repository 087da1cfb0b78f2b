import { bindingsById, readImports } from "./imports.js";
import type { Clash, ListPlan } from "./merge-lists.js";
import { keptYours, type MergeContext } from "./merge-unit.js";
import { withoutSpace } from "./names.js";
import type { Unit } from "./unit.js";

/**
 * Finds new declarations whose name people import from elsewhere and takes them out of the plan: both cannot be, so
 * the import carries the conflict. It does for who prefers the generated text too, for that would take other names
 * along. An import that the generator itself replaces by a declaration is none of these.
 */
export function clashWithImports(plan: ListPlan, context: MergeContext): ListPlan {
  const [base, yours, next] = [plan.lists.base, plan.lists.yours, plan.lists.next].map(readImports);
  const [before, then] = [bindingsById(base ?? []), bindingsById(next ?? [])];
  const own = new Map<string, Unit>();
  for (const { unit, bindings } of yours ?? []) {
    for (const { id, local } of bindings) if (!before.has(id) || then.has(id)) own.set(local, unit);
  }
  const clashes = new Map<Unit, Clash>(plan.clashes);
  const warnings = [...plan.warnings];
  const inserted = plan.inserted.filter(({ unit }) => {
    const importing = unit.names.map((name) => own.get(withoutSpace(name))).find((found) => found);
    // Two names of one import are more than its markers can say; the check of the result will find them.
    if (importing === undefined || clashes.has(importing)) return true;
    if (context.onConflict === "yours") warnings.push(keptYours(unit.label));
    else clashes.set(importing, { name: unit.label, reason: "both-added", base: undefined, next: unit });
    return false;
  });
  return { ...plan, inserted, clashes, warnings };
}
