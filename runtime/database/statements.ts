import { sql } from "kysely";
import type { CheckedCondition } from "../condition/check-condition.js";
import { readableFields } from "../model/fields.js";
import type { Entity, Field } from "../model/model.js";
import { conditionShape, conditionSlots, conditionToSql, orderColumn, parameter } from "./condition-sql.js";
import type { DatabaseSession } from "./database-session.js";
import type { Dialect, Sql, Statement } from "./dialect.js";
import type { Slot } from "./slot.js";
import { slot } from "./slot.js";
import type { Returning } from "./write-syntax.js";

/** A statement shape that a request can choose freely is kept only this often for each entity. */
const MAX_SHAPES = 500;

export interface PageShape {
  readonly orderBy: Field;
  readonly isDescending: boolean;
  readonly where: CheckedCondition | undefined;
}

/**
 * The statements of one entity. Each is compiled the first time that its shape is asked for, and then reused with
 * other arguments. Arguments come in this order: the values set, the condition's values, then take and skip.
 */
export class EntityStatements {
  readonly #entity: Entity;
  readonly #database: Pick<DatabaseSession, "dialect" | "kysely">;
  readonly #dialect: Dialect;
  readonly #compiled = new Map<string, Statement>();
  readonly #table: Sql;
  readonly #readable: readonly Field[];
  readonly #columns: Sql;

  constructor(entity: Entity, database: Pick<DatabaseSession, "dialect" | "kysely">) {
    this.#entity = entity;
    this.#database = database;
    this.#dialect = database.dialect;
    this.#table = tableName(entity);
    this.#readable = readableFields(entity);
    this.#columns = sql.join(this.#readable.map((field) => this.#selected(field)));
  }

  /** The records of a page. */
  page(shape: PageShape): Statement {
    return this.#compile(`page ${shapeKey(shape)}`, () => this.#page(shape, this.#columns));
  }

