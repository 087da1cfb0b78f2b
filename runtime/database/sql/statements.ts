import type { CheckedCondition } from "../../condition/checked.js";
import { paddedCount } from "../../condition/padded.js";
import { readableFields } from "../../model/fields.js";
import type { Entity, Field } from "../../model/model.js";
import { aggregateToSql, groupCountToSql } from "./aggregates/aggregate-sql.js";
import { aggregationShape, type Aggregation } from "./aggregates/aggregation.js";
import { conditionShape } from "./where/condition-shape.js";
import { sql } from "kysely";
import { linkedToSql } from "./link-sql.js";
import { listToSql } from "./list-sql.js";
import { orderShape } from "./order.js";
import {
  beyondToSql,
  countedPageToSql,
  findToSql,
  pageToSql,
  pageWithOrderToSql,
  whereToSql,
  type PageShape,
} from "./page-sql.js";
import {
  linkShape,
  listShape,
  ownFields,
  type SelectedLink,
  type SelectedList,
  type Selection,
} from "./selection.js";
import { selectedColumn } from "./selection-sql.js";
import type { Sql } from "./sql.js";
import type { SqlContext } from "./sql-context.js";
import type { SqlDialect } from "./sql-dialect.js";
import type { BoundStatement } from "./statement.js";
import { namesOf, StatementBinder, type StatementTarget } from "./statement-binder.js";
import { tableName } from "./table-name.js";
import { WriteStatements } from "./writes/write-statements.js";

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
  readonly writes: WriteStatements;
  readonly #entity: Entity;
  readonly #dialect: SqlDialect;
  readonly #binder: StatementBinder;
  readonly #table: Sql;
  readonly #readable: readonly Field[];

  constructor(entity: Entity, target: StatementTarget) {
    this.#entity = entity;
    this.#dialect = target.dialect;
    this.#binder = new StatementBinder(entity, target);
    this.#table = tableName(entity);
    this.#readable = readableFields(entity);
    this.writes = new WriteStatements(entity, this.#binder, target.dialect);
  }

  /** Selects the records of a page. */
  page(query: PageQuery, selection = ownFields(this.#entity)): BoundStatement {
    return this.#page("page", query, selection, pageToSql, undefined);
  }

  /** The same, with the values of the order: see `pageWithOrderToSql`. */
  pageWithOrder(query: PageQuery, selection: Selection): BoundStatement {
    return this.#page("read", query, selection, pageWithOrderToSql, undefined);
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
    return this.#page("counted", query, selection, countedPageToSql, countedPage);
  }

  #page<T>(
    name: string,
    query: PageQuery,
    selection: Selection,
    toSql: (query: PageQuery, selection: Selection, context: SqlContext, more: T) => Sql,
    more: T,
  ): BoundStatement {
    const { where, order, take, skip } = query;
    const key = `${name} ${orderShape(order)} ${conditionShape(where)} ${selection.shape}`;
    return this.#binder.bind(key, { where, order, take, skip, selection }, (context) =>
      toSql(query, selection, context, more),
    );
  }

  /** Selects a row if more than so many records match. */
  beyond(where: CheckedCondition | undefined, count: number): BoundStatement {
    const source = { where, take: 1, skip: count };
    return this.#binder.bind(`beyond ${conditionShape(where)}`, source, (context) =>
      beyondToSql(where, this.#entity, context),
    );
  }

  /** Counts the records that match. */
  count(where: CheckedCondition | undefined): BoundStatement {
    return this.#binder.bind(
      `count ${conditionShape(where)}`,
      { where },
      (context) => sql`select count(*) from ${this.#table}${whereToSql(where, this.#entity, context)}`,
    );
  }

  /** Selects a page of groups of records. */
  aggregate(aggregation: Aggregation, { take, skip }: Pick<PageQuery, "take" | "skip">): BoundStatement {
    const key = `aggregate ${aggregationShape(aggregation)}`;
    return this.#binder.bind(key, { aggregation, take, skip }, (context) =>
      aggregateToSql(aggregation, context),
    );
  }

  /** Counts groups of records. */
  countGroups(aggregation: Aggregation): BoundStatement {
    const key = `countGroups ${aggregationShape(aggregation)}`;
    return this.#binder.bind(key, { aggregation }, (context) => groupCountToSql(aggregation, context));
  }

  /** Selects all records that match, without a limit: only for conditions that match few records. */
  find(where: CheckedCondition, selection = ownFields(this.#entity)): BoundStatement {
    const key = `find ${conditionShape(where)} ${selection.shape}`;
    return this.#binder.bind(key, { where, selection }, (context) => findToSql(where, selection, context));
  }

  /** Selects columns of the records that match, including columns that are not part of records. */
  columns(fields: readonly Field[], where: CheckedCondition): BoundStatement {
    const key = `columns ${namesOf(fields)} ${conditionShape(where)}`;
    return this.#binder.bind(key, { where }, (context) => {
      const columns = sql.join(fields.map((field) => this.#selected(field)));
      return sql`select ${columns} from ${this.#table}${whereToSql(where, this.#entity, context)}`;
    });
  }

  /** Selects the records that match and locks them until the transaction ends. */
  lock(where: CheckedCondition): BoundStatement {
    return this.#binder.bindWrite(`lock ${conditionShape(where)}`, { where }, (context) =>
      this.#dialect.locked({
        columns: sql.join(this.#readable.map((field) => this.#selected(field))),
        table: this.#table,
        where: whereToSql(where, this.#entity, context),
      }),
    );
  }

  /**
   * Selects the links of the records with these keys: for each link the record's key, the target's id, and the
   * target's selected fields.
   */
  linked(selected: SelectedLink, keys: readonly unknown[]): BoundStatement {
    const count = paddedCount(keys.length);
    const key = `linked ${count} ${linkShape(selected)}`;
    return this.#binder.bind(key, { keys, selected }, (context) => linkedToSql(selected, count, context));
  }

  /**
   * Selects a list of each of the records with these keys: for each record of a list, the values of the key that
   * has it, then its own.
   * @param keys Each with one value for each source field of the list's relation.
   */
  list(list: SelectedList, keys: readonly (readonly unknown[])[]): BoundStatement {
    const count = paddedCount(keys.length);
    const key = `list ${count} ${listShape(list)}`;
    return this.#binder.bind(key, { keys, list }, (context) => listToSql(list, this.#entity, count, context));
  }

  #selected(field: Field): Sql {
    return selectedColumn(field, this.#dialect);
  }
}
