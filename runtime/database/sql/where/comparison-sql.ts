import { sql } from "kysely";
import type { CheckedComparison, CheckedIn } from "../../../condition/checked.js";
import { foldCase } from "../../../model/values/fold-case.js";
import type { FieldValue } from "../../../model/field-type.js";
import type { Field } from "../../../model/model.js";
import { columnOf } from "../column-of.js";
import { joined } from "./joined.js";
import { paddedCount, paddedValue } from "../../../condition/padded.js";
import type { SlotReader } from "../slot.js";
import type { SqlContext, TableContext } from "../sql-context.js";
import type { ColumnType, SqlDialect } from "../sql-dialect.js";
import type { Sql } from "../sql.js";
import { columnName } from "../table-name.js";
import { isSearch, textMatch } from "./text-match.js";

type Value = Exclude<FieldValue, null>;

/** The SQL of a parameter, cast if needed to be compared with the field's column or stored in it. */
export function parameter(value: Sql, field: Field, dialect: SqlDialect): Sql {
  return columnOf(field, dialect).cast?.(value, field) ?? value;
}

/** Compares a column with a value. It is unknown for null, except for a test for null. */
export function comparisonToSql(
  condition: CheckedComparison,
  read: SlotReader<CheckedComparison>,
  { dialect, addSlot, table }: TableContext,
): Sql {
  const { field, operator, value, isNegated = false } = condition;
  const column = columnName(field, table.alias);
  if (value === null) return nullTest(column, field, (operator === "=") !== isNegated, dialect);
  const { toParameter } = parameterOf(condition, dialect);
  const given = addSlot(valueReader(read, toParameter), field);
  const holds = comparison(condition, column, given, dialect);
  if (!isNegated) return holds;
  // A list that is null has no items, and the negation is unknown too.
  return operator === "has" ? sql`(${column} is not null and not ${holds})` : sql`not (${holds})`;
}

/** Whether a column has one of several values. */
export function inToSql(condition: CheckedIn, read: SlotReader<CheckedIn>, context: TableContext): Sql {
  const { field, values, hasNull, isNegated = false } = condition;
  const column = columnName(field, context.table.alias);
  const tests = [
    ...(values.length === 0 ? [] : [isOneOf(condition, read, context, column)]),
    ...(hasNull ? [nullTest(column, field, true, context.dialect)] : []),
  ];
  const holds = tests.length === 0 ? sql`(1 = 0)` : sql`(${sql.join(tests, sql` or `)})`;
  if (!isNegated) return holds;
  // A test of a table is never unknown, not even for null.
  const isOfTable = values.length > 0 && tableOf(condition, context.dialect) !== undefined;
  return isOfTable ? sql`(${column} is not null and not ${holds})` : sql`not ${holds}`;
}

/** The test for many values as a table, if the database has one for this list. */
function tableOf({ field, values }: CheckedIn, dialect: SqlDialect): SqlDialect["oneOfTable"] {
  return values.length > FEW && columnOf(field, dialect).equals !== undefined
    ? dialect.oneOfTable
    : undefined;
}

/** The number of values up to which each is compared: an index finds them, and their text is short. */
const FEW = 8;

function isOneOf(
  condition: CheckedIn,
  read: SlotReader<CheckedIn>,
  { dialect, addSlot }: SqlContext,
  column: Sql,
): Sql {
  const { field, values } = condition;
  const compared = foldedIf(condition, column, dialect);
  const { cast, equals, toParameter } = parameterOf(condition, dialect);
  const { oneOf } = dialect;
  if (oneOf !== undefined && cast === undefined && equals === undefined)
    return oneOf.toSql(compared, addSlot(listReader(read, toParameter, oneOf), field));
  const given = Array.from({ length: paddedCount(values.length) }, (_, index) =>
    parameter(addSlot(itemReader(read, toParameter, index), field), field, dialect),
  );
  if (equals === undefined) return sql`${compared} in (${sql.join(given)})`;
  const inTable = tableOf(condition, dialect);
  if (inTable !== undefined) return inTable(compared, given, field, equals);
  return joined(
    given.map((value) => equals(compared, value)),
    sql` or `,
  );
}

type ToParameter = (value: Value) => unknown;

// As in `condition-sql.ts`, readers are created in functions of their own.
function valueReader(read: SlotReader<CheckedComparison>, toParameter: ToParameter): SlotReader<unknown> {
  return (source) => toParameter(read(source).value as Value);
}

function itemReader(
  read: SlotReader<CheckedIn>,
  toParameter: ToParameter,
  index: number,
): SlotReader<unknown> {
  return (source) => toParameter(paddedValue(read(source).values, index) as Value);
}

function listReader(
  read: SlotReader<CheckedIn>,
  toParameter: ToParameter,
  { toList }: NonNullable<SqlDialect["oneOf"]>,
): SlotReader<unknown> {
  return (source) => toList(read(source).values.map(toParameter));
}

/** How the values of a condition become parameters. */
function parameterOf(
  { field, ...condition }: CheckedComparison | CheckedIn,
  dialect: SqlDialect,
): Pick<ColumnType, "toParameter" | "cast" | "equals"> {
  const column = columnOf(field, dialect);
  if (condition.kind === "comparison" && condition.operator === "has") return column.has ?? column;
  const { toParameter } = column;
  return condition.ignoresCase === true
    ? { ...column, toParameter: (value) => toParameter(typeof value === "string" ? foldCase(value) : value) }
    : column;
}

function foldedIf({ ignoresCase }: { readonly ignoresCase?: boolean }, text: Sql, dialect: SqlDialect): Sql {
  return ignoresCase === true ? dialect.folded(text) : text;
}

function nullTest(column: Sql, field: Field, isNull: boolean, dialect: SqlDialect): Sql {
  const tested = columnOf(field, dialect).nullTested?.(column) ?? column;
  return isNull ? sql`${tested} is null` : sql`${tested} is not null`;
}

function comparison(condition: CheckedComparison, column: Sql, given: Sql, dialect: SqlDialect): Sql {
  const { field, operator } = condition;
  const { comparable, equals, has, ordered } = columnOf(field, dialect);
  if (operator === "has" && has !== undefined) return has.toSql(column, given);
  const value = parameter(given, field, dialect);
  if (operator === "=" || operator === "<>") {
    // Equal values have equal stored forms, so stored values are compared and an index can be used.
    const stored = foldedIf(condition, column, dialect);
    if (equals === undefined) return sql`${stored} ${sql.raw(operator)} ${value}`;
    return operator === "=" ? equals(stored, value) : sql`not ${equals(stored, value)}`;
  }
  const compared = comparable?.(column, field) ?? column;
  if (isSearch(operator)) return textMatch(operator, foldedIf(condition, compared, dialect), given, dialect);
  if (ordered !== undefined && operator !== "has") return ordered(column, operator, value);
  const sides = [compared, comparable?.(value, field) ?? value];
  const { asSubquery } = dialect;
  const isOfSubquery = condition.isOfSubquery === true && asSubquery !== undefined;
  return sql.join(
    isOfSubquery ? sides.map((side) => asSubquery(side, field)) : sides,
    sql` ${sql.raw(operator)} `,
  );
}
