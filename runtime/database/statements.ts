import { sql } from "kysely";
import type { CheckedCondition } from "../condition/check-condition.js";
import { readableFields } from "../model/fields.js";
import type { Entity, Field } from "../model/model.js";
import { conditionArguments, conditionShape, conditionToSql, orderColumn } from "./condition-sql.js";
import type { Database } from "./database.js";
import type { Sql, Statement } from "./dialect.js";
import type { Slot } from "./slot.js";
import { slot } from "./slot.js";

/** A statement shape that a request can choose freely is kept only this often for each entity. */
const MAX_SHAPES = 500;

export interface PageShape {
  readonly orderBy: Field;
  readonly isDescending: boolean;
  readonly where: CheckedCondition | undefined;
}

export type Returning = "record" | "id";

/**
 * The statements of one entity. Each is compiled the first time that its shape is asked for, and then reused with
 * other arguments. Arguments come in this order: the values set, the condition's values, then take and skip.
 */
export class EntityStatements {
  readonly #entity: Entity;
  readonly #database: Database;
  readonly #compiled = new Map<string, Statement>();
  readonly #table: Sql;
  readonly #columns: Sql;

  constructor(entity: Entity, database: Database) {
    this.#entity = entity;
    this.#database = database;
    this.#table = entity.schema === undefined ? sql.id(entity.table) : sql.id(entity.schema, entity.table);
    this.#columns = sql.join(readableFields(entity).map((field) => this.#selected(field)));
  }

  /** The records of a page. */
  page(shape: PageShape): Statement {
    const { orderBy, isDescending, where } = shape;
    const key = `page ${isDescending ? "~" : ""}${orderBy.name} ${conditionShape(where)}`;
    return this.#compile(key, () => {
      const order = sql`order by ${this.#order(orderBy, isDescending)}`;
      const takeSlot = conditionArguments(where, this.#database.dialect).length;
      const limits = sql`limit ${slot(takeSlot)} offset ${slot(takeSlot + 1)}`;
      const matching = sql`from ${this.#table}${this.#where(where, 0)}`;
      if (
        !this.#database.dialect.findsKeysFirst ||
        orderBy === this.#entity.key ||
        orderBy.isIndexed ||
        orderBy.isUnique
      ) {
        return sql`select ${this.#columns} ${matching} ${order} ${limits}`;
      }
      const keyColumn = sql.id(this.#entity.key.column);
      return sql`select ${this.#columns} from ${this.#table} where ${keyColumn} in (select ${keyColumn} ${matching} ${order} ${limits}) ${order}`;
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

  /** Adds a record with these fields. */
  insert(fields: readonly Field[], returning: Returning): Statement {
    return this.#compile(`insert ${returning} ${namesOf(fields)}`, () => {
      const columns = sql.join(fields.map((field) => sql.id(field.column)));
      const values = sql.join(fields.map((_, index) => slot(index)));
      const row = fields.length === 0 ? sql`default values` : sql`(${columns}) values (${values})`;
      return sql`insert into ${this.#table} ${row} ${this.#returning(returning)}`;
    });
  }

  /** Changes these fields of the records that match. */
  update(fields: readonly Field[], where: CheckedCondition, returning: Returning): Statement {
    return this.#compile(`update ${returning} ${namesOf(fields)} ${conditionShape(where)}`, () => {
      const changes = sql.join(fields.map((field, index) => sql`${sql.id(field.column)} = ${slot(index)}`));
      return sql`update ${this.#table} set ${changes}${this.#where(where, fields.length)} ${this.#returning(returning)}`;
    });
  }

  /** Deletes the records that match. */
  delete(where: CheckedCondition, returning: Returning): Statement {
    const key = `delete ${returning} ${conditionShape(where)}`;
    return this.#compile(
      key,
      () => sql`delete from ${this.#table}${this.#where(where, 0)} ${this.#returning(returning)}`,
    );
  }

  #selected(field: Field): Sql {
    const column = sql.id(field.column);
    const select = this.#database.dialect.columns[field.type].select;
    return select === undefined ? column : sql`${select(column)} as ${column}`;
  }

  #returning(returning: Returning): Sql {
    return returning === "record"
      ? sql`returning ${this.#columns}`
      : sql`returning ${this.#selected(this.#entity.key)}`;
  }

  /** Ties are broken by the key, in the same direction, so that an index on the field serves both ways. */
  #order(field: Field, isDescending: boolean): Sql {
    const fields = field === this.#entity.key ? [field] : [field, this.#entity.key];
    const direction = isDescending ? sql` desc` : sql``;
    return sql.join(
      fields.map((each) => sql`${orderColumn(each, this.#entity.table, this.#database.dialect)}${direction}`),
    );
  }

  #where(where: CheckedCondition | undefined, firstSlot: number): Sql {
    return where === undefined
      ? sql``
      : sql` where ${conditionToSql(where, this.#database.dialect, firstSlot)}`;
  }

  #compile(key: string, build: () => Sql): Statement {
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    const { sql: text, parameters } = build().compile(this.#database.kysely);
    const statement = { sql: text, slots: parameters.map((parameter) => (parameter as Slot).index) };
    const [oldest] = this.#compiled.keys();
    if (this.#compiled.size >= MAX_SHAPES && oldest !== undefined) this.#compiled.delete(oldest);
    this.#compiled.set(key, statement);
    return statement;
  }
}

function namesOf(fields: readonly Field[]): string {
  return fields.map(({ name }) => name).join(",");
}
