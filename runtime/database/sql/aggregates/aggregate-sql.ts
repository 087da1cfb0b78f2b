import type { CheckedCondition } from "../../../condition/checked.js";
import type { Entity, Field, Relation } from "../../../model/model.js";
import type {
  AggregateColumn,
  Aggregation,
  AggregationColumn,
  AggregationJoin,
  ColumnSource,
} from "./aggregation.js";
import { columnOf } from "../column-of.js";
import { conditionToSql, orderValue } from "../where/condition-sql.js";
import { sql } from "kysely";
import { isRelated, relatedTables } from "../where/relation-sql.js";
import { alsoTo } from "../selection-sql.js";
import type { SlotReader } from "../slot.js";
import type { SqlContext } from "../sql-context.js";
import type { SqlDialect } from "../sql-dialect.js";
import type { Sql } from "../sql.js";
import { tableName } from "../table-name.js";

/** The aliases of the entity's own table, of its records before they are grouped, and of the groups. */
const OWN = "own";
const RECORDS = "records";
const GROUPS = "groups";

const readWhere: SlotReader<CheckedCondition> = ({ aggregation }) => aggregation?.where as CheckedCondition;
const readHaving: SlotReader<CheckedCondition> = ({ aggregation }) => aggregation?.having as CheckedCondition;

/** Selects a page of the groups: a value for each column. */
export function aggregateToSql(aggregation: Aggregation, context: SqlContext): Sql {
  const { columns, order } = aggregation;
  const { dialect, addLimits } = context;
  const values = columns.map(({ result }) => {
    const id = sql.id(GROUPS, result.column);
    return columnOf(result, dialect).select?.(id) ?? id;
  });
  const sorted = order.map(({ result, isDescending }) =>
    directed(orderValue(sql.id(GROUPS, result.column), result, dialect), isDescending, dialect),
  );
  const groups = groupsToSql(aggregation, context);
  const { take, skip } = addLimits((source) => source);
  return sql`select ${sql.join(values)} ${groups} order by ${sql.join(sorted)} ${dialect.limited(take, skip)}`;
}

export function groupCountToSql(aggregation: Aggregation, context: SqlContext): Sql {
  return sql`select ${context.dialect.aggregates.count(sql`*`)} ${groupsToSql(aggregation, context)}`;
}

/** Any value of a group can be null: it may be null in the records, or there are no records. */
function directed(value: Sql, isDescending: boolean, { sortedNulls }: SqlDialect): Sql {
  if (sortedNulls !== undefined) return sortedNulls(value, isDescending);
  return isDescending ? sql`${value} desc` : value;
}

/** `from (…) as groups where …` */
function groupsToSql(aggregation: Aggregation, context: SqlContext): Sql {
  const { entity, columns, having } = aggregation;
  const { dialect } = context;
  const sources = sourcesOf(columns);
  const valueOf = (source: ColumnSource) => sql.id(RECORDS, `v${indexOf(source, sources)}`);
  const values = columns.map((column) => {
    const value =
      column.kind === "group"
        ? sql.id(RECORDS, groupName(column.result))
        : aggregate(column, column.of && valueOf(column.of), dialect);
    return sql`${value} as ${sql.id(column.result.column)}`;
  });
  const grouped = columns.flatMap(({ kind, result }) =>
    kind === "group" ? [sql.id(RECORDS, groupName(result))] : [],
  );
  const groupBy = grouped.length === 0 ? sql`` : sql` group by ${sql.join(grouped)}`;
  const records = recordsToSql(aggregation, sources, context);
  const filter =
    having === undefined
      ? sql``
      : sql` where ${conditionToSql(having, readHaving, context, { entity, alias: GROUPS })}`;
  return sql`from (select ${sql.join(values)} from (${records}) as ${sql.id(RECORDS)}${groupBy}) as ${sql.id(GROUPS)}${filter}`;
}

