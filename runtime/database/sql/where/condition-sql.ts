import { indexKind } from "../../../model/index-options.js";
import { sql } from "kysely";
import type {
  CheckedCondition,
  CheckedCount,
  CheckedGroup,
  CheckedSome,
  CheckedUnless,
} from "../../../condition/checked.js";
import { fieldTypes } from "../../../model/field-type.js";
import type { Field, Relation } from "../../../model/model.js";
import { columnOf } from "../column-of.js";
import { comparisonToSql, inToSql } from "./comparison-sql.js";
import { jsonToSql } from "./json-sql.js";
import { joined } from "./joined.js";
import { isRelated, relatedTables } from "./relation-sql.js";
import type { SlotReader } from "../slot.js";
import type { SqlContext, TableContext, TableInStatement } from "../sql-context.js";
import type { SqlDialect } from "../sql-dialect.js";
import type { Sql } from "../sql.js";
import { columnName } from "../table-name.js";

/** Converts a condition on the records of a table to SQL. @param read Reads the condition of a source. */
export function conditionToSql(
  condition: CheckedCondition,
  read: SlotReader<CheckedCondition>,
  context: SqlContext,
  table: TableInStatement,
): Sql {
  return toSql(condition, read, { ...context, table, root: table, depth: 0 });
}

/** A condition's place: conditions on related records are nested. */
interface Place extends TableContext {
  /** The table of the outermost condition. */
  readonly root: TableInStatement;
  readonly depth: number;
}

function toSql(condition: CheckedCondition, read: SlotReader<CheckedCondition>, place: Place): Sql {
  switch (condition.kind) {
    case "and":
    case "or": {
      if (condition.conditions.length === 0) return condition.kind === "and" ? sql`1 = 1` : sql`1 = 0`;
      const parts = condition.conditions.map((part, index) => toSql(part, partReader(read, index), place));
      return sql`(${joined(parts, condition.kind === "and" ? sql` and ` : sql` or `)})`;
    }
    case "comparison":
      return comparisonToSql(condition, read as SlotReader<typeof condition>, place);
    case "in":
      return inToSql(condition, read as SlotReader<typeof condition>, place);
    case "json":
      return jsonToSql(condition, read as SlotReader<typeof condition>, place);
    case "some":
      return someToSql(condition, read, place);
    case "count": {
      const count = sql`(select count(*) ${relatedToSql(condition, read, place)})`;
      return sql`${count} ${sql.raw(condition.operator)} ${place.addSlot(countReader(read))}`;
    }
    case "unless":
      // Not `not`, which would leave unknown as unknown.
      return sql`case when ${toSql(condition.condition, innerReader(read), place)} then 1 else 0 end = 0`;
  }
}

// Readers live as long as their statement. They are created in functions of their own, so that their closures
// do not keep the values that the statement was compiled with.
function partReader(read: SlotReader<CheckedCondition>, index: number): SlotReader<CheckedCondition> {
  return (source) => (read(source) as CheckedGroup).conditions[index] as CheckedCondition;
}

/** Reads the condition on related records, or the one that must not hold. */
function innerReader(read: SlotReader<CheckedCondition>): SlotReader<CheckedCondition> {
  return (source) =>
    (read(source) as CheckedSome | CheckedCount | CheckedUnless).condition as CheckedCondition;
}

function countReader(read: SlotReader<CheckedCondition>): SlotReader<unknown> {
  return (source) => (read(source) as CheckedCount).value;
}

function someToSql(condition: CheckedSome, read: SlotReader<CheckedCondition>, place: Place): Sql {
  const { relation, isNegated = false } = condition;
  if (isNegated) return sql`not exists (select 1 ${relatedToSql(condition, read, place)})`;
  if (place.dialect.findsFewFirst !== true || !findsFew(condition.condition) || isText(relation))
    return sql`exists (select 1 ${relatedToSql(condition, read, place)})`;
  const alias = aliasIn(place);
  const { tables, key } = relatedTables(relation, alias, place);
  const found = key.fields.map(({ column }) => sql.id(key.alias, column));
  const sources = relation.sourceFields.map((field) => columnName(field, place.table.alias));
  return sql`(${sql.join(sources)}) in (select ${sql.join(found)} from ${tables} where ${innerToSql(condition, read, place, alias)})`;
}

/** Whether few records meet a condition and an index finds them. */
function findsFew(condition: CheckedCondition | undefined): boolean {
  switch (condition?.kind) {
    case "and":
      return condition.conditions.some(findsFew);
    case "or":
      return condition.conditions.every(findsFew);
    case "comparison":
    case "in": {
      const { field, isNegated = false, ignoresCase = false } = condition;
      const isEqual =
        condition.kind === "in" ? !condition.hasNull : condition.operator === "=" && condition.value !== null;
      return isEqual && !isNegated && !ignoresCase && indexKind(field) !== undefined;
    }
    case "some":
      return condition.isNegated !== true && findsFew(condition.condition);
    default:
      return false;
  }
}

/** Whether the keys are texts, whose collations may differ. */
function isText({ sourceFields }: Relation): boolean {
  return sourceFields.some(({ type }) => fieldTypes[type].conditions === "text");
}

/** `from … where …`: the records that a relation leads to from one record of the table. */
function relatedToSql(
  condition: CheckedSome | CheckedCount,
  read: SlotReader<CheckedCondition>,
  place: Place,
): Sql {
  const { relation } = condition;
  const alias = aliasIn(place);
  const outer = { source: place.table.entity, valueOf: (field: Field) => qualified(place.table, field) };
  const { tables, key } = relatedTables(relation, alias, place);
  const matching = isRelated(relation, key, outer, place);
  const holds =
    condition.condition === undefined ? sql`` : sql` and ${innerToSql(condition, read, place, alias)}`;
  return sql`from ${tables} where ${matching}${holds}`;
}

/** The condition on the related records. */
function innerToSql(
  { relation, condition }: CheckedSome | CheckedCount,
  read: SlotReader<CheckedCondition>,
  place: Place,
  alias: string,
): Sql {
  const inner = { ...place, table: { entity: relation.target, alias }, depth: place.depth + 1 };
  return toSql(condition as CheckedCondition, innerReader(read), inner);
}

/** An alias that hides no table that inner conditions refer to. Databases ignore the case of aliases. */
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

/** The SQL to sort by a column of the field, and to compare it by its order. */
export function orderValue(column: Sql, field: Field, dialect: SqlDialect): Sql {
  return columnOf(field, dialect).comparable?.(column, field) ?? column;
}
