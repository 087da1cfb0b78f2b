import { sql } from "./kysely.js";
import type { CheckedComparison, CheckedCondition, CheckedGroup } from "../../condition/checked.js";
import type { FieldValue } from "../../model/field-type.js";
import type { Field } from "../../model/model.js";
import type { ColumnType, SqlDialect } from "./sql-dialect.js";
import type { Sql } from "./sql.js";
import type { AddSlot, Read } from "./slot.js";
import { columnOf } from "./column-of.js";

/** The context in which all parts of a statement are built. */
export interface SqlContext {
  readonly dialect: SqlDialect;
  readonly addSlot: AddSlot;
}

/**
 * Converts a condition to SQL. Its columns are those of `table`, if given.
 * @param read Reads the condition of a source.
 */
export function conditionToSql(
  condition: CheckedCondition,
  read: Read<CheckedCondition>,
  context: SqlContext,
  table?: string,
): Sql {
  if (condition.kind !== "comparison") {
    if (!("conditions" in condition)) throw new TypeError(`There is no SQL for "${condition.kind}" yet.`);
    const parts = condition.conditions.map((part, index) =>
      conditionToSql(part, partReader(read, index), context, table),
    );
    return sql`(${joined(parts, condition.kind === "and" ? sql` and ` : sql` or `)})`;
  }
  const { field, value } = condition;
  const { dialect, addSlot } = context;
  const column = table === undefined ? sql.id(field.column) : sql.id(table, field.column);
  const given =
    value === null ? undefined : addSlot(valueReader(read, parameterOf(condition, dialect)), field);
  return comparisonToSql(condition, column, dialect, given);
}

// Readers live as long as their statement. They are created in functions of their own, so that their closures
// do not keep the values that the statement was compiled with.
function partReader(read: Read<CheckedCondition>, index: number): Read<CheckedCondition> {
  return (source) => (read(source) as CheckedGroup).conditions[index] as CheckedCondition;
}

function valueReader(
  read: Read<CheckedCondition>,
  { toParameter }: Pick<ColumnType, "toParameter">,
): Read<unknown> {
  return (source) => toParameter((read(source) as CheckedComparison).value as Exclude<FieldValue, null>);
}

function parameterOf(
  { field, operator }: CheckedComparison,
  dialect: SqlDialect,
): Pick<ColumnType, "toParameter"> {
  const column = columnOf(field, dialect);
  return operator === "has" ? (column.has ?? column) : column;
}

/**
 * The most parts joined in one row. Each is a level for the database's parser, and SQLite allows 1,000
 * levels.
 */
const MAX_ROW = 64;

/**
 * Splits many parts into halves in parentheses, so that the depth grows only with the logarithm of their
 * number.
 */
export function joined(parts: readonly Sql[], operator: Sql): Sql {
  if (parts.length <= MAX_ROW) return sql.join(parts, operator);
  const middle = Math.ceil(parts.length / 2);
  const halves = [parts.slice(0, middle), parts.slice(middle)];
  return sql.join(
    halves.map((half) => sql`(${joined(half, operator)})`),
    operator,
  );
}

/** The SQL of a parameter, cast if needed to be compared with the field's column or stored in it. */
export function parameter(value: Sql, field: Field, dialect: SqlDialect): Sql {
  return columnOf(field, dialect).cast?.(value, field) ?? value;
}

function comparisonToSql(
  { field, operator }: CheckedComparison,
  column: Sql,
  dialect: SqlDialect,
  given: Sql | undefined,
): Sql {
  const { comparable, equals, has, nullTested, ordered } = columnOf(field, dialect);
  if (given === undefined) {
    const tested = nullTested?.(column) ?? column;
    return operator === "=" ? sql`${tested} is null` : sql`${tested} is not null`;
  }
  if (operator === "~") return dialect.contains(comparable?.(column, field) ?? column, given);
  if (operator === "has" && has !== undefined) return has.toSql(column, given);
  const value = parameter(given, field, dialect);
  // Equal values have equal stored forms, so they are compared as stored and an index can be used.
  if (operator === "=") return equals?.(column, value) ?? sql`${column} = ${value}`;
  if (operator === "<>")
    return equals === undefined ? sql`${column} <> ${value}` : sql`not ${equals(column, value)}`;
  if (operator === "^=" || operator === "$=") throw new TypeError(`There is no SQL for "${operator}" yet.`);
  if (ordered !== undefined && operator !== "has") return ordered(column, operator, value);
  const sides =
    comparable === undefined ? [column, value] : [comparable(column, field), comparable(value, field)];
  return sql.join(sides, sql` ${sql.raw(operator)} `);
}

/** The SQL to sort by a column of the field. */
export function orderValue(column: Sql, field: Field, dialect: SqlDialect): Sql {
  const { comparable, sorted } = columnOf(field, dialect);
  return sorted?.(column) ?? comparable?.(column, field) ?? column;
}
