import { paddedCount } from "../condition/padded.js";
import type { CheckedCondition } from "../condition/checked.js";
import type { Entity, Field } from "../model/model.js";
import type { DatabaseSession } from "./database-session.js";
import type { Row } from "./wire/connection.js";
import type { Returning } from "./sql/write-syntax.js";

/** The most rows in one statement, which is what SQL Server takes, and how many records a request usually has. */
const MAX_ROWS = 1000;

/** The most rows that one statement updates to values of their own. */
const MAX_UPDATED = 1024;

function powerBelow(count: number): number {
  return 2 ** Math.floor(Math.log2(count));
}

/** With rows of nulls, whose key is no record's, so that the length is a power of two and few statements are compiled. */
function padded(rows: readonly (readonly unknown[])[], columns: number): readonly (readonly unknown[])[] {
  const missing = paddedCount(rows.length) - rows.length;
  const none = Array.from({ length: columns }, () => null);
  return [...rows, ...Array.from({ length: missing }, () => none)];
}

/** The most records that one statement changes, each in its own way: it looks for each among them all. */
const MAX_CASES = 64;

/** What to change of a record. */
export interface RecordChange {
  /** The condition that holds for it alone, by its key. */
  readonly it: CheckedCondition;
  readonly args: readonly unknown[];
}

/** Lists of `max`, and then of powers of two, so that few different statements are compiled. */
function* inBatches<T>(rows: readonly T[], max: number): Generator<readonly T[]> {
  for (let begin = 0; begin < rows.length;) {
    const left = rows.length - begin;
    const size = left >= max ? max : powerBelow(left);
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
    for (const some of inBatches(rows, this.#mostRows(fields.length)))
      await this.#session.rows(this.#statements.copy(fields, some));
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
    for (const some of inBatches(rows, this.#mostRows(fields.length))) {
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

  /**
   * Updates all records that match, and returns a row for each: its key, if the database tells it.
   * @throws {DatabaseError}
   */
  async updateAll(
    fields: readonly Field[],
    args: readonly unknown[],
    where: CheckedCondition,
  ): Promise<readonly Row[]> {
    return this.#session.rows(this.#statements.update(fields, args, where, "id"));
  }

  /**
   * Updates records, each with values of its own, and counts those that were there. See `EntityStatements`.
   * @returns `undefined` if the database has no such statement, so that nothing was done.
   * @throws {DatabaseError}
   */
  async updateEach(
    matched: readonly Field[],
    fields: readonly Field[],
    rows: readonly (readonly unknown[])[],
    where: CheckedCondition | undefined,
  ): Promise<number | undefined> {
    let count = 0;
    const columns = matched.length + fields.length;
    const max = powerBelow(this.#mostRows(columns, MAX_UPDATED));
    for (let begin = 0; begin < rows.length; begin += max) {
      const some = padded(rows.slice(begin, begin + max), columns);
      const statement = this.#statements.updateEach(matched, fields, some, where);
      if (statement === undefined) return undefined;
      count += (await this.#session.rows(statement)).length;
    }
    return count;
  }

  /**
   * Does the same with `case`, which each database has, but looks for each record among all of a statement.
   * @throws {DatabaseError}
   */
  async updateInCases(fields: readonly Field[], changes: readonly RecordChange[]): Promise<void> {
    const { length } = this.#entity.keys;
    for (const some of inBatches(changes, this.#mostRows(fields.length * (1 + length) + length, MAX_CASES))) {
      const args = some.map((change) => change.args);
      const they = some.map(({ it }) => it);
      await this.#session.rows(this.#statements.updateInCases(fields, args, they));
    }
  }

  /** Deletes all records that match, and returns a row for each, as `updateAll` does. @throws {DatabaseError} */
  async deleteAll(where: CheckedCondition): Promise<readonly Row[]> {
    return this.#session.rows(this.#statements.delete(where, "id"));
  }

  /** Deletes the records that match; `undefined` if there is none. @throws {DatabaseError} */
  async delete(where: CheckedCondition, returning: Returning): Promise<Row | undefined> {
    const rows = await this.#session.rows(this.#statements.delete(where, returning));
    return rows[0];
  }

  /** How many rows with so many values fit in one statement. */
  #mostRows(columns: number, max = MAX_ROWS): number {
    const { maxParameters } = this.#session.dialect.writes;
    return Math.max(1, Math.min(max, Math.floor(maxParameters / columns)));
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
