import { indexKind } from "../../model/index-options.js";
import { sql } from "kysely";
import type { CheckedCondition } from "../../condition/checked.js";
import type { Entity } from "../../model/model.js";
import { conditionToSql, qualified } from "./where/condition-sql.js";
import type { Order } from "./order.js";
import { isInRow } from "./total-order.js";
import { directedToSql, orderedToSql, orderToSql } from "./order-sql.js";
import type { SqlContext } from "./sql-context.js";
import type { SqlDialect } from "./sql-dialect.js";
import type { Sql } from "./sql.js";
import type { Selection } from "./selection.js";
import { listsOfPageToSql } from "./list-sql.js";
import {
  named,
  needsPage,
  selectionByKeysToSql,
  selectionToSql,
  type SelectionSql,
} from "./selection-sql.js";
import { nameBeside } from "./tables-in.js";
import type { SlotReader } from "./slot.js";
import { tableName } from "./table-name.js";

export interface PageShape {
  /** Ends with the key, so that repeated reads return the same page. */
  readonly order: readonly Order[];
  readonly where: CheckedCondition | undefined;
}

/** Reads the condition of a source. */
export const readWhere: SlotReader<CheckedCondition> = ({ where }) => where as CheckedCondition;
const readOrder: SlotReader<readonly Order[]> = ({ order }) => order as readonly Order[];

/** Selects the records of a page. */
export function pageToSql(shape: PageShape, selection: Selection, context: SqlContext): Sql {
  const { columns, joined, selectPage, isJoined } = toParts(shape, selection, context);
  return isJoined ? joined() : selectPage(columns);
}

/**
 * Selects the records of a page, each with the order values that its row does not contain, so that another page can
 * begin after it.
 */
export function pageWithOrderToSql(shape: PageShape, selection: Selection, context: SqlContext): Sql {
  const { entity } = selection;
  const parts = toParts(shape, selection, context);
  const values = shape.order.flatMap((part, index) =>
    isInRow(part, selection) ? [] : [orderedToSql(part, orderReader(index), entity, context)],
  );
  if (!parts.isJoined) return parts.selectPage([...parts.columns, ...values]);
  const outer = [...parts.outer, ...values.map((_, index) => sql.id(parts.name, `o${index}`))];
  return sql`${parts.from(outer, parts.derived(...named(values, "o")))} order by ${parts.order}`;
}

/** Selects the records of a page and the total count, in the dialect's form. */
export function countedPageToSql(
  shape: PageShape,
  selection: Selection,
  context: SqlContext,
  countedPage: NonNullable<SqlDialect["countedPage"]>,
): Sql {
  const parts = toParts(shape, selection, context);
  const { name, columns, derived, outer, joined, selectPage, isJoined, where } = parts;
  return countedPage({
    page: derived(sql`1 as ${sql.id("here")}`),
    name: sql.id(name),
    pageWith: (last) => (isJoined ? joined(last) : selectPage([...named(columns, "c"), last])),
    count: sql`select count(*) as ${sql.id("n")} from ${tableName(selection.entity)}${where}`,
    columns: sql.join([...outer, sql.id(name, "here"), sql.id("counted", "n")]),
    joins: parts.joins,
    order: parts.order,
    take: parts.take,
    skip: parts.skip,
  });
}

/** Selects all records that match, without a limit: only for conditions that match few records. */
export function findToSql(where: CheckedCondition, selection: Selection, context: SqlContext): Sql {
  const name = nameBeside(selection, { where });
  const matching = sql`from ${tableName(selection.entity)}${whereToSql(where, selection.entity, context)}`;
  const { columns, inner, outer, from, isJoined } = withLists(
    selectionToSql(selection, { ...context, page: name }),
    selection,
    name,
    context,
  );
  if (!isJoined) return sql`select ${sql.join(columns)} ${matching}`;
  return from(outer, sql`select ${sql.join(inner)} ${matching}`);
}

/** A selection with the lists within its rows. */
function withLists(parts: SelectionSql, selection: Selection, name: string, context: SqlContext) {
  const lists = listsOfPageToSql(selection, name, context);
  const hasLists = lists.columns.length > 0;
  const joins = sql`${parts.joins}${lists.joins}`;
  const id = sql.id(name);
  return {
    ...parts,
    outer: [...parts.outer, ...lists.columns],
    joins,
    /** Whether the selection requires a derived table. */
    isJoined: needsPage(selection) || hasLists,
    /** `select … from …` of columns from `page`, a select, and the joins. */
    from: (columns: readonly Sql[], page: Sql) =>
      hasLists
        ? sql`with ${id} as (${page}) select ${sql.join(columns)} from ${id}${joins}`
        : sql`select ${sql.join(columns)} from (${page}) as ${id}${joins}`,
  };
}

