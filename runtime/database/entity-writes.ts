import type { CheckedCondition } from "../condition/check-condition.js";
import type { Entity, Field } from "../model/model.js";
import { conditionArguments } from "./condition-sql.js";
import type { DatabaseSession } from "./database-session.js";
import type { Row } from "./dialect.js";
import type { Returning } from "./write-syntax.js";

/** Links are added this many at once at most: SQL Server takes 1,000 rows and 2,100 values. */
const MAX_ROWS = 512;

/** The writes of one entity, a statement each, and what they give back: the row of a plain record, or its keys. */
export class EntityWrites {
  readonly #entity: Entity;
  readonly #session: DatabaseSession;

  constructor(entity: Entity, session: DatabaseSession) {
    this.#entity = entity;
    this.#session = session;
  }

  /** Whether a write can give this back by itself. */
  gives(returning: Returning): boolean {
    return returning === "id" || this.#session.dialect.writes.givesRecord;
  }

  /** Adds a record. @throws {DatabaseError} */
  async insert(fields: readonly Field[], args: readonly unknown[], returning: Returning): Promise<Row> {
    const [row] = await this.#session.rows(this.#statements.insert(fields, returning), args);
    if (row === undefined) throw new Error("The database did not give back the record that it stored.");
    if (this.#session.dialect.writes.givesRecord) return row;
    return this.#entity.keys.map((key) => {
      const given = fields.indexOf(key);
      return given === -1 ? row[0] : args[given];
    });
  }

  /** Adds records that nobody reads back, each a list of the values of all fields. @throws {DatabaseError} */
  async insertAll(rows: readonly (readonly unknown[])[]): Promise<void> {
    // In powers of two, so that there are few statements.
    for (let begin = 0; begin < rows.length;) {
      const size = Math.min(MAX_ROWS, 2 ** Math.floor(Math.log2(rows.length - begin)));
      const statement = this.#statements.insert(this.#entity.fields, "id", size);
      await this.#session.rows(statement, rows.slice(begin, begin + size).flat());
      begin += size;
    }
  }

  /** Changes the records that match; undefined if there is none. @throws {DatabaseError} */
  async update(
    fields: readonly Field[],
    args: readonly unknown[],
    where: CheckedCondition,
    returning: Returning,
  ): Promise<Row | undefined> {
    const statement = this.#statements.update(fields, where, returning);
    const rows = await this.#session.rows(statement, [...args, ...this.#argumentsOf(where)]);
    return rows[0];
  }

  /** Deletes the records that match; undefined if there is none. @throws {DatabaseError} */
  async delete(where: CheckedCondition, returning: Returning): Promise<Row | undefined> {
    const statement = this.#statements.delete(where, returning);
    const rows = await this.#session.rows(statement, this.#argumentsOf(where));
    return rows[0];
  }

  get #statements() {
    return this.#session.statements(this.#entity);
  }

  #argumentsOf(where: CheckedCondition): readonly unknown[] {
    return conditionArguments(where, this.#session.dialect);
  }
}
