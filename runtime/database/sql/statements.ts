import { sql } from "./kysely.js";
import type { CheckedCondition, CheckedGroup } from "../../condition/checked.js";
import { readableFields } from "../../model/fields.js";
import type { Entity, Field } from "../../model/model.js";
import type { SqlDialect } from "./sql-dialect.js";
import { columnOf } from "./column-of.js";
import { conditionShape } from "./condition-shape.js";
import { conditionToSql } from "./condition-sql.js";
import { parameter } from "./comparison-sql.js";
import type { SqlContext } from "./sql-context.js";
import { linkedToSql } from "./link-sql.js";
import { listToSql } from "./list-sql.js";
import {
  countedPageToSql,
  findToSql,
  pageToSql,
  pageWithOrderToSql,
  readWhere,
  whereToSql,
  type PageShape,
} from "./page-sql.js";
import { orderShape } from "./order.js";
import { paddedCount } from "../../condition/padded.js";
import {
  linkShape,
  listShape,
  ownFields,
  type SelectedLink,
  type SelectedList,
  type Selection,
} from "./selection.js";
import { selectedColumn } from "./selection-sql.js";
import { BoundedCache } from "./bounded-cache.js";
import type { Read, Slot, Slots, Source } from "./slot.js";
import { StatementTexts } from "./statement-texts.js";
import type { AnyKysely, Sql } from "./sql.js";
import type { BoundStatement } from "./statement.js";
import { tableName } from "./table-name.js";
import { aggregateToSql, groupCountToSql } from "./aggregate-sql.js";
import { aggregationShape, type Aggregation } from "./aggregation.js";
import { insertedRows, type Returning } from "./write-syntax.js";

/** The condition, the order and the limits of a page. */
export interface PageQuery extends PageShape {
  readonly take: number;
  readonly skip: number;
}

/**
 * The statements of one entity. Each is compiled on the first use of its shape, then bound to the values of
 * each source through its slots. Without a selection, a statement returns the entity's own fields.
 */
export class EntityStatements {
  readonly #entity: Entity;
  readonly #kysely: AnyKysely;
  readonly #dialect: SqlDialect;
  readonly #compiled = new BoundedCache<StatementTexts>();
  readonly #table: Sql;
  readonly #readable: readonly Field[];

  constructor(
    entity: Entity,
    { dialect, kysely }: { readonly dialect: SqlDialect; readonly kysely: AnyKysely },
  ) {
    this.#entity = entity;
    this.#kysely = kysely;
    this.#dialect = dialect;
    this.#table = tableName(entity);
    this.#readable = readableFields(entity);
  }

  /** Selects the records of a page. */
  page(query: PageQuery, selection = ownFields(this.#entity)): BoundStatement {
    const { where, order, take, skip } = query;
    const key = `page ${shapeKey(query)} ${selection.shape}`;
    return this.#bind(key, { where, order, take, skip, selection }, (context) =>
      pageToSql(query, selection, context),
    );
  }

