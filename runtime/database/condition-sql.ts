import { sql } from "kysely";
import type { CheckedComparison, CheckedCondition } from "../condition/check-condition.js";
import type { Field } from "../model/model.js";
import type { Dialect, Sql } from "./dialect.js";
import { slot } from "./slot.js";

/** What a condition is but for its values: conditions of one shape share a statement. */
export function conditionShape(condition: CheckedCondition | undefined): string {
  if (condition === undefined) return "";
  if (condition.kind === "comparison") {
    return `${condition.field.name}${condition.operator}${condition.value === null ? "null" : "?"}`;
  }
  return `(${condition.conditions.map(conditionShape).join(condition.kind === "and" ? "&" : "|")})`;
}

/** The condition's values as the database takes them, in the order of its slots. */
export function conditionArguments(
  condition: CheckedCondition | undefined,
  dialect: Dialect,
): readonly unknown[] {
  if (condition === undefined) return [];
  if (condition.kind !== "comparison")
    return condition.conditions.flatMap((part) => conditionArguments(part, dialect));
  const { field, value } = condition;
  return value === null ? [] : [dialect.columns[field.type].toParameter(value)];
}

/** The condition as SQL; its values are slots from `firstSlot` on. */
export function conditionToSql(condition: CheckedCondition, dialect: Dialect, firstSlot: number): Sql {
  let next = firstSlot;
  return toSql(condition);

  function toSql(node: CheckedCondition): Sql {
    if (node.kind === "comparison")
      return comparisonToSql(node, dialect, node.value === null ? undefined : slot(next++));
    return sql`(${sql.join(node.conditions.map(toSql), node.kind === "and" ? sql` and ` : sql` or `)})`;
  }
}

function comparisonToSql(
  { field, operator }: CheckedComparison,
  dialect: Dialect,
  value: Sql | undefined,
): Sql {
  const column = sql.id(field.column);
  if (value === undefined) return operator === "=" ? sql`${column} is null` : sql`${column} is not null`;
  if (operator === "~") return dialect.contains(column, value);
  const comparable = dialect.columns[field.type].comparable ?? ((side: Sql) => side);
  // Equal values have equal stored forms: compared as they are, so that an index serves.
  const sides =
    operator === "=" || operator === "<>" ? [column, value] : [comparable(column), comparable(value)];
  return sql.join(sides, sql` ${sql.raw(operator)} `);
}

/** What a field is sorted by: the table's column, whatever is selected under the same name. */
export function orderColumn(field: Field, table: string, dialect: Dialect): Sql {
  const column = sql.id(table, field.column);
  return dialect.columns[field.type].comparable?.(column) ?? column;
}
