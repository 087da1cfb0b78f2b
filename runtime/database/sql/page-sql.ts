import { sql } from "./kysely.js";
import type { CheckedCondition } from "../../condition/checked.js";
import { relatedEntities } from "../../condition/checked-fields.js";
import { fieldTypes } from "../../model/field-type.js";
import type { Entity, Field } from "../../model/model.js";
import { conditionToSql, orderColumn } from "./condition-sql.js";
import type { SqlContext } from "./sql-context.js";
import type { SqlDialect } from "./sql-dialect.js";
import type { Sql } from "./sql.js";
import type { SelectedFields, Selection } from "./selection.js";
import { named, selectionByKeysToSql, selectionToSql } from "./selection-sql.js";
import type { Read } from "./slot.js";
import { tableName } from "./table-name.js";

export interface PageShape {
  readonly orderBy: Field;
  readonly isDescending: boolean;
  readonly where: CheckedCondition | undefined;
}

const readWhere: Read<CheckedCondition> = ({ where }) => where as CheckedCondition;
const readTake: Read<unknown> = ({ take }) => take;
const readSkip: Read<unknown> = ({ skip }) => skip;

/** Selects the records of a page. */
export function pageToSql(shape: PageShape, selection: Selection, context: SqlContext): Sql {
  const { columns, joined, selectPage } = toParts(shape, selection, context);
  return selection.references.length > 0 ? joined() : selectPage(columns);
}

/** Selects the records of a page with their count, in the dialect's way. */
export function countedPageToSql(
  shape: PageShape,
  countedPage: NonNullable<SqlDialect["countedPage"]>,
  selection: Selection,
  context: SqlContext,
): Sql {
  const { entity, references } = selection;
  const { name, columns, derived, outer, joined, selectPage, bounds, ...parts } = toParts(
    shape,
    selection,
    context,
  );
  const id = sql.id(name);
  return countedPage({
    page: derived(sql`1 as ${sql.id("here")}`),
    name: id,
    pageWith: (last) => (references.length > 0 ? joined(last) : selectPage([...named(columns, "c"), last])),
    count: sql`select count(*) as ${sql.id("n")} from ${tableName(entity)}${bounds.where}`,
    columns: sql.join([...outer, sql.id(name, "here"), sql.id("counted", "n")]),
    joins: parts.joins,
    order: parts.order,
    take: bounds.take,
    skip: bounds.skip,
  });
}

/** Selects all records that match. Meant for conditions that match few. */
export function findToSql(where: CheckedCondition, selection: Selection, context: SqlContext): Sql {
  const name = pageName(selection, where);
  const matching = sql`from ${tableName(selection.entity)}${whereToSql(where, selection.entity, context)}`;
  const parts = selectionToSql(selection, { ...context, page: name });
  if (selection.references.length === 0) return sql`select ${sql.join(parts.columns)} ${matching}`;
  return sql`select ${sql.join(parts.outer)} from (select ${sql.join(parts.inner)} ${matching}) as ${sql.id(name)}${parts.joins}`;
}

/** ` where …`, or nothing. */
export function whereToSql(where: CheckedCondition | undefined, entity: Entity, context: SqlContext): Sql {
  return where === undefined
    ? sql``
    : sql` where ${conditionToSql(where, readWhere, context, { entity, alias: undefined })}`;
}

/** The records on a page. */
interface Bounds {
  /** ` where …`, or nothing. */
  readonly where: Sql;
  readonly take: Sql;
  readonly skip: Sql;
}

/** The parts from which page statements are built. */
interface PageParts {
  /** The page's name as a derived table. */
  readonly name: string;
  readonly bounds: Bounds;
  /** The page as a statement of its own, with these columns. */
  readonly selectPage: (columns: readonly Sql[]) => Sql;
  /** The columns selected from the entity's table. */
  readonly columns: readonly Sql[];
  /** The page as a derived table, with more columns. It is unordered: the outer query must sort. */
  readonly derived: (...more: readonly Sql[]) => Sql;
  /** The columns selected from the derived table and its joins. */
  readonly outer: readonly Sql[];
  readonly joins: Sql;
  /** The order of the outer query, because a join keeps no order. */
  readonly order: Sql;
  /** The page joined to the records that it refers to, with `last` at the end of each row. */
  readonly joined: (...last: readonly Sql[]) => Sql;
}

