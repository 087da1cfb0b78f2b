import { paddedCount } from "../condition/padded.js";
import type { CheckedCondition } from "../condition/checked.js";
import { chunksOf } from "../model/values/chunks-of.js";
import type { FieldValue } from "../model/field-type.js";
import type { Entity, Field } from "../model/model.js";
import type { DatabaseSession, OpenTransaction } from "./database-session.js";
import { storedTexts } from "./stored-texts.js";
import { findColumn } from "./schema/stored/find-stored.js";
import type { Row } from "./wire/connection.js";
import { columnOf } from "./sql/column-of.js";
import { noteSkipping, skippedRow, skippingOf } from "./skipped-rows.js";
import type { BoundStatement, RecordValues, RepeatedStatement } from "./sql/statement.js";
import { valuesIn } from "./sql/values-in.js";
import { listsOf } from "./sql/writes/listed-rows.js";
import type { FoundUpdate } from "./sql/writes/write-parts.js";
import type { Returning, Skipping } from "./sql/writes/write-syntax.js";

/** The maximum number of rows in one statement, which is SQL Server's limit and the usual limit of a request. */
const MAX_ROWS = 1000;

/** The maximum number of rows that one statement updates, each to its own values. */
const MAX_UPDATED = 1024;

function powerBelow(count: number): number {
  return 2 ** Math.floor(Math.log2(count));
}

/** Adds rows of nulls, whose key matches no record, so that there are few different numbers of rows. */
function padded(rows: RecordValues, columns: number): RecordValues {
  const missing = paddedCount(rows.length) - rows.length;
  const none = Array.from({ length: columns }, () => null);
  return [...rows, ...Array.from({ length: missing }, () => none)];
}

/** How many records are looked up before they are changed, if each has its own statements. */
const RUNS_IN_A_ROW = 64;

/**
 * The approximate number of parameters in one statement that copies records: those of a longer one would survive a
 * garbage collection, which costs more than the further statements.
 */
const COPIED_PARAMETERS = 4_800;

/**
 * The same without a network. SQLite counts keys once for each statement, which costs as much as half a row: with 16
 * rows of 9 columns it takes two thirds of the time of one row, and not less with more.
 */
const COPIED_IN_PLACE = 150;

/**
 * The maximum number of records in one statement that changes each differently, because it searches the whole list
 * for each.
 */
const MAX_CASES = 64;

type OnFound = (place: number, key: readonly FieldValue[]) => void;

export interface RecordChange {
  /** The condition that selects it, by its key. */
  readonly it: CheckedCondition;
  readonly args: readonly unknown[];
}

/** Splits into lists of `max`, then of powers of two, so that few different statements are compiled. */
function* inBatches<T>(rows: readonly T[], max: number): Generator<readonly T[]> {
  for (let begin = 0; begin < rows.length;) {
    const left = rows.length - begin;
    const size = left >= max ? max : powerBelow(left);
    yield rows.slice(begin, begin + size);
    begin += size;
  }
}

/**
 * The writes of one entity. Each runs one statement and returns the row of the record without related records, or its
 * key.
 */
export class EntityWrites {
  readonly #entity: Entity;
  readonly #session: DatabaseSession;

  constructor(entity: Entity, session: DatabaseSession) {
    this.#entity = entity;
    this.#session = session;
  }

  /**
   * Adds a record.
   * @param isChecked Whether the statement fails if the table skips the record. Default: no.
   * @throws {DatabaseError}
   */
  async insert(
    fields: readonly Field[],
    args: readonly unknown[],
    returning: Returning,
    isChecked = false,
  ): Promise<Row> {
    if (!isChecked && this.#isRuled) return this.#insertRuled(fields, args);
    const [row] = await this.#session.rows(this.#statements.insert(fields, [args], returning, isChecked));
    if (row === undefined) throw skippedRow();
    if (isChecked) this.#noteSkipping(row);
    if (this.#session.dialect.writes.givesRecord) return row;
    return this.#entity.keys.map((key) => {
      const given = fields.indexOf(key);
      return given === -1 ? row[0] : args[given];
    });
  }