  /** The same, with the values of the order: see `pageWithOrderToSql`. */
  pageWithOrder(query: PageQuery, selection: Selection): BoundStatement {
    const { where, order, take, skip } = query;
    const key = `read ${shapeKey(query)} ${selection.shape}`;
    return this.#bind(key, { where, order, take, skip, selection }, (context) =>
      pageWithOrderToSql(query, selection, context),
    );
  }

  /**
   * Selects a page with its count. Each row ends with a flag of whether it is a record, and the number of all
   * matches. An empty page has one row without a record, or no row if the dialect counts in each row.
   */
  countedPage(
    query: PageQuery,
    countedPage: NonNullable<SqlDialect["countedPage"]>,
    selection = ownFields(this.#entity),
  ): BoundStatement {
    const { where, order, take, skip } = query;
    const key = `counted ${shapeKey(query)} ${selection.shape}`;
    return this.#bind(key, { where, order, take, skip, selection }, (context) =>
      countedPageToSql(query, countedPage, selection, context),
    );
  }

  /** Counts the records that match. */
  count(where: CheckedCondition | undefined): BoundStatement {
    return this.#bind(
      `count ${conditionShape(where)}`,
      { where },
      (context) => sql`select count(*) from ${this.#table}${whereToSql(where, this.#entity, context)}`,
    );
  }

  /** Selects a page of groups of records. */
  aggregate(aggregation: Aggregation, { take, skip }: Pick<PageQuery, "take" | "skip">): BoundStatement {
    const key = `aggregate ${aggregationShape(aggregation)}`;
    return this.#bind(key, { aggregation, take, skip }, (context) => aggregateToSql(aggregation, context));
  }

  /** Counts groups of records. */
  countGroups(aggregation: Aggregation): BoundStatement {
    const key = `countGroups ${aggregationShape(aggregation)}`;
    return this.#bind(key, { aggregation }, (context) => groupCountToSql(aggregation, context));
  }

  /** Selects all records that match. Meant for conditions that match few. */
  find(where: CheckedCondition, selection = ownFields(this.#entity)): BoundStatement {
    const key = `find ${conditionShape(where)} ${selection.shape}`;
    return this.#bind(key, { where, selection }, (context) => findToSql(where, selection, context));
  }

  /** Selects columns of the records that match, including columns that records do not show. */
  columns(fields: readonly Field[], where: CheckedCondition): BoundStatement {
    const key = `columns ${namesOf(fields)} ${conditionShape(where)}`;
    return this.#bind(key, { where }, (context) => {
      const columns = sql.join(fields.map((field) => this.#selected(field)));
      return sql`select ${columns} from ${this.#table}${whereToSql(where, this.#entity, context)}`;
    });
  }

  /** Selects the records that match and locks them until the transaction ends. */
  lock(where: CheckedCondition): BoundStatement {
    return this.#bindWrite(`lock ${conditionShape(where)}`, { where }, (context) =>
      this.#dialect.locked({
        columns: sql.join(this.#readable.map((field) => this.#selected(field))),
        table: this.#table,
        where: whereToSql(where, this.#entity, context),
      }),
    );
  }

  /**
   * Selects the links of the records with these keys: for each link the record's key, the target's id, and
   * the target's selected fields.
   */
  linked(selected: SelectedLink, keys: readonly unknown[]): BoundStatement {
    const count = paddedCount(keys.length);
    const key = `linked ${count} ${linkShape(selected)}`;
    return this.#bind(key, { keys, selected }, (context) => linkedToSql(selected, count, context));
  }

  /**
   * Selects a list of each of the records with these keys: for each record of a list, the values of the key that
   * has it, then its own.
   * @param keys Each with one value for each source field of the list's relation.
   */
  list(list: SelectedList, keys: readonly (readonly unknown[])[]): BoundStatement {
    const count = paddedCount(keys.length);
    const key = `list ${count} ${listShape(list)}`;
    return this.#bind(key, { keys, list }, (context) => listToSql(list, this.#entity, count, context));
  }

  /** Inserts records. Each is a list of the values of `fields`. */
  insert(
    fields: readonly Field[],
    records: readonly (readonly unknown[])[],
    returning: Returning,
  ): BoundStatement {
    const key = `insert ${returning} ${records.length} ${namesOf(fields)}`;
    return this.#bindWrite(key, { records }, (context) => {
      const values = records.map((_, record) => this.#values(fields, context, record));
      return this.#dialect.writes.insert({ ...this.#write, fields, records: values }, returning);
    });
  }

  /** Inserts records and returns the keys that the database generates, in the same order. */
  insertInOrder(fields: readonly Field[], records: readonly (readonly unknown[])[]): BoundStatement {
    const key = `insertInOrder ${records.length} ${namesOf(fields)}`;
    return this.#bindWrite(key, { records }, (context) => {
      const values = records.map((_, record) => this.#values(fields, context, record));
      const write = { ...this.#write, fields, records: values };
      const { insertInOrder, insert } = this.#dialect.writes;
      return insertInOrder?.(write) ?? insert(write, "id");
    });
  }

  /** Inserts records with the keys that they have, also where the database counts keys up. Returns nothing. */
  copy(fields: readonly Field[], records: readonly (readonly unknown[])[]): BoundStatement {
    const key = `copy ${records.length} ${namesOf(fields)}`;
    return this.#bindWrite(key, { records }, (context) => {
      const values = records.map((_, record) => this.#values(fields, context, record));
      const write = { ...this.#write, fields, records: values };
      return (
        this.#dialect.writes.copy?.(write, this.#entity) ??
        sql`insert into ${this.#table} ${insertedRows(write, sql``)}`
      );
    });
  }

  /**
   * Updates these fields of several records, each with values of its own.
   * @param they A condition for each record, by its key.
   */
  updateInCases(
    fields: readonly Field[],
    records: readonly (readonly unknown[])[],
    they: readonly CheckedCondition[],
  ): BoundStatement {
    const where = { kind: "or", conditions: they } as const;
    const key = `updateInCases ${namesOf(fields)} ${conditionShape(where)}`;
    return this.#bindWrite(key, { where, records }, (context) => {
      const table = { entity: this.#entity, alias: undefined };
      const cases = they.map((it, record) => ({
        is: conditionToSql(it, partOf(record), context, table),
        values: this.#values(fields, context, record),
      }));
      const changes = fields.map(({ column }, index) => {
        const when = cases.map(({ is, values }) => sql`when ${is} then ${values[index]}`);
        return sql`${sql.id(column)} = case ${sql.join(when, sql` `)} else ${sql.id(column)} end`;
      });
      return sql`update ${this.#table} set ${sql.join(changes)}${whereToSql(where, this.#entity, context)}`;
    });
  }

  /** Selects the distance between keys that one statement counts up. `undefined` if an insert returns all of them. */
  keyStep(): BoundStatement | undefined {
    const { keyStep } = this.#dialect.writes;
    return keyStep && this.#bind("keyStep", {}, () => keyStep);
  }

  /** Updates these fields of the records that match. */
  update(
    fields: readonly Field[],
    values: readonly unknown[],
    where: CheckedCondition,
    returning: Returning,
  ): BoundStatement {
    const key = `update ${returning} ${namesOf(fields)} ${conditionShape(where)}`;
    return this.#bindWrite(key, { where, records: [values] }, (context) => {
      const set = this.#values(fields, context);
      const changes = sql.join(fields.map((field, index) => this.#change(field, set[index] as Sql)));
      const write = { ...this.#write, changes, where: whereToSql(where, this.#entity, context) };
      return this.#dialect.writes.update(write, returning);
    });
  }

  /**
   * Updates the records that have the values of `matched` and meet the condition, each with values of its own, and
   * returns their keys. `undefined` if the database has no such statement.
   * @param records The values of `matched`, then those of `fields`.
   */
  updateEach(
    matched: readonly Field[],
    fields: readonly Field[],
    records: readonly (readonly unknown[])[],
    where: CheckedCondition | undefined,
  ): BoundStatement | undefined {
    const { updateEach } = this.#dialect.writes;
    if (updateEach === undefined) return undefined;
    const key = `updateEach ${records.length} ${namesOf(matched)} ${namesOf(fields)} ${conditionShape(where)}`;
    return this.#bindWrite(key, { where, records }, (context) => {
      const all = [...matched, ...fields];
      const given = all.map((field, index) => ({
        name: sql.id(`given ${index}`),
        column: sql.id(field.column),
      }));
      const values = records.map((_, record) => this.#values(all, context, record));
      const nameAt = (index: number) => given[index]?.name as Sql;
      const changes = fields.map((field, index) => this.#change(field, nameAt(matched.length + index)));
      const same = matched.map((field, index) => this.#isSame(field, nameAt(index)));
      const condition =
        where === undefined
          ? sql``
          : sql` and (${conditionToSql(where, readWhere, context, { entity: this.#entity, alias: undefined })})`;
      return updateEach({
        ...this.#write,
        given,
        records: values,
        changes: sql.join(changes),
        where: sql` where ${sql.join(same, sql` and `)}${condition}`,
      });
    });
  }

  #isSame(field: Field, value: Sql): Sql {
    const column = sql.id(field.column);
    return columnOf(field, this.#dialect).equals?.(column, value) ?? sql`${column} = ${value}`;
  }

  /** Deletes the records that match. */
  delete(where: CheckedCondition, returning: Returning): BoundStatement {
    const key = `delete ${returning} ${conditionShape(where)}`;
    return this.#bindWrite(key, { where }, (context) =>
      this.#dialect.writes.delete(
        { ...this.#write, where: whereToSql(where, this.#entity, context) },
        returning,
      ),
    );
  }

  get #write() {
    return {
      table: this.#table,
      keys: this.#entity.keys,
      readable: this.#readable,
      select: (field: Field) => this.#selected(field),
    };
  }

  #selected(field: Field): Sql {
    return selectedColumn(field, this.#dialect);
  }

  #change(field: Field, value: Sql): Sql {
    const column = sql.id(field.column);
    const { kept } = columnOf(field, this.#dialect);
    const isKept = field.isNullable && kept !== undefined;
    return sql`${column} = ${isKept ? sql`coalesce(${value}, ${kept(column)})` : value}`;
  }

  #values(fields: readonly Field[], { dialect, addSlot }: SqlContext, record = 0): readonly Sql[] {
    return fields.map((field, index) =>
      parameter(addSlot(valueReader(record, index), field), field, dialect),
    );
  }

  #bindWrite(key: string, source: Source, build: (context: SqlContext) => Sql): BoundStatement {
    return this.#bind(key, source, build, true);
  }

  /**
   * `key` must contain everything that `build` depends on, so that sources with the same key have the same
   * shape.
   */
  #bind(key: string, source: Source, build: (context: SqlContext) => Sql, isWrite = false): BoundStatement {
    const compile = (added: Slots) => {
      const context = { dialect: this.#dialect, ...added };
      const { sql: text, parameters } = build(context).compile(this.#kysely);
      const slots = parameters as readonly Slot[];
      const operation = key.slice(0, key.indexOf(" "));
      return { sql: text, slots, isWrite, operation, entity: this.#entity.name };
    };
    return this.#compiled.get(key, () => new StatementTexts(compile, this.#dialect)).bind(source, compile);
  }
}

function valueReader(record: number, index: number): Read<unknown> {
  return ({ records }) => records?.[record]?.[index];
}

/** Reads one of the conditions that a source joins with "or". */
function partOf(index: number): Read<CheckedCondition> {
  return ({ where }) => (where as CheckedGroup).conditions[index] as CheckedCondition;
}

function shapeKey({ order, where }: PageShape): string {
  return `${orderShape(order)} ${conditionShape(where)}`;
}

function namesOf(fields: readonly Field[]): string {
  return fields.map(({ name }) => name).join(",");
}
