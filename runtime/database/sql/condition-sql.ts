import { sql } from "./kysely.js";
import type {
  CheckedCondition,
  CheckedCount,
  CheckedGroup,
  CheckedSome,
  CheckedUnless,
} from "../../condition/checked.js";
import type { Field } from "../../model/model.js";
import { columnOf } from "./column-of.js";
import { comparisonToSql, inToSql } from "./comparison-sql.js";
import { joined } from "./joined.js";
import { relatedTables } from "./relation-sql.js";
import type { Read } from "./slot.js";
import type { SqlContext, TableInStatement } from "./sql-context.js";
import type { SqlDialect } from "./sql-dialect.js";
import type { Sql } from "./sql.js";

/**
 * Converts a condition on the records of a table to SQL.
 * @param read Reads the condition of a source.
 */
export function conditionToSql(
  condition: CheckedCondition,
  read: Read<CheckedCondition>,
  context: SqlContext,
  table: TableInStatement,
): Sql {
  return toSql(condition, read, { ...context, table, root: table, depth: 0 });
}

/** A condition's place: conditions on related records are nested. */
interface Place extends SqlContext {
  readonly table: TableInStatement;
  /** The table of the outermost condition. */
  readonly root: TableInStatement;
  readonly depth: number;
}

function toSql(condition: CheckedCondition, read: Read<CheckedCondition>, place: Place): Sql {
  switch (condition.kind) {
    case "and":
    case "or": {
      if (condition.conditions.length === 0) return condition.kind === "and" ? sql`1 = 1` : sql`1 = 0`;
      const parts = condition.conditions.map((part, index) => toSql(part, partReader(read, index), place));
      return sql`(${joined(parts, condition.kind === "and" ? sql` and ` : sql` or `)})`;
    }
    case "comparison":
      return comparisonToSql(condition, read as Read<typeof condition>, place, columnIn(place, condition));
    case "in":
      return inToSql(condition, read as Read<typeof condition>, place, columnIn(place, condition));
    case "json":
      throw new Error("json");
    case "some": {
      const exists = sql`exists (select 1 ${relatedToSql(condition, read, place)})`;
      return condition.isNegated === true ? sql`not ${exists}` : exists;
    }
    case "count": {
      const count = sql`(select count(*) ${relatedToSql(condition, read, place)})`;
      return sql`${count} ${sql.raw(condition.operator)} ${place.addSlot(countReader(read))}`;
    }
    case "unless":
      // Not `not`, for which unknown stays unknown.
      return sql`case when ${toSql(condition.condition, innerReader(read), place)} then 1 else 0 end = 0`;
  }
}

// Readers live as long as their statement. They are created in functions of their own, so that their closures
// do not keep the values that the statement was compiled with.
function partReader(read: Read<CheckedCondition>, index: number): Read<CheckedCondition> {
  return (source) => (read(source) as CheckedGroup).conditions[index] as CheckedCondition;
}

/** Reads the condition on related records, or the one that must not hold. */
function innerReader(read: Read<CheckedCondition>): Read<CheckedCondition> {
  return (source) =>
    (read(source) as CheckedSome | CheckedCount | CheckedUnless).condition as CheckedCondition;
}

function countReader(read: Read<CheckedCondition>): Read<unknown> {
  return (source) => (read(source) as CheckedCount).value;
}

/** The column of a condition on a table: without the table's name where no other table is near. */
function columnIn({ table: { alias } }: Place, { field: { column } }: { readonly field: Field }): Sql {
  return alias === undefined ? sql.id(column) : sql.id(alias, column);
}

/** `from … where …`: the records that a relation leads to from one record of the table. */
function relatedToSql(
  { relation, condition }: CheckedSome | CheckedCount,
  read: Read<CheckedCondition>,
  place: Place,
): Sql {
  const related = { entity: relation.target, alias: aliasIn(place) };
  const outer = {
    source: place.table.entity,
    valueOf: (field: Field) => qualified(place.table, field),
  };
  const { tables, matching } = relatedTables(relation, outer, related.alias, place);
  if (condition === undefined) return sql`from ${tables} where ${matching}`;
  const inner = { ...place, table: related, depth: place.depth + 1 };
  return sql`from ${tables} where ${matching} and ${toSql(condition, innerReader(read), inner)}`;
}

/** An alias that hides no table to which conditions within it refer. Databases ignore the case of aliases. */
function aliasIn({ root, depth }: Place): string {
  const taken = (root.alias ?? root.entity.table).toLowerCase();
  let alias = `related${depth}`;
  while (taken.startsWith(alias)) alias += "_";
  return alias;
}

/** A column with the name of its table, for a statement that has several tables. */
export function qualified({ entity: { schema, table }, alias }: TableInStatement, { column }: Field): Sql {
  if (alias !== undefined) return sql.id(alias, column);
  return schema === undefined ? sql.id(table, column) : sql.id(schema, table, column);
}

/** The SQL to sort by a column of the field. */
export function orderValue(column: Sql, field: Field, dialect: SqlDialect): Sql {
  const { comparable, sorted } = columnOf(field, dialect);
  return sorted?.(column) ?? comparable?.(column, field) ?? column;
}