  /** Adds a record whose statement can return no row, so that its key has to be counted before. Returns its key. */
  async #insertRuled(fields: readonly Field[], args: readonly unknown[]): Promise<Row> {
    const counted = this.#entity.keys.filter((key) => !fields.includes(key));
    const statement = counted.length === 0 ? undefined : this.#statements.nextKeys(counted);
    const [next = []] = statement === undefined ? [] : await this.#session.rows(statement);
    const all = [...fields, ...counted];
    const values = [...args, ...next];
    await this.#session.rows(this.#statements.copy(all, [values]));
    return this.#entity.keys.map((key) => values[all.indexOf(key)]);
  }

  #noteSkipping(row: Row | undefined): void {
    if (row !== undefined) noteSkipping(this.#session, this.#entity, row.at(-1) as Skipping);
  }

  /** Whether rules replace some writes, so that none can return its rows. Whether it was done is checked afterwards. */
  get #isRuled(): boolean {
    return skippingOf(this.#session, this.#entity) === "ruled";
  }

  /** Adds records without reading them back. Each is a list of the values of all fields. @throws {DatabaseError} */
  async insertAll(rows: RecordValues): Promise<void> {
    for (const some of this.#batches(this.#entity.fields, rows)) {
      const stored = await this.#session.rows(this.#statements.insert(this.#entity.fields, some, "id"));
      if (stored.length !== some.length) throw skippedRow();
    }
  }

  /**
   * Adds records with given keys, even if the database generates keys. The next statement is prepared while the database
   * runs the previous one.
   * @param toArgs Makes the parameters of a record, one statement at a time: parameters that live longer would be
   * copied by the garbage collector.
   * @throws {DatabaseError}
   */
  async copy<T>(
    fields: readonly Field[],
    records: readonly T[],
    toArgs: (record: T) => readonly unknown[],
  ): Promise<void> {
    const parameters = this.#transactionForEach() === undefined ? COPIED_PARAMETERS : COPIED_IN_PLACE;
    const most = powerBelow(this.#mostRows(fields.length, MAX_ROWS, parameters));
    let running: Promise<unknown> = Promise.resolve();
    for (const some of this.#batches(fields, records, most)) {
      let statement: BoundStatement;
      try {
        statement = this.#statements.copy(fields, some.map(toArgs));
      } finally {
        // Also if a value cannot be sent: the transaction is only rolled back when its statements have ended.
        await running;
      }
      running = Promise.resolve(this.#session.rows(statement));
      // Awaited before the next statement.
      running.catch(() => undefined);
    }
    await running;
  }

  /**
   * Whether one statement writes this many records, each with its own values in these fields, or fails and writes
   * none. Then a transaction would only add round trips.
   */
  isWhole(fields: readonly Field[], count: number): boolean {
    const { dialect } = this.#session;
    const { orFails, packedKeys } = dialect.writes;
    const { mostRows = 0 } = listsOf(fields, dialect) ?? {};
    return (
      orFails !== undefined && packedKeys?.takes(this.#entity.keys) === true && count > 1 && count <= mostRows
    );
  }

  /** Adds records as one statement that writes all or none (`isWhole`). See `insertMany`. @throws {DatabaseError} */
  async insertWhole(fields: readonly Field[], rows: RecordValues): Promise<readonly Row[]> {
    const statement = this.#statements.insertInOrder(fields, rows, { isWhole: true });
    return this.#statements.keysOf(await this.#session.rows(statement));
  }

  /** Updates records as one statement that writes all or none (`isWhole`). See `updateEach`. @throws {DatabaseError} */
  async updateWhole(
    matched: readonly Field[],
    fields: readonly Field[],
    rows: RecordValues,
    where: CheckedCondition | undefined,
  ): Promise<void> {
    const statement = this.#statements.updateEach(matched, fields, rows, where, true);
    if (statement !== undefined) await this.#session.rows(statement);
  }

  /** Adds records, and returns their keys in the same order. @throws {DatabaseError} */
  async insertMany(fields: readonly Field[], rows: RecordValues): Promise<readonly Row[]> {
    const { keys } = this.#entity;
    const given = keys.map((key) => fields.indexOf(key));
    const isGiven = !given.includes(-1);
    // A part of the key that is not given is counted.
    const keyOf = (row: Row | undefined, counted: unknown) =>
      given.map((index) => (index === -1 ? counted : row?.[index]));
    const givenKey = (row: Row) => given.map((index) => row[index]);
    const stored: Row[] = [];
    if (fields.length === 0 || (!isGiven && (await this.#countsInGroups()))) {
      for (const row of rows) stored.push(await this.insert(fields, row, "id"));
      return stored;
    }
    const transaction = this.#transactionForEach();
    if (transaction !== undefined && (isGiven || (await this.#countsKey()))) {
      const { changes, keys: counted } = transaction.each(
        this.#statements.each.insert(fields, rows, !isGiven),
      );
      if (changes !== rows.length) throw new NotAllStored();
      return isGiven ? rows.map(givenKey) : counted.map((key) => [key]);
    }
    const step = isGiven ? undefined : await this.#keyStep();
    const isOrdered = this.#session.dialect.writes.insertInOrder !== undefined;
    const countsKey = isOrdered && !isGiven && (await this.#countsKey());
    const asStored = isGiven ? storedTexts(keys, this.#entity, this.#session) : undefined;
    for (const some of this.#batches(fields, rows)) {
      const found = isGiven
        ? await this.#session.rows(this.#statements.insert(fields, some, "id"))
        : this.#statements.keysOf(
            await this.#session.rows(this.#statements.insertInOrder(fields, some, { countsKey })),
          );
      if (found.length !== some.length) throw new NotAllStored();
      if (asStored !== undefined) stored.push(...some.map((row) => asStored(givenKey(row))));
      else if (step === undefined) stored.push(...found);
      else stored.push(...countedKeys(found, step).map(([counted], place) => keyOf(some[place], counted)));
    }
    return stored;
  }

  /** The transaction, if it runs a statement for each record. */
  #transactionForEach(): OpenTransaction | undefined {
    const isOpen = this.#session.dialect.writes.runsEach === true && "each" in this.#session;
    return isOpen ? (this.#session as OpenTransaction) : undefined;
  }

  /**
   * The same, if it counts what it writes itself, for which no rows have to be returned: it counts nothing that triggers
   * of a view write (sqlite.org/c3ref/changes.html).
   */
  async #transactionThatCounts(): Promise<OpenTransaction | undefined> {
    const transaction = this.#transactionForEach();
    if (transaction === undefined) return undefined;
    const table = await this.#session.storedTable(this.#entity);
    return table?.isView === false ? transaction : undefined;
  }

  /** Whether the table generates the key, and therefore returns the key of each row. */
  async #countsKey(): Promise<boolean> {
    const [key, ...others] = this.#entity.keys;
    if (key === undefined || others.length > 0) return false;
    const table = await this.#session.storedTable(this.#entity);
    return table !== undefined && findColumn(key, table)?.generated === "identity";
  }

  /**
   * Whether a part of the key counts up anew for each value of the parts before it, so that the keys of a statement do not
   * follow each other: with MyISAM, if no index begins with it
   * (dev.mysql.com/doc/refman/8.4/en/example-auto-increment.html).
   */
  async #countsInGroups(): Promise<boolean> {
    if (this.#session.dialect.writes.keyStep === undefined || this.#entity.keys.length === 1) return false;
    const table = await this.#session.storedTable(this.#entity);
    const counted = table?.columns.find(({ generated }) => generated === "identity")?.name;
    if (table === undefined || counted === undefined) return false;
    const firsts = [table.primaryKey, ...table.indexes.map(({ columns }) => columns)];
    return !firsts.some(([first]) => first === counted);
  }

  /** Whether the key of the records is the primary key of their table. */
  async #hasPrimaryKey(): Promise<boolean> {
    const table = await this.#session.storedTable(this.#entity);
    const { keys } = this.#entity;
    return (
      table?.primaryKey.length === keys.length &&
      keys.every((key) => table.primaryKey.includes(findColumn(key, table)?.name ?? ""))
    );
  }

  /** The distance between keys, if the database returns only the first key of a statement. */
  async #keyStep(): Promise<bigint | undefined> {
    const statement = this.#statements.keyStep();
    if (statement === undefined) return undefined;
    const [row] = await this.#session.rows(statement);
    return BigInt(String(row?.[0]));
  }

  /** Updates the record that matches; `undefined` if there is none. See `insert`. @throws {DatabaseError} */
  async update(
    fields: readonly Field[],
    args: readonly unknown[],
    where: CheckedCondition,
    returning: Returning,
    isChecked = false,
  ): Promise<Row | undefined> {
    if (!isChecked && this.#isRuled)
      return this.#runRuled(this.#statements.each.updateAll(fields, args, where));
    const statement = this.#statements.update(fields, args, where, returning, undefined, isChecked);
    const [row] = await this.#session.rows(statement);
    if (isChecked) this.#noteSkipping(row);
    return row;
  }

  /**
   * Updates all records that match, and returns a row for each: with its key if the database returns keys.
   * @param most Updates none if more match. Only with `limitsItself`. Default: no limit.
   * @throws {DatabaseError}
   */
  async updateAll(
    fields: readonly Field[],
    args: readonly unknown[],
    where: CheckedCondition,
    most?: number,
  ): Promise<readonly Row[]> {
    const rows = await this.#session.rows(this.#statements.update(fields, args, where, "ids", most));
    return this.#statements.keysOf(rows);
  }

  /** Updates all records that match, and counts them. @param most See `updateAll`. @throws {DatabaseError} */
  async updateCounted(
    fields: readonly Field[],
    args: readonly unknown[],
    where: CheckedCondition,
    most?: number,
    isChecked?: boolean,
  ): Promise<number> {
    const transaction = await this.#transactionThatCounts();
    if (transaction !== undefined)
      return transaction.each(this.#statements.each.updateAll(fields, args, where)).changes;
    return this.#count(
      await this.#session.rows(this.#statements.update(fields, args, where, "count", most, isChecked)),
    );
  }

  /** Whether `updateEach` works for this table. If not, each record needs a statement of its own. */
  async updatesEach(): Promise<boolean> {
    const { runsEach, updateEach } = this.#session.dialect.writes;
    if (runsEach === true) return true;
    if (updateEach === undefined) return false;
    return updateEach.document === undefined || this.#hasPrimaryKey();
  }

  /**
   * Updates records, each with its own values, and counts the existing ones. See `EntityStatements`.
   * @returns `undefined` without `updatesEach`, so that nothing was done.
   * @throws {DatabaseError}
   */
  async updateEach(
    matched: readonly Field[],
    fields: readonly Field[],
    rows: RecordValues,
    where: CheckedCondition | undefined,
  ): Promise<number | undefined> {
    const transaction = this.#transactionForEach();
    if (transaction !== undefined)
      return transaction.each(this.#statements.each.update(matched, fields, rows, where)).changes;
    if (!(await this.updatesEach())) return undefined;
    let count = 0;
    const { countsRecords = false, document } = this.#session.dialect.writes.updateEach ?? {};
    const whole = document ?? listsOf([...fields, ...matched], this.#session.dialect);
    const columns = matched.length + fields.length;
    const max = whole?.mostRows ?? powerBelow(this.#mostRows(columns, MAX_UPDATED));
    for (const some of chunksOf(rows, max)) {
      const given = whole === undefined ? padded(some, columns) : some;
      const statement = this.#statements.updateEach(matched, fields, given, where);
      if (statement === undefined) return undefined;
      const rows = await this.#session.rows(statement);
      count += countsRecords ? Number(rows[0]?.[0]) : rows.length;
    }
    return count;
  }

  /**
   * Updates the existing records, each found by its own values.
   * @param onFound Receives the position and the key of each, in canonical form.
   * @returns How many were changed. `undefined` if the database has no such statement, so that nothing was done.
   * @throws {DatabaseError}
   */
  async updateFound(
    update: FoundUpdate,
    records: RecordValues,
    onFound: OnFound,
  ): Promise<number | undefined> {
    const { found } = this.#session.dialect.writes;
    const transaction = this.#transactionForEach();
    if (found === undefined) return undefined;
    if (transaction !== undefined) return this.#updateFoundEach(update, records, transaction, onFound);
    let count = 0;
    const toKey = valuesIn(this.#entity.keys, this.#session.dialect);
    const lists = listsOf([...update.matched, ...update.changed], this.#session.dialect);
    let begin = 0;
    for (const some of chunksOf(records, lists?.mostRows ?? 1)) {
      const statement = this.#statements.updateFound(update, some);
      if (statement === undefined || found.ofList === undefined) return undefined;
      const rows = await this.#session.rows(statement);
      for (const [place, row] of found.ofList.fromRows(rows, this.#entity.keys)) {
        onFound(begin + place, toKey(row));
        count++;
      }
      begin += some.length;
    }
    return count;
  }

  #updateFoundEach(
    update: FoundUpdate,
    records: RecordValues,
    transaction: OpenTransaction,
    onFound: OnFound,
  ): number {
    let count = 0;
    const { keys } = this.#entity;
    const toKey = valuesIn(keys, this.#session.dialect);
    const only = keys.length === 1 ? columnOf(keys[0] as Field, this.#session.dialect) : undefined;
    // In small chunks, because pages that were just read are still cached. With a condition all records are found
    // first, because the changes may affect what it matches.
    const size = update.where === undefined ? RUNS_IN_A_ROW : Math.max(1, records.length);
    let begin = 0;
    for (const some of chunksOf(records, size)) {
      const { found } = transaction.each(this.#statements.each.find(update, some));
      const there: (readonly unknown[])[] = [];
      const theirs: (readonly FieldValue[])[] = [];
      for (let index = 0; index < found.length; index++) {
        const row = found[index];
        if (row === undefined) continue;
        const key = only === undefined ? toKey(row as Row) : [only.fromColumn(row)];
        onFound(begin + index, key);
        there.push(some[index] as readonly unknown[]);
        theirs.push(key);
      }
      if (there.length > 0)
        count += transaction.each(this.#statements.each.updateFound(update, there, theirs)).changes;
      begin += some.length;
    }
    return count;
  }

  /**
   * Does the same with `case`, which every database supports, but searches the whole list for each record.
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
  async deleteAll(where: CheckedCondition, most?: number): Promise<readonly Row[]> {
    const rows = await this.#session.rows(this.#statements.delete(where, "ids", most));
    return this.#statements.keysOf(rows);
  }

  /** Deletes all records that match, and counts them. @param most See `updateAll`. @throws {DatabaseError} */
  async deleteCounted(where: CheckedCondition, most?: number, isChecked?: boolean): Promise<number> {
    const transaction = await this.#transactionThatCounts();
    if (transaction !== undefined) return transaction.each(this.#statements.each.deleteAll(where)).changes;
    return this.#count(await this.#session.rows(this.#statements.delete(where, "count", most, isChecked)));
  }

  #count(rows: readonly Row[]): number {
    return this.#session.dialect.writes.countsRows === true ? rows.length : Number(rows[0]?.[0]);
  }

  /** Deletes the records that match; `undefined` if there is none. See `insert`. @throws {DatabaseError} */
  async delete(where: CheckedCondition, returning: Returning, isChecked = false): Promise<Row | undefined> {
    if (!isChecked && this.#isRuled) return this.#runRuled(this.#statements.each.deleteAll(where));
    const [row] = await this.#session.rows(this.#statements.delete(where, returning, undefined, isChecked));
    if (isChecked) this.#noteSkipping(row);
    return row;
  }

  async #runRuled({ statement, runs }: RepeatedStatement): Promise<Row> {
    await this.#session.rows({ statement, parameters: runs.parametersAt(0) });
    return [];
  }

  /** Splits the rows into parts, each for one statement. */
  #batches<T>(
    fields: readonly Field[],
    rows: readonly T[],
    max = this.#mostRows(fields.length),
  ): Iterable<readonly T[]> {
    const lists = listsOf(fields, this.#session.dialect);
    return lists === undefined ? inBatches(rows, max) : chunksOf(rows, lists.mostRows);
  }

  /** How many rows with this many values fit in one statement. */
  #mostRows(columns: number, max = MAX_ROWS, parameters = Infinity): number {
    const { maxParameters } = this.#session.dialect.writes;
    return Math.max(1, Math.min(max, Math.floor(Math.min(parameters, maxParameters) / columns)));
  }

  get #statements() {
    return this.#session.statements(this.#entity).writes;
  }
}

/** A trigger may have skipped some of them. */
export class NotAllStored extends Error {
  constructor() {
    super("The database did not give back the records that it stored.");
  }
}

/** @param step The distance between keys. All rows contain the first key. */
function countedKeys(rows: readonly Row[], step: bigint): readonly Row[] {
  return rows.map(([first], index) => [String(BigInt(String(first)) + BigInt(index) * step)]);
}
