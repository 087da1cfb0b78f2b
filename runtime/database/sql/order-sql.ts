import type { Entity, Field } from "../../model/model.js";
import { orderValue, type SqlContext } from "./condition-sql.js";
import { sql } from "./kysely.js";
import type { Order, OrderStep } from "./order.js";
import { relatedToSql } from "./relation-sql.js";
import type { Read } from "./slot.js";
import type { SqlDialect } from "./sql-dialect.js";
import type { Sql } from "./sql.js";

/**
 * The SQL to sort records by one value: the table's own column, even if another value is selected under the same
 * name. The value of another record is a subquery.
 * @param table The alias of the entity's table. Default: its name.
 */
export function orderToSql(
  { field, via }: Order,
  read: Read<Order>,
  entity: Entity,
  context: SqlContext,
  table?: string,
): Sql {
  const valueOf = ({ column }: Field) => columnIn(entity, column, table);
  return along(via, 0, { source: entity, valueOf });

  function along(steps: readonly OrderStep[], depth: number, outer: Outer): Sql {
    const [step, ...others] = steps;
    if (step === undefined) return orderValue(outer.valueOf(field), field, context.dialect);
    const { relation, rows } = step;
    const alias = `o${depth}`;
    const records = { relation, rows, readRows: rowsReader(read, depth), outer, alias };
    const inner = { source: relation.target, valueOf: ({ column }: Field) => sql.id(alias, column) };
    return sql`(select ${along(others, depth + 1, inner)} ${relatedToSql(records, context)}${onlyOne(relation.target, alias, context)})`;
  }
}

interface Outer {
  readonly source: Entity;
  readonly valueOf: (field: Field) => Sql;
}

/** The key of a read-only entity may be a key by configuration alone, and a subquery must have one row. */
function onlyOne({ isReadOnly, keys }: Entity, alias: string, { dialect }: SqlContext): Sql {
  if (!isReadOnly) return sql``;
  const order = sql.join(keys.map(({ column }) => sql.id(alias, column)));
  return sql` order by ${order} ${dialect.limited(sql.lit(1), sql.lit(0))}`;
}

function columnIn({ table, schema }: Entity, column: string, alias: string | undefined): Sql {
  if (alias !== undefined) return sql.id(alias, column);
  return schema === undefined ? sql.id(table, column) : sql.id(schema, table, column);
}

function rowsReader(read: Read<Order>, depth: number) {
  return (source: Parameters<Read<Order>>[0]) =>
    (read(source).via[depth] as OrderStep).rows as NonNullable<OrderStep["rows"]>;
}

/** With the direction: nulls first, or last if descending. A value of another record may always be null. */
export function directed(value: Sql, { field, isDescending, via }: Order, { sortedNulls }: SqlDialect): Sql {
  const isNullable = field.isNullable || via.length > 0;
  if (isNullable && sortedNulls !== undefined) return sortedNulls(value, isDescending);
  return isDescending ? sql`${value} desc` : value;
}
