import type { CheckedCondition } from "../condition/check-condition.js";
import { isKey } from "../condition/key-condition.js";
import type { Entity, Field } from "../model/model.js";
import { conditionArguments } from "./condition-sql.js";
import type { Database } from "./database.js";
import type { Awaitable, Row, RunRows } from "./dialect.js";
import type { EntityStatements } from "./statements.js";
import type { Returning } from "./write-syntax.js";

/**
 * The writes of one entity, and what they give back: the row of a record as `EntityStatements.find` gives it, or its
 * keys. Where the database cannot give a record with the write, it is read in the same transaction.
 */
export class EntityWrites {
  readonly #entity: Entity;
  readonly #database: Database;
  readonly #statements: EntityStatements;

  constructor(entity: Entity, database: Database, statements: EntityStatements) {
    this.#entity = entity;
    this.#database = database;
    this.#statements = statements;
  }

  /** Adds a record. @throws {DatabaseError} */
  async insert(fields: readonly Field[], args: readonly unknown[], returning: Returning): Promise<Row> {
    const { givesRecord } = this.#database.dialect.writes;
    const statement = this.#statements.insert(fields, returning);
    if (givesRecord) return only(await this.#database.rows(statement, args));
    const keysOf = (written: Row) =>
      this.#entity.keys.map((key) => {
        const given = fields.indexOf(key);
        return given === -1 ? written[0] : args[given];
      });
    if (returning === "id") return keysOf(only(await this.#database.rows(statement, args)));
    return this.#database.transaction(async (rows) => {
      const keys = keysOf(only(await rows(statement, args)));
      return only(await rows(this.#statements.find(this.#isKey()), keys));
    });
  }

  /** Changes the record that matches; undefined if there is none. @throws {DatabaseError} */
  async update(
    fields: readonly Field[],
    args: readonly unknown[],
    where: CheckedCondition,
    returning: Returning,
  ): Promise<Row | undefined> {
    const statement = this.#statements.update(fields, where, returning);
    const whereArgs = conditionArguments(where, this.#database.dialect);
    const write = (rows: RunRows) => first(rows(statement, [...args, ...whereArgs]));
    if (this.#givesIt(returning)) return write((...given) => this.#database.rows(...given));
    return this.#database.transaction(async (rows) => {
      const keys = await first(rows(this.#statements.keys(where), whereArgs));
      if (keys === undefined || (await write(rows)) === undefined) return undefined;
      return first(rows(this.#statements.find(this.#isKey()), keys));
    });
  }

  /** Deletes the record that matches; undefined if there is none. @throws {DatabaseError} */
  async delete(where: CheckedCondition, returning: Returning): Promise<Row | undefined> {
    const statement = this.#statements.delete(where, returning);
    const args = conditionArguments(where, this.#database.dialect);
    if (this.#givesIt(returning)) return first(this.#database.rows(statement, args));
    return this.#database.transaction(async (rows) => {
      const record = await first(rows(this.#statements.find(where), args));
      const isDeleted = (await first(rows(statement, args))) !== undefined;
      return isDeleted ? record : undefined;
    });
  }

  #givesIt(returning: Returning): boolean {
    return returning === "id" || this.#database.dialect.writes.givesRecord;
  }

  /** The shape of a condition on the keys, whose values are of the database already. */
  #isKey(): CheckedCondition {
    const values = this.#entity.keys.map(() => "");
    return isKey(this.#entity, values);
  }
}

async function first(rows: Awaitable<readonly Row[]>): Promise<Row | undefined> {
  return (await rows)[0];
}

function only([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("The database did not give back the record that it stored.");
  return row;
}
