import type { Entity, Field } from "../../model/model.js";
import { columnOf } from "./column-of.js";
import { parameter } from "./where/comparison-sql.js";
import { joined } from "./where/joined.js";
import { sql } from "kysely";
import type { Order } from "./order.js";
import { directedToSql, orderToSql } from "./order-sql.js";
import { inJsonOf, inlinedLists } from "./inlined-lists.js";
import { rowFields, type SelectedList, type SelectedTarget, type Selection } from "./selection.js";
import { named, recordToSql, relatedRows, rowsReader, selectedColumn } from "./selection-sql.js";
import type { SlotReader } from "./slot.js";
import type { FirstOfEach, JsonRows, SqlDialect } from "./sql-dialect.js";
import type { SqlContext } from "./sql-context.js";
import type { Sql } from "./sql.js";
import { tableName } from "./table-name.js";
import { nameBeside } from "./tables-in.js";

/** The alias of the entity with the lists, and of the records in them. */
const OWNER = "owner";
const ITEM = "item";

/**
 * Selects a list of each of `count` records of `owner`: for each record of a list, the values of the key that has
 * it, then its own.
 */
export function listToSql(list: SelectedList, owner: Entity, count: number, context: SqlContext): Sql {
  const { sourceFields } = list.relation;
  const owners: Owners = {
    entity: owner,
    table: tableName(owner),
    columnOf: ({ column }) => column,
    selected: (field) => selectedColumn(field, context.dialect, OWNER),
    asked: keysAsked(sourceFields, count, context),
  };
  const { keys, values, from, order } = itemsToSql(list, readOwnList, owners, context);
  return sql`select ${sql.join([...keys, ...values])} ${from} order by ${order}`;
}

/**
 * Selects the lists of a page's records together with them. `page` names a `with` that contains the selection's
 * `inner`.
 */
export function listsOfPageToSql(selection: Selection, page: string, context: SqlContext) {
  const inlined = inlinedLists(selection, context.dialect);
  const row = rowFields(selection);
  const nameOf = (field: Field) => `c${row.indexOf(field)}`;
  const owners: Owners = {
    entity: selection.entity,
    table: sql.id(page),
    columnOf: nameOf,
    selected: (field) => sql.id(OWNER, nameOf(field)),
    asked: undefined,
  };
  const joins = inlined.map((index) => {
    const list = selection.lists[index] as SelectedList;
    const name = `l${index}`;
    const same = list.relation.sourceFields.map(
      (field, key) => sql`${sql.id(name, `p${key}`)} = ${sql.id(page, nameOf(field))}`,
    );
    const rows = jsonRowsToSql(list, listReader(index), owners, context);
    return sql` left join (${rows}) as ${sql.id(name)} on ${sql.join(same, sql` and `)}`;
  });
  return {
    /** The JSON text of each list; null for an empty one. */
    columns: inlined.map((index) => sql.id(`l${index}`, "j")),
    /** ` left join …` for each list, or nothing. They read the page as well, so it is a `with`. */
    joins: sql.join(joins, sql``),
  };
}

/** Selects the keys of the records with lists, and the rows of each list as one JSON text `j`. */
function jsonRowsToSql(
  list: SelectedList,
  read: SlotReader<SelectedList>,
  owners: Owners,
  context: SqlContext,
): Sql {
  const { dialect } = context;
  const { keys, values, from, order } = itemsToSql(list, read, owners, context);
  const inJson = inJsonOf(list, dialect);
  const kept = values.map((value, index) => inJson[index]?.select?.(value) ?? value);
  const rows = (dialect.jsonRows as JsonRows).toSql(kept, order);
  return sql`select ${sql.join(named(keys, "p"))}, ${rows} as ${sql.id("j")} ${from} group by ${sql.join(keys)}`;
}

/** The records whose lists are read. */
interface Owners {
  readonly entity: Entity;
  readonly table: Sql;
  /** The name of a field's column in the table. */
  readonly columnOf: (field: Field) => string;
  /** The expression for a field of the table, which has the alias `OWNER`. */
  readonly selected: (field: Field) => Sql;
  /** Holds for the requested records; `undefined` for all. */
  readonly asked: Sql | undefined;
}

