import type { CheckedCondition } from "../../condition/checked.js";
import type { Entity, Field } from "../../model/model.js";
import { columnOf } from "./column-of.js";
import { parameter } from "./comparison-sql.js";
import { joined } from "./joined.js";
import { sql } from "./kysely.js";
import type { Order } from "./order.js";
import { directed, orderToSql } from "./order-sql.js";
import { isRelated, relatedTables } from "./relation-sql.js";
import { neededFields, type SelectedList, type SelectedTarget } from "./selection.js";
import { alsoTo, named, recordToSql, selectedColumn } from "./selection-sql.js";
import type { Read } from "./slot.js";
import type { FirstOfEach, SqlDialect } from "./sql-dialect.js";
import type { SqlContext } from "./sql-context.js";
import type { Sql } from "./sql.js";
import { tableName } from "./table-name.js";
import { nameBeside } from "./tables-of.js";

/** The alias of the entity with the lists, and of the records in them. */
const OWNER = "owner";
const ITEM = "item";

/**
 * Selects a list of each of `count` records of `owner`: for each record of a list, the values of the key that has
 * it, then its own.
 */
export function listToSql(list: SelectedList, owner: Entity, count: number, context: SqlContext): Sql {
  const { relation, target } = list;
  const { dialect, addSlot } = context;
  const name = nameBeside(target, { where: target.rows, order: list.order });
  const page = sql.id(name);
  const needed = neededFields(target);
  const { inner, outer, joins } = recordToSql(target, readTarget, needed, { ...context, page: name }, ITEM);
  const orderOf = (alias: string) => {
    const values = list.order.map((part, index) =>
      orderToSql(part, orderReader(index), target.entity, context, alias),
    );
    return { values, by: directedBy(values) };
  };
  const directedBy = (values: readonly Sql[]) =>
    sql.join(list.order.map((part, index) => directed(values[index] as Sql, part, dialect)));
  const outerRecord = { source: owner, valueOf: ({ column }: Field) => sql.id(OWNER, column) };
  const itemsAs = (alias: string) => {
    const { tables, key } = relatedTables(relation, alias, context);
    const visible = alsoTo(target.rows, readRows, { entity: target.entity, alias }, context);
    return { tables, matching: sql`${isRelated(relation, key, outerRecord, context)}${visible}` };
  };
  const [take, skip] = [addSlot(readTake), addSlot(readSkip)];
  const owners = relation.sourceFields.map((field) => selectedColumn(field, dialect, OWNER));
  const { values, by } = orderOf(ITEM);
  const columns = [...inner, ...named(values, "s")];
  const from = sql`from ${tableName(owner)} as ${sql.id(OWNER)}`;
  const ownersAsked = keysAsked(relation.sourceFields, count, context);
  const order = directedBy(values.map((_, index) => sql.id(name, `s${index}`)));
  const ownersOfPage = owners.map((_, index) => sql.id(name, `p${index}`));
  const firstOfEach = firstOfEachIn(context, target.entity);
  switch (firstOfEach.kind) {
    case "lateral": {
      const { tables, matching } = itemsAs(ITEM);
      const items = sql`select ${sql.join(columns)} from ${tables} where ${matching} order by ${by} ${dialect.limited(take, skip)}`;
      const joined = sql`${from} ${sql.raw(firstOfEach.join)} (${items}) as ${page}`;
      const { fence } = firstOfEach;
      if (fence === undefined)
        return sql`select ${sql.join([...owners, ...outer])} ${joined}${joins} where ${ownersAsked} order by ${order}`;
      const all = sql`select ${sql.join(named(owners, "p"))}, ${page}.* ${joined} where ${ownersAsked} ${sql.raw(fence)}`;
      return sql`select ${sql.join([...ownersOfPage, ...outer])} from (${all}) as ${page}${joins} order by ${order}`;
    }
    case "in": {
      const [key] = target.entity.keys as readonly [Field];
      const { tables, matching } = itemsAs("first");
      const first = sql`select ${sql.id("first", key.column)} from ${tables} where ${matching} order by ${orderOf("first").by} ${dialect.limited(take, skip)}`;
      const items = sql`select ${sql.join([...named(owners, "p"), ...columns])} ${from} cross join ${tableName(target.entity)} as ${sql.id(ITEM)} where ${sql.id(ITEM, key.column)} in (${first}) and ${ownersAsked}`;
      return sql`select ${sql.join([...ownersOfPage, ...outer])} from (${items}) as ${page}${joins} order by ${order}`;
    }
    case "numbered": {
      const { tables, matching } = itemsAs(ITEM);
      const partition = relation.sourceFields.map(({ column }) => sql.id(OWNER, column));
      const number = sql`row_number() over (partition by ${sql.join(partition)} order by ${by}) as ${sql.id("n")}`;
      const items = sql`select ${sql.join([...named(owners, "p"), ...columns, number])} ${from} cross join ${tables} where ${matching} and ${ownersAsked}`;
      const n = sql.id(name, "n");
      return sql`select ${sql.join([...ownersOfPage, ...outer])} from (${items}) as ${page}${joins} where ${n} > ${skip} and ${n} <= ${skip} + ${take} order by ${order}`;
    }
  }
}

/** A list of records without a single key, or of a view whose key may be duplicate, is numbered. */
function firstOfEachIn({ dialect }: SqlContext, { keys, isReadOnly }: Entity): FirstOfEach {
  const { firstOfEach } = dialect;
  return firstOfEach.kind === "in" && (keys.length !== 1 || isReadOnly) ? { kind: "numbered" } : firstOfEach;
}

/** Holds for the records with the keys that are asked for. */
function keysAsked(fields: readonly Field[], count: number, { dialect, addSlot }: SqlContext): Sql {
  const [field, ...others] = fields as readonly [Field, ...Field[]];
  const column = sql.id(OWNER, field.column);
  const { oneOf } = dialect;
  const { cast, equals } = columnOf(field, dialect);
  const isPlain = others.length === 0 && cast === undefined && equals === undefined;
  if (isPlain && oneOf !== undefined) return oneOf.toSql(column, addSlot(keysReader(oneOf), field));
  const valuesOf = (key: number) =>
    fields.map((each, index) => parameter(addSlot(keyReader(key, index), each), each, dialect));
  const keys = Array.from({ length: count }, (_, key) => valuesOf(key));
  if (others.length === 0) return sql`${column} in (${sql.join(keys.flat())})`;
  const matches = keys.map((values) => {
    const parts = fields.map((each, index) => sql`${sql.id(OWNER, each.column)} = ${values[index] as Sql}`);
    return sql`(${sql.join(parts, sql` and `)})`;
  });
  return sql`(${joined(matches, sql` or `)})`;
}

const readTarget: Read<SelectedTarget> = ({ list }) => (list as SelectedList).target;
const readRows: Read<CheckedCondition> = (source) => readTarget(source).rows as CheckedCondition;
const readTake: Read<unknown> = ({ list }) => list?.take;
const readSkip: Read<unknown> = ({ list }) => list?.skip;

function orderReader(index: number): Read<Order> {
  return ({ list }) => list?.order[index] as Order;
}

/** Reads the keys of one field as one parameter. */
function keysReader({ toList }: NonNullable<SqlDialect["oneOf"]>): Read<unknown> {
  return ({ keys = [] }) => toList((keys as readonly (readonly unknown[])[]).map(([value]) => value));
}

/** If there are fewer keys than parameters, the last key is repeated: it adds no rows. */
function keyReader(key: number, index: number): Read<unknown> {
  return ({ keys = [] }) => (keys[Math.min(key, keys.length - 1)] as readonly unknown[])[index];
}