  /**
   * The records of a page, and at the end of each row whether it is one and how many records match in all. If none is on
   * the page, there is one row that is not a record, or none where the dialect says so.
   */
  countedPage(shape: PageShape, countedPage: NonNullable<Dialect["countedPage"]>): Statement {
    return this.#compile(`counted ${shapeKey(shape)}`, () => {
      const fields = this.#readable.map(
        (field, index) => sql`${this.#selected(field)} as ${sql.id(`c${index}`)}`,
      );
      const order = this.#orderFields(shape.orderBy);
      const sorted = order.map((field, index) => sql`${this.#orderValue(field)} as ${sql.id(`s${index}`)}`);
      const takeSlot = conditionSlots(shape.where);
      return countedPage({
        page: this.#page(shape, sql.join([...fields, sql`1 as ${sql.id("here")}`, ...sorted])),
        pageWith: (last) => this.#page(shape, sql.join([...fields, last])),
        count: sql`select count(*) as ${sql.id("n")} from ${this.#table}${this.#where(shape.where, 0)}`,
        columns: sql.join([
          ...fields.map((_, index) => sql.id("page", `c${index}`)),
          sql.id("page", "here"),
          sql.id("counted", "n"),
        ]),
        order: sql.join(
          order.map((field, index) =>
            this.#direction(sql.id("page", `s${index}`), field, shape.isDescending),
          ),
        ),
        take: slot(takeSlot),
        skip: slot(takeSlot + 1),
      });
    });
  }

  /** How many records match. */
  count(where: CheckedCondition | undefined): Statement {
    return this.#compile(
      `count ${conditionShape(where)}`,
      () => sql`select count(*) from ${this.#table}${this.#where(where, 0)}`,
    );
  }

  /** The records that match, a few at most. */
  find(where: CheckedCondition): Statement {
    return this.#compile(
      `find ${conditionShape(where)}`,
      () => sql`select ${this.#columns} from ${this.#table}${this.#where(where, 0)}`,
    );
  }

  /** These columns of the records that match, also such that records do not carry. */
  columns(fields: readonly Field[], where: CheckedCondition): Statement {
    const columns = sql.join(fields.map((field) => this.#selected(field)));
    return this.#compile(
      `columns ${namesOf(fields)} ${conditionShape(where)}`,
      () => sql`select ${columns} from ${this.#table}${this.#where(where, 0)}`,
    );
  }

  /** The keys of the records that match, which nobody else changes before the transaction ends. */
  keys(where: CheckedCondition): Statement {
    const keys = sql.join(this.#entity.keys.map((field) => this.#selected(field)));
    return this.#compile(
      `keys ${conditionShape(where)}`,
      () => sql`select ${keys} from ${this.#table}${this.#where(where, 0)} for update`,
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

  #page({ orderBy, isDescending, where }: PageShape, columns: Sql): Sql {
    const fields = this.#orderFields(orderBy);
    const order = sql`order by ${sql.join(fields.map((field) => this.#direction(this.#orderValue(field), field, isDescending)))}`;
    const takeSlot = conditionSlots(where);
    const limits = this.#dialect.limited(slot(takeSlot), slot(takeSlot + 1));
    const matching = sql`from ${this.#table}${this.#where(where, 0)}`;
    const [key, ...otherKeys] = this.#entity.keys;
    const isSortedByIndex = orderBy === key || orderBy.isIndexed || orderBy.isUnique;
    if (!this.#dialect.findsKeysFirst || isSortedByIndex || otherKeys.length > 0) {
      return sql`select ${columns} ${matching} ${order} ${limits}`;
    }
    const keyColumn = sql.id(key.column);
    return sql`select ${columns} from ${this.#table} where ${keyColumn} in (select ${keyColumn} ${matching} ${order} ${limits}) ${order}`;
  }

  #selected(field: Field): Sql {
    const column = sql.id(field.column);
    return this.#dialect.columns[field.type].select?.(column) ?? column;
  }

  /** Ties are broken by the key, in the same direction, so that an index on the field serves both ways. */
  #orderFields(field: Field): readonly Field[] {
    return [field, ...this.#entity.keys.filter((key) => key !== field)];
  }

  #orderValue(field: Field): Sql {
    return orderColumn(field, this.#entity, this.#dialect);
  }

  #direction(value: Sql, { isNullable }: Field, isDescending: boolean): Sql {
    const { sortedNulls } = this.#dialect;
    if (isNullable && sortedNulls !== undefined) return sortedNulls(value, isDescending);
    return isDescending ? sql`${value} desc` : value;
  }

  #where(where: CheckedCondition | undefined, firstSlot: number): Sql {
    return where === undefined ? sql`` : sql` where ${conditionToSql(where, this.#dialect, firstSlot)}`;
  }

  #compileWrite(key: string, build: () => Sql): Statement {
    return this.#compile(key, build, true);
  }

  #compile(key: string, build: () => Sql, isWrite = false): Statement {
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    const { sql: text, parameters } = build().compile(this.#database.kysely);
    const slots = parameters as readonly Slot[];
    const statement = {
      sql: text,
      slots: slots.map(({ index }) => index),
      fields: slots.map(({ field }) => field),
      isWrite,
    };
    const [oldest] = this.#compiled.keys();
    if (this.#compiled.size >= MAX_SHAPES && oldest !== undefined) this.#compiled.delete(oldest);
    this.#compiled.set(key, statement);
    return statement;
  }
}

export function tableName({ schema, table }: Pick<Entity, "schema" | "table">): Sql {
  return schema === undefined ? sql.id(table) : sql.id(schema, table);
}

function shapeKey({ orderBy, isDescending, where }: PageShape): string {
  return `${isDescending ? "~" : ""}${orderBy.name} ${conditionShape(where)}`;
}

function namesOf(fields: readonly Field[]): string {
  return fields.map(({ name }) => name).join(",");
}
