import type { CheckedCondition } from "../../condition/checked.js";
import type { Relation } from "../../model/model.js";
import type { Order } from "./order.js";
import type { SelectedRecord } from "./selection.js";

/** The other parts of a statement besides its selection. */
interface Beside {
  readonly where?: CheckedCondition | undefined;
  readonly order?: readonly Order[];
}

/**
 * A name for a page that differs from all tables in the statement, because a `with` hides a table of the same name.
 */
export function nameBeside(selection: SelectedRecord, { where, order = [] }: Beside): string {
  const tables = new Set([...tablesOf(selection), ...tablesIn(where), ...tablesInOrder(order)]);
  let name = "page";
  while (tables.has(name)) name += "_";
  return name;
}

function tablesInOrder(order: readonly Order[]): readonly string[] {
  const steps = order.flatMap(({ via }) => via);
  return steps.flatMap(({ relation, rows }) => [...tablesAlong(relation), ...tablesIn(rows)]);
}

function tablesOf({ entity, guards, references, counts, lists }: SelectedRecord): readonly string[] {
  return [
    entity.table,
    ...guards.flatMap(({ condition }) => tablesIn(condition)),
    ...references.flatMap((reference) => [...tablesOf(reference), ...tablesIn(reference.rows)]),
    ...counts.flatMap(({ relation, rows }) => [...tablesAlong(relation), ...tablesIn(rows)]),
    ...lists.flatMap(({ relation, target, order }) => [
      ...tablesAlong(relation),
      ...tablesOf(target),
      ...tablesIn(target.rows),
      ...tablesInOrder(order),
    ]),
  ];
}

/** The tables of the relations in a condition. */
export function tablesIn(condition: CheckedCondition | undefined): readonly string[] {
  switch (condition?.kind) {
    case "and":
    case "or":
      return condition.conditions.flatMap(tablesIn);
    case "some":
    case "count":
      return [...tablesAlong(condition.relation), ...tablesIn(condition.condition)];
    case "unless":
      return tablesIn(condition.condition);
    default:
      return [];
  }
}

function tablesAlong({ target, through }: Relation): readonly string[] {
  return through === undefined ? [target.table] : [target.table, through.table.table];
}