/** The values of each record that are grouped and aggregated. */
function recordsToSql(
  { entity, where, joins, columns }: Aggregation,
  sources: readonly ColumnSource[],
  context: SqlContext,
): Sql {
  const { dialect } = context;
  const groups = columns.flatMap((column) => {
    if (column.kind !== "group") return [];
    const { of, part, result } = column;
    const value = stored(of);
    const { aggregates } = dialect;
    const grouped =
      part === undefined
        ? (aggregates.grouped?.(value, of.field) ?? value)
        : aggregates.datePart(value, part, of.field);
    return [sql`${grouped} as ${sql.id(groupName(result))}`];
  });
  const values = sources.map((source, index) => sql`${stored(source)} as ${sql.id(`v${index}`)}`);
  const selected = [...groups, ...values];
  const list = selected.length === 0 ? sql`1 as ${sql.id("v")}` : sql.join(selected);
  const joined = joins.map((join, index) => {
    const source = join.from === undefined ? entity : (joins[join.from]?.relation.target as Entity);
    return joinToSql(join, index, source, context);
  });
  const filter =
    where === undefined
      ? sql``
      : sql` where ${conditionToSql(where, readWhere, context, { entity, alias: OWN })}`;
  return sql`select ${list} from ${tableName(entity)} as ${sql.id(OWN)}${sql.join(joined, sql``)}${filter}`;
}

function joinToSql(join: AggregationJoin, index: number, source: Entity, context: SqlContext): Sql {
  const { relation, from, rows } = join;
  const { target: entity } = relation;
  const [outer, alias] = [joinName(from), joinName(index)];
  const valueOf = ({ column }: Field) => sql.id(outer, column);
  const { tables, key } = relatedTables(relation, alias, context);
  const matching = isRelated(relation, key, { source, valueOf }, context);
  const visible = alsoTo(rows, rowsReader(index), { entity, alias }, context);
  if (!entity.isReadOnly) return sql` left join ${tables} on ${matching}${visible}`;
  const first = firstOfKeysToSql(relation, sql`${tables} where 1 = 1${visible}`, alias);
  return sql` left join ${first} as ${sql.id(alias)} on ${matching}`;
}

/**
 * The key of a read-only entity may only be declared in the configuration and not be unique. A record that refers to
 * several records is grouped with one of them, so that it counts once.
 */
function firstOfKeysToSql({ target, targetFields }: Relation, records: Sql, alias: string): Sql {
  const columns = target.fields.map(({ column }) => column);
  const keys = sql.join(targetFields.map(({ column }) => sql.id(alias, column)));
  let number = "n";
  while (columns.some((column) => column.toLowerCase() === number)) number += "_";
  const values = sql.join(columns.map((column) => sql.id(alias, column)));
  const numbered = sql`select ${values}, row_number() over (partition by ${keys} order by ${keys}) as ${sql.id(number)} from ${records}`;
  return sql`(select * from (${numbered}) as ${sql.id(alias)} where ${sql.id(alias, number)} = 1)`;
}

function rowsReader(index: number): SlotReader<CheckedCondition> {
  return ({ aggregation }) => aggregation?.joins[index]?.rows as CheckedCondition;
}

function joinName(index: number | undefined): string {
  return index === undefined ? OWN : `to${index}`;
}

function stored({ field, join }: ColumnSource): Sql {
  return sql.id(joinName(join), field.column);
}

function groupName({ column }: Field): string {
  return `g_${column}`;
}

/** The arguments of the aggregates, without duplicates. */
function sourcesOf(columns: readonly AggregationColumn[]): readonly ColumnSource[] {
  const sources: ColumnSource[] = [];
  for (const { kind, of } of columns)
    if (kind === "aggregate" && of !== undefined && indexOf(of, sources) < 0) sources.push(of);
  return sources;
}

function indexOf({ field, join }: ColumnSource, sources: readonly ColumnSource[]): number {
  return sources.findIndex((source) => source.field === field && source.join === join);
}

function aggregate(column: AggregateColumn, value: Sql | undefined, dialect: SqlDialect): Sql {
  const { aggregates } = dialect;
  const { function: name, of, result } = column;
  if (of === undefined || value === undefined) return aggregates.count(sql`*`);
  const { field } = of;
  switch (name) {
    case "count":
      return aggregates.count(sql`distinct ${aggregates.grouped?.(value, field) ?? value}`);
    case "sum":
      return field.type === "float" ? sql`sum(${value})` : aggregates.sum(value, field);
    case "avg":
      return field.type === "float"
        ? sql`avg(${value})`
        : aggregates.average(value, field, result.scale as number);
    case "min":
    case "max":
      return aggregates.extreme?.(name, value, field) ?? sql`${sql.raw(name)}(${value})`;
  }
}
