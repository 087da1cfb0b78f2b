import { indexKind } from "../../model/index-options.js";
import type { Entity, Field } from "../../model/model.js";
import { mayShareAPlace } from "./total-order.js";
import { columnOf } from "./column-of.js";
import { orderValue, qualified } from "./where/condition-sql.js";
import { sql } from "kysely";
import type { Order, OrderStep } from "./order.js";
import type { Outer } from "./where/relation-sql.js";
import { relatedRows } from "./selection-sql.js";
import type { SqlContext } from "./sql-context.js";
import type { SlotReader } from "./slot.js";
import type { SqlDialect } from "./sql-dialect.js";
import type { Sql } from "./sql.js";

/**
 * The SQL to sort records by one value: the table's own column, even if another value is selected under the same
 * name. A value of another record is a subquery.
 * @param table The alias of the entity's table. Default: its name.
 */
export function orderToSql(
  order: Order,
  read: SlotReader<Order>,
  entity: Entity,
  context: SqlContext,
  table?: string,
): Sql {
  const { dialect } = context;
  const toValue = order.via.length > 0 ? subqueryValue : orderValue;
  return alongPath(order, read, entity, context, table, (column) => toValue(column, order.field, dialect));
}

/** The result of a subquery may compare differently. */
function subqueryValue(column: Sql, field: Field, dialect: SqlDialect): Sql {
  const compared = orderValue(column, field, dialect);
  return dialect.asSubquery?.(compared, field) ?? compared;
}

/** The SQL to select the value that records are sorted by. */
export function orderedToSql(
  order: Order,
  read: SlotReader<Order>,
  entity: Entity,
  context: SqlContext,
): Sql {
  const { select } = columnOf(order.field, context.dialect);
  return alongPath(order, read, entity, context, undefined, (column) => select?.(column) ?? column);
}

function alongPath(
  { field, via }: Order,
  read: SlotReader<Order>,
  entity: Entity,
  context: SqlContext,
  table: string | undefined,
  toValue: (column: Sql) => Sql,
): Sql {
  const along = (depth: number, outer: Outer): Sql => {
    const step = via[depth];
    if (step === undefined) return toValue(outer.valueOf(field));
    const { target } = step.relation;
    const alias = `o${depth}`;
    const { tables, matching } = relatedRows(step, rowsReader(read, depth), outer, alias, context);
    const inner = { source: target, valueOf: ({ column }: Field) => sql.id(alias, column) };
    return sql`(select ${along(depth + 1, inner)} from ${tables} where ${matching}${onlyOne(target, alias, context)})`;
  };
  return along(0, { source: entity, valueOf: (each) => qualified({ entity, alias: table }, each) });
}

/**
 * The key of a read-only entity may only be declared in the configuration and not be unique, but a subquery must
 * return one row.
 */
function onlyOne({ isReadOnly, keys }: Entity, alias: string, { dialect }: SqlContext): Sql {
  if (!isReadOnly) return sql``;
  const order = sql.join(keys.map(({ column }) => sql.id(alias, column)));
  return sql` order by ${order} ${dialect.limited(sql.lit(1), sql.lit(0))}`;
}

function rowsReader(read: SlotReader<Order>, depth: number) {
  return (source: Parameters<SlotReader<Order>>[0]) =>
    (read(source).via[depth] as OrderStep).rows as NonNullable<OrderStep["rows"]>;
}

/**
 * The list of `order by`: these values of the order, each with its direction.
 * @param stored The values as they are stored.
 */
export function directedToSql(
  values: readonly Sql[],
  order: readonly Order[],
  { keys }: Pick<Entity, "keys">,
  dialect: SqlDialect,
  stored: readonly Sql[] = values,
): Sql {
  // Without a key, rows with one place are sorted by their values, so that pages can skip some of them.
  const ties =
    keys.length > 0 ? [] : order.flatMap((part, index) => exactTie(part, stored[index] as Sql, dialect));
  return sql.join([
    ...order.flatMap((part, index) => {
      const value = values[index] as Sql;
      const { field, isDescending, via } = part;
      // An order ends with the key, whose last part differs if all other parts are equal.
      const mayTie = via.length > 0 || indexKind(field) !== "unique";
      const hasTies = mayTie && (index < order.length - 1 || keys.length === 0);
      const then = hasTies ? columnOf(field, dialect).sortedThen?.(value, field) : undefined;
      const first = directed(value, part, dialect);
      if (then === undefined) return [first];
      return [first, isDescending ? sql`${then} desc` : then];
    }),
    ...ties,
  ]);
}

function exactTie({ field, via }: Order, value: Sql, { exact }: SqlDialect): readonly Sql[] {
  return via.length === 0 && mayShareAPlace(field) ? [exact(value)] : [];
}

/** With the direction: nulls first, or last if descending. A value of another record is always nullable. */
function directed(value: Sql, { field, isDescending, via }: Order, { sortedNulls }: SqlDialect): Sql {
  const isNullable = field.isNullable || via.length > 0;
  if (isNullable && sortedNulls !== undefined) return sortedNulls(value, isDescending);
  return isDescending ? sql`${value} desc` : value;
}
