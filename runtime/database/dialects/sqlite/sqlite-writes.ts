import type BetterSqlite3 from "better-sqlite3";
import type { Row } from "../../wire/connection.js";
import type { SqliteDriver } from "./connection/sqlite-driver.js";
import { toDatabaseError } from "./connection/sqlite-errors.js";
import { isLocked, POLL } from "./connection/sqlite-patience.js";
import { allRows } from "./sqlite-rows.js";

type RowsOf = (statement: BetterSqlite3.Statement, parameters: readonly unknown[]) => readonly Row[];

interface Write {
  readonly work: () => unknown;
  /** Whether it has several statements, which are all done or none. */
  readonly isSeveral: boolean;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  /** When it began to wait, in `performance.now()` time. */
  readonly begin: number;
}

/** A write has failed after one of its statements, which can only be undone with those of the other writes. */
class PartlyDone extends Error {}

function refuse(writes: readonly Write[], error: unknown): void {
  for (const { reject } of writes) reject(toDatabaseError(error));
}

/**
 * Whether the fault of one write rolled back all of them: `raise(rollback)` in a trigger, or `on conflict rollback`.
 */
function isOfOne(error: unknown): boolean {
  return String((error as { code?: string }).code).startsWith("SQLITE_CONSTRAINT");
}

/**
 * Commits writes that arrive together in one transaction, because a commit costs several times as much as a row. Each
 * write is answered after the commit, and a failed write does not affect the others. The commit waits for the disk on
 * the event loop, while the next writes gather; waiting in another thread would require a log of our own.
 */
export class SqliteWrites {
  readonly #database: BetterSqlite3.Database;
  readonly #driver: SqliteDriver;
  readonly #begin: BetterSqlite3.Statement;
  readonly #commit: BetterSqlite3.Statement;
  readonly #rollback: BetterSqlite3.Statement;
  readonly #savepoint: BetterSqlite3.Statement;
  readonly #release: BetterSqlite3.Statement;
  readonly #undo: BetterSqlite3.Statement;
  #waiting: Write[] = [];
  /** How many statements have written something. */
  #written = 0;

  constructor(database: BetterSqlite3.Database, driver: SqliteDriver) {
    this.#database = database;
    this.#driver = driver;
    this.#begin = database.prepare("begin immediate");
    this.#commit = database.prepare("commit");
    this.#rollback = database.prepare("rollback");
    this.#savepoint = database.prepare("savepoint data_api_several");
    this.#release = database.prepare("release data_api_several");
    this.#undo = database.prepare("rollback to data_api_several");
  }

  /** Runs the statement together with the other writes of this turn of the event loop. */
  run(statement: BetterSqlite3.Statement, parameters: readonly unknown[]): Promise<readonly Row[]> {
    return this.#add(() => allRows(statement, parameters), false);
  }

  /**
   * Runs the statements of `work`, all or none, together with the other writes of this turn of the event loop. It may run
   * several times.
   */
  runTogether<T>(work: (rows: RowsOf) => T): Promise<T> {
    return this.#add(() => work(this.#noted), true);
  }

  readonly #noted: RowsOf = (statement, parameters) => {
    const rows = allRows(statement, parameters);
    if (!statement.readonly) this.#written++;
    return rows;
  };

  #add<T>(work: () => T, isSeveral: boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, isSeveral, resolve, reject, begin: performance.now() });
      if (this.#waiting.length === 1) setImmediate(() => this.flush());
    });
  }

  /** Runs the waiting writes. */
  flush(): void {
    const writes = this.#waiting;
    this.#waiting = [];
    // Another transaction may have begun in the meantime.
    if (this.#driver.transaction === undefined) this.#runAll(writes);
    else this.#driver.inTurn(() => this.#runAll(writes)).catch((error: unknown) => refuse(writes, error));
  }

  /** @param isApart Whether the statements of each write come after a savepoint, which few writes need. */
  #runAll(writes: readonly Write[], isApart = false): void {
    // If the user's own query has begun a transaction by hand, the writes are part of it.
    const isTogether = (writes.length > 1 || writes[0]?.isSeveral === true) && !this.#database.inTransaction;
    const answers: (() => void)[] = [];
    this.#driver.readLock?.release();
    try {
      if (isTogether) this.#begin.run();
      for (const write of writes) answers.push(this.#write(write, isTogether, isApart));
      if (isTogether) this.#commit.run();
    } catch (error) {
      if (isTogether && this.#database.inTransaction) this.#rollback.run();
      if (error instanceof PartlyDone) this.#runAll(writes, true);
      else if (isLocked(error)) this.#waitForLock(writes, error);
      else if (writes.length > 1 && isTogether && isOfOne(error))
        for (const write of writes) this.#runAll([write]);
      else refuse(writes, error);
      return;
    }
    for (const answer of answers) answer();
  }

  /** Retries writes later, none of which has been executed. Rejects those that have waited too long. */
  #waitForLock(writes: readonly Write[], error: unknown): void {
    const now = performance.now();
    const patient = writes.filter(({ begin }) => now - begin < this.#driver.lockTimeout);
    refuse(
      writes.filter((write) => !patient.includes(write)),
      error,
    );
    if (patient.length === 0) return;
    // Writes that arrive meanwhile wait with them.
    this.#waiting = [...patient, ...this.#waiting];
    setTimeout(() => this.flush(), POLL);
  }

  /**
   * @throws {Error} if SQLite has rolled back the whole transaction, as for a full disk or an unreadable
   * file; or if the statement has not begun, because the file is locked.
   * @throws {PartlyDone}
   */
  #write(
    { work, isSeveral, resolve, reject }: Write,
    isInTransaction: boolean,
    isApart: boolean,
  ): () => void {
    const hasSavepoint = isSeveral && (isApart || !isInTransaction);
    const before = this.#written;
    try {
      const result = hasSavepoint ? this.#allOrNone(work) : work();
      return () => resolve(result as never);
    } catch (error) {
      if (isInTransaction ? !this.#database.inTransaction : isLocked(error)) throw error;
      if (this.#written > before && !hasSavepoint) throw new PartlyDone();
      return () => reject(toDatabaseError(error));
    }
  }

  #allOrNone<T>(work: () => T): T {
    this.#savepoint.run();
    try {
      const result = work();
      this.#release.run();
      return result;
    } catch (error) {
      if (this.#database.inTransaction) {
        this.#undo.run();
        this.#release.run();
      }
      throw error;
    }
  }
}
