import { sql } from "kysely";
import type { CheckedComparison, CheckedCondition } from "../condition/check-condition.js";
import type { Entity, Field } from "../model/model.js";
import type { Dialect, Sql } from "./dialect.js";
import { slot } from "./slot.js";
import { columnOf } from "./column-of.js";

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
  return value === null ? [] : [columnOf(field, dialect).toParameter(value)];
}

/** How many values the condition has. */
export function conditionSlots(condition: CheckedCondition | undefined): number {
  if (condition === undefined) return 0;
  if (condition.kind === "comparison") return condition.value === null ? 0 : 1;
  return condition.conditions.reduce((sum, part) => sum + conditionSlots(part), 0);
}

/** The condition as SQL; its values are slots from `firstSlot` on, its columns those of `table` if that is given. */
export function conditionToSql(
  condition: CheckedCondition,
  dialect: Dialect,
  firstSlot: number,
  table?: string,
): Sql {
  let next = firstSlot;
  return toSql(condition);

  function toSql(node: CheckedCondition): Sql {
    if (node.kind === "comparison") {
      const { field, value } = node;
      const column = table === undefined ? sql.id(field.column) : sql.id(table, field.column);
      return comparisonToSql(node, column, dialect, value === null ? undefined : slot(next++, field));
    }
    return sql`(${joined(node.conditions.map(toSql), node.kind === "and" ? sql` and ` : sql` or `)})`;
  }
}

/** As many parts as are joined in one row: for the database's parser each is a level, and SQLite takes 1000 of them. */
const MAX_ROW = 64;

/** Many parts are halves in parentheses, so that they are as deep as their number has digits. */
function joined(parts: readonly Sql[], operator: Sql): Sql {
  if (parts.length <= MAX_ROW) return sql.join(parts, operator);
  const middle = Math.ceil(parts.length / 2);
  const halves = [parts.slice(0, middle), parts.slice(middle)];
  return sql.join(
    halves.map((half) => sql`(${joined(half, operator)})`),
    operator,
  );
}

/** A value as the database compares it with the field's column, and stores it there. */
export function parameter(value: Sql, field: Field, dialect: Dialect): Sql {
  return columnOf(field, dialect).cast?.(value, field) ?? value;
}

function comparisonToSql(
  { field, operator }: CheckedComparison,
  column: Sql,
  dialect: Dialect,
  given: Sql | undefined,
): Sql {
  if (given === undefined) return operator === "=" ? sql`${column} is null` : sql`${column} is not null`;
  if (operator === "~") return dialect.contains(column, given);
  const value = parameter(given, field, dialect);
  const { comparable, equals } = columnOf(field, dialect);
  // Equal values have equal stored forms: compared as they are, so that an index serves.
  if (operator === "=") return equals?.(column, value) ?? sql`${column} = ${value}`;
  if (operator === "<>")
    return equals === undefined ? sql`${column} <> ${value}` : sql`not ${equals(column, value)}`;
  const sides = comparable === undefined ? [column, value] : [comparable(column), comparable(value)];
  return sql.join(sides, sql` ${sql.raw(operator)} `);
}

/** What a field is sorted by: the table's column, whatever is selected under the same name. */
export function orderColumn(field: Field, { table, schema }: Entity, dialect: Dialect): Sql {
  const column = schema === undefined ? sql.id(table, field.column) : sql.id(schema, table, field.column);
  return orderValue(column, field, dialect);
}

/** What sorts by a column of the field. */
export function orderValue(column: Sql, field: Field, dialect: Dialect): Sql {
  return columnOf(field, dialect).comparable?.(column) ?? column;
}