/** ` where …`, or nothing. */
export function whereToSql(where: CheckedCondition | undefined, entity: Entity, context: SqlContext): Sql {
  return where === undefined
    ? sql``
    : sql` where ${conditionToSql(where, readWhere, context, { entity, alias: undefined })}`;
}

/** Selects a row if more records match than the source skips. */
export function beyondToSql(where: CheckedCondition | undefined, entity: Entity, context: SqlContext): Sql {
  const { anyOrder = sql``, limited } = context.dialect;
  const { take, skip } = context.addLimits((limits) => limits);
  const matching = whereToSql(where, entity, context);
  return sql`select 1 from ${tableName(entity)}${matching}${anyOrder} ${limited(take, skip)}`;
}

/** The parts from which page statements are built. */
function toParts(shape: PageShape, selection: Selection, context: SqlContext) {
  const { entity } = selection;
  const { dialect, addLimits } = context;
  const name = nameBeside(selection, shape);
  const where = whereToSql(shape.where, entity, context);
  const { take, skip } = addLimits((source) => source);
  // A read-only entity may be a view, which has no index on its key.
  const isByKeys = dialect.joinsPagesByKeys === true && !entity.isReadOnly && needsPage(selection);
  const toSql = isByKeys ? selectionByKeysToSql : selectionToSql;
  const parts = withLists(toSql(selection, { ...context, page: name }), selection, name, context);
  const { inner, outer, from } = parts;
  const values = shape.order.map((part, index) => orderToSql(part, orderReader(index), entity, context));
  const direct = (sorted: readonly Sql[], stored?: readonly Sql[]) =>
    directedToSql(sorted, shape.order, entity, dialect, stored);
  const table = tableName(entity);
  const stored = shape.order.map(({ field }) => qualified({ entity, alias: undefined }, field));
  const sorted = sql`order by ${direct(values, stored)}`;
  const found = sql`from ${table}${where} ${sorted} ${dialect.limited(take, skip)}`;
  const keyColumn = keyFoundFirst(shape, entity, dialect);
  /**
   * The page as a statement of its own, with these columns.
   * @param isTable Whether the page is a derived table. SQL Server rejects an order without a limit there
   * (learn.microsoft.com/sql/t-sql/queries/select-order-by-clause-transact-sql#limitations-and-restrictions).
   */
  const selectPage = (columns: readonly Sql[], isTable = false) => {
    if (keyColumn === undefined) return sql`select ${sql.join(columns)} ${found}`;
    return sql`select ${sql.join(columns)} from ${table} where ${keyColumn} in (select ${keyColumn} ${found})${isTable ? sql`` : sql` ${sorted}`}`;
  };
  /** The page as a derived table, with more columns. It is unordered: the outer query must sort. */
  const derived = (...more: readonly Sql[]) => selectPage([...inner, ...more, ...named(values, "s")], true);
  /** The order of the outer query, because a join keeps no order. */
  const order = direct(values.map((_, index) => sql.id(name, `s${index}`)));
  /** The page joined to the records that it refers to, with `last` at the end of each row. */
  const joined = (...last: readonly Sql[]) => sql`${from([...outer, ...last], derived())} order by ${order}`;
  return { ...parts, name, where, take, skip, selectPage, derived, order, joined };
}

function orderReader(index: number): SlotReader<Order> {
  return (source) => readOrder(source)[index] as Order;
}

/**
 * The column of the key if a page finds its keys first, so that the sort does not carry the rows that are not on the
 * page. None for a nullable key: `in` does not find null.
 */
function keyFoundFirst({ order: [first] }: PageShape, entity: Entity, dialect: SqlDialect): Sql | undefined {
  const [key, ...otherKeys] = entity.keys;
  // The key of a read-only entity may only be declared in the configuration: it may be duplicate or null.
  if (key === undefined || otherKeys.length > 0 || entity.isReadOnly) return undefined;
  if (dialect.joinsPagesByKeys === true || dialect.keyMayBeNull?.(key) === true) return undefined;
  const isSortedByIndex =
    first?.via.length === 0 && (first.field === key || indexKind(first.field) !== undefined);
  return isSortedByIndex ? undefined : sql.id(key.column);
}