function toParts(shape: PageShape, selection: Selection, context: SqlContext): PageParts {
  const { entity, references } = selection;
  const { dialect, addSlot } = context;
  const name = pageName(selection, shape.where);
  const where = whereToSql(shape.where, entity, context);
  const bounds = { where, take: addSlot(readTake), skip: addSlot(readSkip) };
  // A read-only entity may be a view, which has no index on its key.
  const isByKeys = dialect.joinsPagesByKeys && !entity.isReadOnly && references.length > 0;
  const toSql = isByKeys ? selectionByKeysToSql : selectionToSql;
  const { columns, inner, outer, joins } = toSql(selection, { ...context, page: name });
  const fields = orderFields(shape.orderBy, selection);
  const sorted = fields.map((field) => orderColumn(field, entity, dialect));
  const derived = (...more: readonly Sql[]) =>
    selectPage(shape, entity, { bounds, fields, dialect }, [...inner, ...more, ...named(sorted, "s")], true);
  const order = sql.join(
    fields.map((field, index) => directed(sql.id(name, `s${index}`), field, shape.isDescending, dialect)),
  );
  return {
    name,
    bounds,
    selectPage: (selected) => selectPage(shape, entity, { bounds, fields, dialect }, selected),
    columns,
    derived,
    outer,
    joins,
    order,
    joined: (...last) =>
      sql`select ${sql.join([...outer, ...last])} from (${derived()}) as ${sql.id(name)}${joins} order by ${order}`,
  };
}

/** A name that no table in the statement has: a `with` hides a table of the same name. */
function pageName(selection: Selection, where: CheckedCondition | undefined): string {
  const parts: readonly SelectedFields[] = [selection, ...selection.references];
  const conditions = [
    where,
    ...selection.references.map(({ rows }) => rows),
    ...parts.flatMap(({ guards }) => guards.map(({ condition }) => condition)),
  ];
  const entities = [...parts.map(({ entity }) => entity), ...conditions.flatMap(relatedEntities)];
  const tables = new Set(entities.map(({ table }) => table));
  let name = "page";
  while (tables.has(name)) name += "_";
  return name;
}

/**
 * @param isTable Whether the page is a derived table. SQL Server rejects an order without a limit there
 * (learn.microsoft.com/sql/t-sql/queries/select-order-by-clause-transact-sql#limitations-and-restrictions).
 */
function selectPage(
  { orderBy, isDescending }: PageShape,
  entity: Entity,
  {
    bounds,
    fields,
    dialect,
  }: { readonly bounds: Bounds; readonly fields: readonly Field[]; readonly dialect: SqlDialect },
  columns: readonly Sql[],
  isTable = false,
): Sql {
  const order = sql`order by ${sql.join(fields.map((field) => directed(orderColumn(field, entity, dialect), field, isDescending, dialect)))}`;
  const limits = dialect.limited(bounds.take, bounds.skip);
  const table = tableName(entity);
  const matching = sql`from ${table}${bounds.where}`;
  const [key, ...otherKeys] = entity.keys;
  const isSortedByIndex = orderBy === key || orderBy.isIndexed || orderBy.isUnique;
  // The key of a read-only entity may be a key by configuration alone: it may be duplicate or null.
  const isOneByOne = key !== undefined && dialect.findsKeysFirst(key) && otherKeys.length === 0;
  if (!isOneByOne || isSortedByIndex || entity.isReadOnly) {
    return sql`select ${sql.join(columns)} ${matching} ${order} ${limits}`;
  }
  const keyColumn = sql.id(key.column);
  return sql`select ${sql.join(columns)} from ${table} where ${keyColumn} in (select ${keyColumn} ${matching} ${order} ${limits})${isTable ? sql`` : sql` ${order}`}`;
}

/**
 * Breaks ties by the key in the same direction, so that an index on the field can be read both ways. Without a
 * key, ties are broken by all that every selected record shows: an order by more would reveal hidden values.
 */
function orderFields(field: Field, { entity, fields, guards }: Selection): readonly Field[] {
  const isShown = ({ name, type }: Field) =>
    fieldTypes[type].isSortable && !guards.some(({ members }) => members.has(name));
  const others = entity.keys.length > 0 ? entity.keys : fields.filter(isShown);
  return [field, ...others.filter((other) => other !== field)];
}

function directed(
  value: Sql,
  { isNullable }: Field,
  isDescending: boolean,
  { sortedNulls }: SqlDialect,
): Sql {
  if (isNullable && sortedNulls !== undefined) return sortedNulls(value, isDescending);
  return isDescending ? sql`${value} desc` : value;
}
