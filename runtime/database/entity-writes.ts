import type { CheckedCondition } from "../condition/checked.js";
import type { Entity, Field } from "../model/model.js";
import type { DatabaseSession } from "./database-session.js";
import type { Row } from "./wire/connection.js";
import type { Returning } from "./sql/write-syntax.js";

/** The most rows added by one statement. SQL Server takes 1,000. */
const MAX_ROWS = 512;

/** The most parameters of a statement. SQL Server takes 2,100. */
const MAX_PARAMETERS = 2_000;

/** The most records that one statement changes, each in its own way: it looks for each among them all. */
const MAX_CASES = 64;

/** What to change of a record. */
export interface RecordChange {
  /** The condition that holds for it alone, by its key. */
  readonly it: CheckedCondition;
  readonly args: readonly unknown[];
}

/** Lists whose lengths are powers of two, so that few different statements are compiled. */
function* inBatches<T>(rows: readonly T[], max: number): Generator<readonly T[]> {
  for (let begin = 0; begin < rows.length;) {
    const size = 2 ** Math.floor(Math.log2(Math.min(max, rows.length - begin)));
    yield rows.slice(begin, begin + size);
    begin += size;
  }
}

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
    for (const some of inBatches(rows, MAX_ROWS))
      await this.#session.rows(this.#statements.insert(this.#entity.fields, some, "id"));
  }

  /** Adds records with the keys that they have, also where the database counts keys up. @throws {DatabaseError} */
  async copy(fields: readonly Field[], rows: readonly (readonly unknown[])[]): Promise<void> {
    const { mostParameters = MAX_PARAMETERS } = this.#session.dialect.writes;
    const max = Math.max(1, Math.floor(mostParameters / fields.length));
    for (const some of inBatches(rows, Math.min(MAX_ROWS, max)))
      await this.#session.rows(this.#statements.copy(fields, some));
  }

  /** Updates the same fields of several records, each with values of its own. @throws {DatabaseError} */
  async updateEach(fields: readonly Field[], changes: readonly RecordChange[]): Promise<void> {
    const { length } = this.#entity.keys;
    const max = Math.max(1, Math.floor(MAX_PARAMETERS / (fields.length * (1 + length) + length)));
    for (const some of inBatches(changes, Math.min(MAX_CASES, max))) {
      const args = some.map((change) => change.args);
      const they = some.map(({ it }) => it);
      await this.#session.rows(this.#statements.updateEach(fields, args, they));
    }
  }

  /**
   * Adds records, and returns their keys in the same order.
   * @throws {DatabaseError}
   */
  async insertMany(fields: readonly Field[], rows: readonly (readonly unknown[])[]): Promise<readonly Row[]> {
    const { keys } = this.#entity;
    const given = keys.map((key) => fields.indexOf(key));
    const isGiven = !given.includes(-1);
    if (fields.length === 0) return this.#insertEach(fields, rows);
    const step = isGiven ? undefined : await this.#keyStep();
    const stored: Row[] = [];
    const max = Math.max(1, Math.floor(MAX_PARAMETERS / fields.length));
    for (const some of inBatches(rows, Math.min(MAX_ROWS, max))) {
      const statement = isGiven
        ? this.#statements.insert(fields, some, "id")
        : this.#statements.insertInOrder(fields, some);
      const found = await this.#session.rows(statement);
      if (isGiven) stored.push(...some.map((row) => given.map((index) => row[index])));
      else if (found.length === some.length) stored.push(...countedKeys(found, step));
      else throw new Error("The database did not give back the records that it stored.");
    }
    return stored;
  }

  /** The distance between keys, if the database tells only the first key of a statement. */
  async #keyStep(): Promise<bigint | undefined> {
    const statement = this.#statements.keyStep();
    if (statement === undefined) return undefined;
    const [row] = await this.#session.rows(statement);
    return BigInt(String(row?.[0]));
  }

  async #insertEach(
    fields: readonly Field[],
    rows: readonly (readonly unknown[])[],
  ): Promise<readonly Row[]> {
    const stored: Row[] = [];
    for (const row of rows) stored.push(await this.insert(fields, row, "id"));
    return stored;
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

/** @param step The distance of the keys from each other, if all rows have the first one. */
function countedKeys(rows: readonly Row[], step: bigint | undefined): readonly Row[] {
  if (step === undefined) return rows;
  return rows.map(([first], index) => [String(BigInt(String(first)) + BigInt(index) * step)]);
}
