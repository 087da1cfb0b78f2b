import type { CheckedCondition } from "../condition/checked.js";
import type { Entity, Field } from "../model/model.js";
import type { DatabaseSession } from "./database-session.js";
import type { Row } from "./wire/connection.js";
import type { Returning } from "./sql/write-syntax.js";

/** The most links added by one statement. SQL Server takes 1,000 rows and 2,100 parameters. */
const MAX_ROWS = 512;

/**
 * The writes of one entity. Each runs one statement and returns the row of the record without references and
 * links, or its key.
 */
export class EntityWrites {
  readonly #entity: Entity;
  readonly #session: DatabaseSession;

  constructor(entity: Entity, session: DatabaseSession) {
    this.#entity = entity;
    this.#session = session;
  }

  /** Adds a record. @throws {DatabaseError} */
  async insert(fields: readonly Field[], args: readonly unknown[], returning: Returning): Promise<Row> {
    const [row] = await this.#session.rows(this.#statements.insert(fields, [args], returning));
    if (row === undefined) throw new Error("The database did not give back the record that it stored.");
    if (this.#session.dialect.writes.givesRecord) return row;
    return this.#entity.keys.map((key) => {
      const given = fields.indexOf(key);
      return given === -1 ? row[0] : args[given];
    });
  }

  /**
   * Adds records without reading them back. Each is a list of the values of all fields.
   * @throws {DatabaseError}
   */
  async insertAll(rows: readonly (readonly unknown[])[]): Promise<void> {
    // In batches of powers of two, so that few different statements are compiled.
    for (let begin = 0; begin < rows.length;) {
      const size = Math.min(MAX_ROWS, 2 ** Math.floor(Math.log2(rows.length - begin)));
      const some = rows.slice(begin, begin + size);
      await this.#session.rows(this.#statements.insert(this.#entity.fields, some, "id"));
      begin += size;
    }
  }

  /** Updates the records that match; `undefined` if there is none. @throws {DatabaseError} */
  async update(
    fields: readonly Field[],
    args: readonly unknown[],
    where: CheckedCondition,
    returning: Returning,
  ): Promise<Row | undefined> {
    const rows = await this.#session.rows(this.#statements.update(fields, args, where, returning));
    return rows[0];
  }

  /** Deletes the records that match; `undefined` if there is none. @throws {DatabaseError} */
  async delete(where: CheckedCondition, returning: Returning): Promise<Row | undefined> {
    const rows = await this.#session.rows(this.#statements.delete(where, returning));
    return rows[0];
  }

  get #statements() {
    return this.#session.statements(this.#entity);
  }
}
