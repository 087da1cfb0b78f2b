import { everything } from "../access/rights.js";
import type { Selection } from "../database/sql/selection.js";
import type { Entity } from "../model/model.js";
import type { PlanBudget } from "./plan-parts.js";
import { PlanSelect } from "./plan-select.js";
import type { View } from "./plan-view.js";
import type { SelectItem } from "./read-request.js";

/** A selection that is the same for all callers who may read everything in its entities. */
interface KnownSelection {
  readonly selection: Selection;
  /** The other entities whose rights it depends on. */
  readonly targets: readonly Entity[];
  readonly relations: number;
  /** The number of its records for each record of the page. */
  readonly records: number;
}

/** By the parsed `select`, so that a text that is parsed once is also resolved once. */
const knownSelections = new WeakMap<readonly SelectItem[], KnownSelection>();

/**
 * Resolves the `select` of a plan.
 * @param records How many records the page may have.
 * @throws {ApiError} `invalid-select` and the errors of its parts.
 */
export function resolveSelect(
  items: readonly SelectItem[] | undefined,
  view: View,
  records: number,
  budget: PlanBudget,
): Selection {
  const known = items && knownSelections.get(items);
  if (known !== undefined && isKnownTo(view, known)) {
    budget.relations += known.relations;
    budget.records += records * known.records;
    return known.selection;
  }
  const before = { ...budget };
  const selection = new PlanSelect(view.entity.limits, budget).root(items, view, records);
  if (items !== undefined && mayBeKnown(items, view) && records > 0 && Number.isSafeInteger(budget.records))
    knownSelections.set(items, {
      selection,
      targets: [...(view.lookedUp?.keys() ?? [])],
      relations: budget.relations - before.relations,
      records: (budget.records - before.records) / records,
    });
  return selection;
}

/** Rights are looked up again, because roles and the result of a `readValidator` may have changed. */
function isKnownTo(view: View, { selection, targets }: KnownSelection): boolean {
  return (
    selection.entity === view.entity &&
    view.rights === everything &&
    targets.every((target) => view.of(target)?.rights === everything)
  );
}

/** Whether the selection is independent of the caller. Conditions may contain values of the caller. */
function mayBeKnown(items: readonly SelectItem[], { rights, lookedUp }: View): boolean {
  return (
    lookedUp !== undefined &&
    [rights, ...lookedUp.values()].every((each) => each === everything) &&
    !hasCondition(items)
  );
}

function hasCondition(items: readonly SelectItem[]): boolean {
  return items.some(
    (item) =>
      item.kind === "member" &&
      item.of !== undefined &&
      (item.of.where !== undefined || hasCondition(item.of.select ?? [])),
  );
}