/** The records of lists, as parts of a select. */
function itemsToSql(list: SelectedList, read: SlotReader<SelectedList>, owners: Owners, context: SqlContext) {
  const { relation, target } = list;
  const { dialect, addLimits } = context;
  const name = nameBeside(target, { where: target.rows, order: list.order });
  const page = sql.id(name);
  const readTarget: SlotReader<SelectedTarget> = (source) => read(source).target;
  const { inner, outer, joins } = recordToSql(target, readTarget, { ...context, page: name }, ITEM);
  const orderOf = (alias: string) => {
    const values = list.order.map((part, index) =>
      orderToSql(part, orderReader(read, index), target.entity, context, alias),
    );
    return { values, by: directedBy(values) };
  };
  const directedBy = (values: readonly Sql[]) => directedToSql(values, list.order, target.entity, dialect);
  const owner = { source: owners.entity, valueOf: (field: Field) => sql.id(OWNER, owners.columnOf(field)) };
  const itemsAs = (alias: string) =>
    relatedRows({ relation, rows: target.rows }, rowsReader(readTarget), owner, alias, context);
  const { take, skip } = addLimits(read);
  const selected = relation.sourceFields.map(owners.selected);
  const { values, by } = orderOf(ITEM);
  const columns = [...inner, ...named(values, "s")];
  const from = sql`from ${owners.table} as ${sql.id(OWNER)}`;
  const { asked } = owners;
  const whereAsked = asked === undefined ? sql`` : sql` where ${asked}`;
  const alsoAsked = asked === undefined ? sql`` : sql` and ${asked}`;
  const parts = {
    /** The key values of the record that owns the list. */
    keys: selected.map((_, index) => sql.id(name, `p${index}`)),
    /** The values of a record. */
    values: outer,
    order: directedBy(values.map((_, index) => sql.id(name, `s${index}`))),
  };
  const firstOfEach = firstOfEachIn(context, target.entity);
  switch (firstOfEach.kind) {
    case "lateral": {
      const { tables, matching } = itemsAs(ITEM);
      const items = sql`select ${sql.join(columns)} from ${tables} where ${matching} order by ${by} ${dialect.limited(take, skip)}`;
      const joined = sql`${from} ${sql.raw(firstOfEach.join)} (${items}) as ${page}`;
      const { fence } = firstOfEach;
      if (fence === undefined) return { ...parts, keys: selected, from: sql`${joined}${joins}${whereAsked}` };
      const all = sql`select ${sql.join(named(selected, "p"))}, ${page}.* ${joined}${whereAsked} ${sql.raw(fence)}`;
      return { ...parts, from: sql`from (${all}) as ${page}${joins}` };
    }
    case "in": {
      const [key] = target.entity.keys as readonly [Field];
      const { tables, matching } = itemsAs("first");
      const first = sql`select ${sql.id("first", key.column)} from ${tables} where ${matching} order by ${orderOf("first").by} ${dialect.limited(take, skip)}`;
      const items = sql`select ${sql.join([...named(selected, "p"), ...columns])} ${from} cross join ${tableName(target.entity)} as ${sql.id(ITEM)} where ${sql.id(ITEM, key.column)} in (${first})${alsoAsked}`;
      return { ...parts, from: sql`from (${items}) as ${page}${joins}` };
    }
    case "numbered": {
      const { tables, matching } = itemsAs(ITEM);
      const partition = relation.sourceFields.map(owner.valueOf);
      const number = sql`row_number() over (partition by ${sql.join(partition)} order by ${by}) as ${sql.id("n")}`;
      const items = sql`select ${sql.join([...named(selected, "p"), ...columns, number])} ${from} cross join ${tables} where ${matching}${alsoAsked}`;
      const n = sql.id(name, "n");
      return {
        ...parts,
        from: sql`from (${items}) as ${page}${joins} where ${n} > ${skip} and ${n} <= ${skip} + ${take}`,
      };
    }
  }
}

/** For records without a single key, or a view whose key may not be unique, the rows of the lists are numbered. */
function firstOfEachIn({ dialect }: SqlContext, { keys, isReadOnly }: Entity): FirstOfEach {
  const { firstOfEach } = dialect;
  return firstOfEach.kind === "in" && (keys.length !== 1 || isReadOnly) ? { kind: "numbered" } : firstOfEach;
}

/** Holds for the records with the requested keys. */
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

const readOwnList: SlotReader<SelectedList> = ({ list }) => list as SelectedList;

function listReader(index: number): SlotReader<SelectedList> {
  return ({ selection }) => (selection as Selection).lists[index] as SelectedList;
}

function orderReader(read: SlotReader<SelectedList>, index: number): SlotReader<Order> {
  return (source) => read(source).order[index] as Order;
}

/** Reads the keys of one field as one parameter. */
function keysReader({ toList }: NonNullable<SqlDialect["oneOf"]>): SlotReader<unknown> {
  return ({ keys = [] }) => toList((keys as readonly (readonly unknown[])[]).map(([value]) => value));
}

/** The last key fills the remaining parameters: repeated, it adds no rows. */
function keyReader(key: number, index: number): SlotReader<unknown> {
  return ({ keys = [] }) => (keys[Math.min(key, keys.length - 1)] as readonly unknown[])[index];
}
