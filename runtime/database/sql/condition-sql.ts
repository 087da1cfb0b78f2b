import { sql } from "./kysely.js";
import type {
  CheckedCondition,
  CheckedCount,
  CheckedGroup,
  CheckedSome,
  CheckedUnless,
} from "../../condition/checked.js";
import { fieldTypes } from "../../model/field-type.js";
import type { Entity, Field, Relation } from "../../model/model.js";
import { columnOf } from "./column-of.js";
import { comparisonToSql, inToSql } from "./comparison-sql.js";
import { jsonToSql } from "./json-sql.js";
import { joined } from "./joined.js";
import type { Read } from "./slot.js";
import type { SqlContext, TableInStatement } from "./sql-context.js";
import type { SqlDialect } from "./sql-dialect.js";
import type { Sql } from "./sql.js";
import { tableName } from "./table-name.js";

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
      return jsonToSql(condition, read as Read<typeof condition>, place, columnIn(place, condition));
    case "some":
      return someToSql(condition, read, place);
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
function columnIn(
  { table: { alias } }: Pick<Place, "table">,
  { field: { column } }: { readonly field: Field },
): Sql {
  return alias === undefined ? sql.id(column) : sql.id(alias, column);
}

function someToSql(condition: CheckedSome, read: Read<CheckedCondition>, place: Place): Sql {
  const { relation, isNegated = false } = condition;
  if (isNegated) return sql`not exists (select 1 ${relatedToSql(condition, read, place)})`;
  if (!place.dialect.findsFewFirst || !findsFew(condition.condition) || isText(relation))
    return sql`exists (select 1 ${relatedToSql(condition, read, place)})`;
  const { from, key, related } = relatedIn(condition, place);
  const columns = (fields: readonly Field[], of: TableInStatement) =>
    sql.join(fields.map((field) => columnIn({ table: of }, { field })));
  const found = sql`select ${columns(key[1], key[0])} from ${from} where ${innerToSql(condition, read, place, related)}`;
  return sql`(${columns(relation.sourceFields, place.table)}) in (${found})`;
}

/** Whether a condition is met by few records, which an index finds. */
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
      return isEqual && !isNegated && !ignoresCase && (field.isIndexed || field.isUnique);
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

type AliasedTable = TableInStatement & { readonly alias: string };

/** `from … where …`: the records that a relation leads to from one record of the table. */
function relatedToSql(
  condition: CheckedSome | CheckedCount,
  read: Read<CheckedCondition>,
  place: Place,
): Sql {
  const { from, key, related } = relatedIn(condition, place);
  const isRelated = haveSameKeys(key, [place.table, condition.relation.sourceFields], place);
  const holds =
    condition.condition === undefined ? sql`` : sql` and ${innerToSql(condition, read, place, related)}`;
  return sql`from ${from} where ${isRelated}${holds}`;
}

/** The tables of related records, and the columns that refer to the record of the condition. */
function relatedIn(
  { relation: { target, targetFields, through } }: CheckedSome | CheckedCount,
  place: Place,
): { readonly from: Sql; readonly key: Columns; readonly related: AliasedTable } {
  const related = { entity: target, alias: aliasIn(place, "related") };
  if (through === undefined) return { from: fromSql(related), key: [related, targetFields], related };
  const link = { entity: through.table, alias: aliasIn(place, "link") };
  const isTarget = haveSameKeys([related, targetFields], [link, [through.targetField]], place);
  return {
    from: sql`${fromSql(link)} inner join ${fromSql(related)} on ${isTarget}`,
    key: [link, [through.sourceField]],
    related,
  };
}

/** The condition on the related records. */
function innerToSql(
  { condition }: CheckedSome | CheckedCount,
  read: Read<CheckedCondition>,
  place: Place,
  related: AliasedTable,
): Sql {
  const inner = { ...place, table: related, depth: place.depth + 1 };
  return toSql(condition as CheckedCondition, innerReader(read), inner);
}

function fromSql({ entity, alias }: AliasedTable): Sql {
  return sql`${tableName(entity)} as ${sql.id(alias)}`;
}

/** An alias that hides no table to which conditions within it refer. Databases ignore the case of aliases. */
function aliasIn({ root, depth }: Place, name: string): string {
  const taken = (root.alias ?? root.entity.table).toLowerCase();
  let alias = `${name}${depth}`;
  while (alias === taken) alias += "_";
  return alias;
}

type Columns = readonly [table: TableInStatement, fields: readonly Field[]];

/** Whether the columns of a table have the values of those of another. An index on them can be used. */
function haveSameKeys([table, fields]: Columns, [other, others]: Columns, { dialect }: SqlContext): Sql {
  const same = fields.map((field, index) => {
    const given = others[index] as Field;
    const value = comparableKey(qualified(other, given), given, [other.entity, table.entity], dialect);
    return sql`${qualified(table, field)} = ${value}`;
  });
  return sql.join(same, sql` and `);
}

/** A column with the name of its table, for a statement that has several tables. */
function qualified({ entity: { schema, table }, alias }: TableInStatement, { column }: Field): Sql {
  if (alias !== undefined) return sql.id(alias, column);
  return schema === undefined ? sql.id(table, column) : sql.id(schema, table, column);
}

/** The value of a key's column, to be compared with a column of another table, whose collation is used. */
export function comparableKey(
  value: Sql,
  field: Field,
  [source, target]: readonly [Entity, Entity],
  { uncollated }: SqlDialect,
): Sql {
  // For a read-only entity, no constraint ensures that both columns have the same collation.
  const isAlike = fieldTypes[field.type].conditions !== "text" || (!source.isReadOnly && !target.isReadOnly);
  return isAlike ? value : (uncollated?.(value, field) ?? value);
}

/** The SQL to sort by a field: the table's column, even if another value is selected under the same name. */
export function orderColumn(field: Field, entity: Entity, dialect: SqlDialect): Sql {
  return orderValue(qualified({ entity, alias: undefined }, field), field, dialect);
}

/** The SQL to sort by a column of the field. */
export function orderValue(column: Sql, field: Field, dialect: SqlDialect): Sql {
  const { comparable, sorted } = columnOf(field, dialect);
  return sorted?.(column) ?? comparable?.(column, field) ?? column;
}
