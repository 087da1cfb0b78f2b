import { sql } from "kysely";
import type { CheckedCondition } from "../condition/check-condition.js";
import type { Entity, Field } from "../model/model.js";
import { conditionSlots, conditionToSql, orderColumn } from "./condition-sql.js";
import type { Dialect, Sql } from "./dialect.js";
import type { Selection } from "./selection.js";
import { named, selectionByKeysToSql, selectionToSql } from "./selection-sql.js";
import { slot } from "./slot.js";
import { tableName } from "./table-name.js";

export interface PageShape {
  readonly orderBy: Field;
  readonly isDescending: boolean;
  readonly where: CheckedCondition | undefined;
}

/** The records of a page. */
export function pageToSql(shape: PageShape, selection: Selection, dialect: Dialect): Sql {
  const { columns, joined } = toParts(shape, selection, dialect);
  return selection.references.length > 0 ? joined() : selectPage(shape, selection.entity, dialect, columns);
}

/** The records of a page with their count, as the dialect does it. */
export function countedPageToSql(
  shape: PageShape,
  countedPage: NonNullable<Dialect["countedPage"]>,
  selection: Selection,
  dialect: Dialect,
): Sql {
  const { entity, references } = selection;
  const { name, columns, derived, outer, joins, order, joined } = toParts(shape, selection, dialect);
  const takeSlot = conditionSlots(shape.where);
  const id = sql.id(name);
  return countedPage({
    page: derived(sql`1 as ${sql.id("here")}`),
    name: id,
    pageWith: (last) =>
      references.length > 0
        ? joined(last)
        : selectPage(shape, entity, dialect, [...named(columns, "c"), last]),
    count: sql`select count(*) as ${sql.id("n")} from ${tableName(entity)}${whereToSql(shape.where, dialect)}`,
    columns: sql.join([...outer, sql.id(name, "here"), sql.id("counted", "n")]),
    joins,
    order,
    take: slot(takeSlot),
    skip: slot(takeSlot + 1),
  });
}

/** The records that match, a few at most. Its slots are the condition's values, then the selection's. */
export function findToSql(where: CheckedCondition, selection: Selection, dialect: Dialect): Sql {
  const name = pageName(selection);
  const parts = selectionToSql(selection, { dialect, firstSlot: conditionSlots(where), page: name });
  const matching = sql`from ${tableName(selection.entity)}${whereToSql(where, dialect)}`;
  if (selection.references.length === 0) return sql`select ${sql.join(parts.columns)} ${matching}`;
  return sql`select ${sql.join(parts.outer)} from (select ${sql.join(parts.inner)} ${matching}) as ${sql.id(name)}${parts.joins}`;
}

/** ` where …`, or nothing. */
export function whereToSql(where: CheckedCondition | undefined, dialect: Dialect, firstSlot = 0): Sql {
  return where === undefined ? sql`` : sql` where ${conditionToSql(where, dialect, firstSlot)}`;
}

/** What pages are put together of. */
interface PageParts {
  /** What the page is called as a table that others are joined to. */
  readonly name: string;
  /** What is selected of the entity's table. */
  readonly columns: readonly Sql[];
  /** The page as such a table, with more columns. It is in no order: those who read it must sort. */
  readonly derived: (...more: readonly Sql[]) => Sql;
  /** What is selected of that table and of those that are joined to it. */
  readonly outer: readonly Sql[];
  readonly joins: Sql;
  /** What sorts that table, because a join keeps no order. */
  readonly order: Sql;
  /** The page joined to what its keys point to, with this at the end of each row. */
  readonly joined: (...last: readonly Sql[]) => Sql;
}

function toParts(shape: PageShape, selection: Selection, dialect: Dialect): PageParts {
  const { entity, references } = selection;
  const name = pageName(selection);
  const context = { dialect, firstSlot: conditionSlots(shape.where) + 2, page: name };
  // What is only read may be a view, which nothing finds by its key.
  const isByKeys = dialect.joinsPagesByKeys && !entity.isReadOnly && references.length > 0;
  const { columns, inner, outer, joins } = (isByKeys ? selectionByKeysToSql : selectionToSql)(
    selection,
    context,
  );
  const fields = orderFields(shape.orderBy, entity);
  const sorted = fields.map((field) => orderColumn(field, entity, dialect));
  const derived = (...more: readonly Sql[]) =>
    selectPage(shape, entity, dialect, [...inner, ...more, ...named(sorted, "s")], true);
  const order = sql.join(
    fields.map((field, index) => directed(sql.id(name, `s${index}`), field, shape.isDescending, dialect)),
  );
  return {
    name,
    columns,
    derived,
    outer,
    joins,
    order,
    joined: (...last) =>
      sql`select ${sql.join([...outer, ...last])} from (${derived()}) as ${sql.id(name)}${joins} order by ${order}`,
  };
}

/** Not the name of a table that is read beside it: what a `with` names hides a table of that name. */
function pageName({ entity, references }: Selection): string {
  const tables = new Set(
    [entity, ...references.map((reference) => reference.entity)].map(({ table }) => table),
  );
  let name = "page";
  while (tables.has(name)) name += "_";
  return name;
}

/**
 * @param isTable Whether others read it as a table, which has no order: SQL Server refuses one there that limits nothing
 * (learn.microsoft.com/sql/t-sql/queries/select-order-by-clause-transact-sql#limitations-and-restrictions).
 */
function selectPage(
  { orderBy, isDescending, where }: PageShape,
  entity: Entity,
  dialect: Dialect,
  columns: readonly Sql[],
  isTable = false,
): Sql {
  const fields = orderFields(orderBy, entity);
  const order = sql`order by ${sql.join(fields.map((field) => directed(orderColumn(field, entity, dialect), field, isDescending, dialect)))}`;
  const takeSlot = conditionSlots(where);
  const limits = dialect.limited(slot(takeSlot), slot(takeSlot + 1));
  const table = tableName(entity);
  const matching = sql`from ${table}${whereToSql(where, dialect)}`;
  const [key, ...otherKeys] = entity.keys;
  const isSortedByIndex = orderBy === key || orderBy.isIndexed || orderBy.isUnique;
  // The key of what is only read may be one by the configuration alone: several records may have it, or none.
  const isOneByOne = dialect.findsKeysFirst && !entity.isReadOnly && otherKeys.length === 0;
  if (!isOneByOne || isSortedByIndex) {
    return sql`select ${sql.join(columns)} ${matching} ${order} ${limits}`;
  }
  const keyColumn = sql.id(key.column);
  return sql`select ${sql.join(columns)} from ${table} where ${keyColumn} in (select ${keyColumn} ${matching} ${order} ${limits})${isTable ? sql`` : sql` ${order}`}`;
}

/** Ties are broken by the key, in the same direction, so that an index on the field serves both ways. */
function orderFields(field: Field, { keys }: Entity): readonly Field[] {
  return [field, ...keys.filter((key) => key !== field)];
}

function directed(value: Sql, { isNullable }: Field, isDescending: boolean, { sortedNulls }: Dialect): Sql {
  if (isNullable && sortedNulls !== undefined) return sortedNulls(value, isDescending);
  return isDescending ? sql`${value} desc` : value;
}
