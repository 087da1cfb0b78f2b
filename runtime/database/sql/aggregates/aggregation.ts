import type { CheckedCondition } from "../../../condition/checked.js";
import type { Entity, Field, Relation } from "../../../model/model.js";
import { conditionShape } from "../where/condition-shape.js";

/** The parts of a date or a time in UTC that records can be grouped by. */
export const dateParts = ["date", "year", "month", "day", "hour"] as const;
export type DatePart = (typeof dateParts)[number];

export const aggregateFunctions = ["count", "sum", "avg", "min", "max"] as const;
export type AggregateFunction = (typeof aggregateFunctions)[number];

/** Groups of records, each with the common values of its records and with aggregates. */
export interface Aggregation {
  readonly entity: Entity;
  /** The records that are grouped. `undefined` for all. */
  readonly where: CheckedCondition | undefined;
  /** The records that to-one relations lead to. Each join comes after the one that it starts from. */
  readonly joins: readonly AggregationJoin[];
  /** The groups, then the aggregates. The answer need not include all of them. */
  readonly columns: readonly AggregationColumn[];
  /** The groups that are read, by the columns' `result`. `undefined` for all. */
  readonly having: CheckedCondition | undefined;
  readonly order: readonly AggregationOrder[];
}

export interface AggregationJoin {
  readonly relation: Relation;
  /** The index of the join that it starts from. `undefined` for the entity's own records. */
  readonly from: number | undefined;
  /** The records that the caller may see. `undefined` for all. */
  readonly rows: CheckedCondition | undefined;
}

export type AggregationColumn = GroupColumn | AggregateColumn;

export interface GroupColumn {
  readonly kind: "group";
  readonly of: ColumnSource;
  /** `undefined` for the value itself. */
  readonly part: DatePart | undefined;
  /** The column as a field of the groups, for conditions on them. */
  readonly result: Field;
}

export interface AggregateColumn {
  readonly kind: "aggregate";
  readonly function: AggregateFunction;
  /** `undefined` for the number of records. If set, `count` is the number of different values. */
  readonly of: ColumnSource | undefined;
  readonly result: Field;
}

/** A field of the records, or of the records that a join leads to. */
export interface ColumnSource {
  readonly field: Field;
  /** The index of the join. `undefined` for the entity's own fields. */
  readonly join: number | undefined;
}

export interface AggregationOrder {
  readonly result: Field;
  readonly isDescending: boolean;
}

/** The shape of an aggregation: everything but the values in its conditions. */
export function aggregationShape({ where, joins, columns, having, order }: Aggregation): string {
  const joined = joins.map(
    ({ relation, from = "", rows }) => `${from}>${relation.name}?${conditionShape(rows)}`,
  );
  const sorted = order.map(({ result, isDescending }) => `${isDescending ? "~" : ""}${result.column}`);
  const parts = [columns.map(columnShape), joined, conditionShape(where), conditionShape(having), sorted];
  return parts.join(" ");
}

function columnShape(column: AggregationColumn): string {
  const source = column.of === undefined ? "" : `${column.of.join ?? ""}.${column.of.field.name}`;
  if (column.kind === "group") return `${column.part ?? ""}(${source})`;
  return `${column.function}:(${source})`;
}
