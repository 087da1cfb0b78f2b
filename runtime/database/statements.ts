import { sql } from "kysely";
import type { CheckedCondition } from "../condition/check-condition.js";
import { readableFields } from "../model/fields.js";
import type { Entity, Field } from "../model/model.js";
import { conditionShape, parameter } from "./condition-sql.js";
import type { DatabaseSession } from "./database-session.js";
import type { Dialect, Sql, Statement } from "./dialect.js";
import { linkedToSql } from "./link-sql.js";
import { countedPageToSql, findToSql, pageToSql, whereToSql, type PageShape } from "./page-sql.js";
import { linkShape, ownFields, type SelectedLink } from "./selection.js";
import { selectedColumn } from "./selection-sql.js";
import { ShapeCache } from "./shape-cache.js";
import { slot, type Slot } from "./slot.js";
import { tableName } from "./table-name.js";
import type { Returning } from "./write-syntax.js";

/**
 * The statements of one entity. Each is compiled the first time that its shape is asked for, and then reused with
 * other arguments. Arguments come in this order: the values set, the condition's values, take and skip, then the
 * selection's values. Without a selection, the fields of the entity itself are given.
 */
export class EntityStatements {
  readonly #entity: Entity;
  readonly #database: Pick<DatabaseSession, "dialect" | "kysely">;
  readonly #dialect: Dialect;
  readonly #compiled = new ShapeCache<Statement>();
  readonly #table: Sql;
  readonly #readable: readonly Field[];

  constructor(entity: Entity, database: Pick<DatabaseSession, "dialect" | "kysely">) {
    this.#entity = entity;
    this.#database = database;
    this.#dialect = database.dialect;
    this.#table = tableName(entity);
    this.#readable = readableFields(entity);
  }

  /** The records of a page. */
  page(shape: PageShape, selection = ownFields(this.#entity)): Statement {
    return this.#compile(`page ${shapeKey(shape)} ${selection.shape}`, () =>
      pageToSql(shape, selection, this.#dialect),
    );
  }

  /**
   * The records of a page, and at the end of each row whether it is one and how many records match in all. If none is on
   * the page, there is one row that is not a record, or none where the dialect says so.
   */
  countedPage(
    shape: PageShape,
    countedPage: NonNullable<Dialect["countedPage"]>,
    selection = ownFields(this.#entity),
  ): Statement {
    return this.#compile(`counted ${shapeKey(shape)} ${selection.shape}`, () =>
      countedPageToSql(shape, countedPage, selection, this.#dialect),
    );
  }

  /** How many records match. */
  count(where: CheckedCondition | undefined): Statement {
    return this.#compile(
      `count ${conditionShape(where)}`,
      () => sql`select count(*) from ${this.#table}${this.#where(where, 0)}`,
    );
  }

  /** The records that match, a few at most. */
  find(where: CheckedCondition, selection = ownFields(this.#entity)): Statement {
    return this.#compile(`find ${conditionShape(where)} ${selection.shape}`, () =>
      findToSql(where, selection, this.#dialect),
    );
  }

  /** These columns of the records that match, also such that records do not carry. */
  columns(fields: readonly Field[], where: CheckedCondition): Statement {
    return this.#compile(`columns ${namesOf(fields)} ${conditionShape(where)}`, () => {
      const columns = sql.join(fields.map((field) => selectedColumn(field, this.#dialect)));
      return sql`select ${columns} from ${this.#table}${this.#where(where, 0)}`;
    });
  }

  /** The records that match, a few at most, which nobody else changes before the transaction ends. */
  lock(where: CheckedCondition): Statement {
    return this.#compileWrite(`lock ${conditionShape(where)}`, () => this.#locked(this.#readable, where));
  }

  /** The links of the records with so many keys: for each its key, the id, and what is selected of the target. */
  linked(selected: SelectedLink, keys: number): Statement {
    return this.#compile(`linked ${keys} ${linkShape(selected)}`, () =>
      linkedToSql(selected, keys, this.#dialect),
    );
  }

  /** Adds records with these fields: the values of one record after those of another. */
  insert(fields: readonly Field[], returning: Returning, count = 1): Statement {
    return this.#compileWrite(`insert ${returning} ${count} ${namesOf(fields)}`, () => {
      const records = Array.from({ length: count }, (_, record) =>
        fields.map((field, index) =>
          parameter(slot(record * fields.length + index, field), field, this.#dialect),
        ),
      );
      return this.#dialect.writes.insert({ ...this.#write, fields, records }, returning);
    });
  }

  /** Changes these fields of the records that match. */
  update(fields: readonly Field[], where: CheckedCondition, returning: Returning): Statement {
    return this.#compileWrite(`update ${returning} ${namesOf(fields)} ${conditionShape(where)}`, () => {
      const changes = sql.join(
        fields.map(
          (field, index) =>
            sql`${sql.id(field.column)} = ${parameter(slot(index, field), field, this.#dialect)}`,
        ),
      );
      const write = { ...this.#write, changes, where: this.#where(where, fields.length) };
      return this.#dialect.writes.update(write, returning);
    });
  }

  /** Deletes the records that match. */
  delete(where: CheckedCondition, returning: Returning): Statement {
    return this.#compileWrite(`delete ${returning} ${conditionShape(where)}`, () =>
      this.#dialect.writes.delete({ ...this.#write, where: this.#where(where, 0) }, returning),
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

  #locked(fields: readonly Field[], where: CheckedCondition): Sql {
    return this.#dialect.locked({
      columns: sql.join(fields.map((field) => this.#selected(field))),
      table: this.#table,
      where: this.#where(where, 0),
    });
  }

  #selected(field: Field): Sql {
    return selectedColumn(field, this.#dialect);
  }

  #where(where: CheckedCondition | undefined, firstSlot: number): Sql {
    return whereToSql(where, this.#dialect, firstSlot);
  }

  #compileWrite(key: string, build: () => Sql): Statement {
    return this.#compile(key, build, true);
  }

  #compile(key: string, build: () => Sql, isWrite = false): Statement {
    return this.#compiled.get(key, () => {
      const { sql: text, parameters } = build().compile(this.#database.kysely);
      const slots = parameters as readonly Slot[];
      return {
        sql: text,
        slots: slots.map(({ index }) => index),
        fields: slots.map(({ field }) => field),
        isWrite,
        operation: key.slice(0, key.indexOf(" ")),
        entity: this.#entity.name,
      };
    });
  }
}

function shapeKey({ orderBy, isDescending, where }: PageShape): string {
  return `${isDescending ? "~" : ""}${orderBy.name} ${conditionShape(where)}`;
}

function namesOf(fields: readonly Field[]): string {
  return fields.map(({ name }) => name).join(",");
}
