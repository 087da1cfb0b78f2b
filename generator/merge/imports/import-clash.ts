import { bindingsById, readImports } from "./imports.js";
import type { Clash, ListPlan } from "../lists/list-plan.js";
import { keptYours, type MergeContext } from "../merge-context.js";
import { withoutSpace } from "../source/source-names.js";
import type { Unit } from "../source/unit.js";
import { each } from "../source/versions.js";

/**
 * Finds new declarations whose name yours imports from elsewhere, and removes them from the plan. Both cannot exist,
 * so the import gets the conflict. This also applies if conflicts are resolved to the generated text, because the
 * import may bind other names too. An import that the generator itself replaces with a declaration is not a clash.
 */
export function clashWithImports(plan: ListPlan, context: MergeContext): ListPlan {
  const { base, yours, next } = each(plan.lists, readImports);
  const [before, then] = [bindingsById(base), bindingsById(next)];
  const own = new Map<string, Unit>();
  for (const { unit, bindings } of yours) {
    for (const { id, local } of bindings) if (!before.has(id) || then.has(id)) own.set(local, unit);
  }
  const clashes = new Map<Unit, Clash>(plan.clashes);
  const warnings = [...plan.warnings];
  const inserted = plan.inserted.filter(({ unit }) => {
    const importing = unit.names.map((name) => own.get(withoutSpace(name))).find((found) => found);
    // The markers of one import show only one conflict. A second one is found when the result is verified.
    if (importing === undefined || clashes.has(importing)) return true;
    if (context.onConflict === "yours") warnings.push(keptYours(unit.label));
    else clashes.set(importing, { name: unit.label, reason: "both-added", base: undefined, next: unit });
    return false;
  });
  return { ...plan, inserted, clashes, warnings };
}
