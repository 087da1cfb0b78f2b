import type BetterSqlite3 from "better-sqlite3";
import type { Row } from "../dialect.js";
import { toDatabaseError } from "./sqlite-errors.js";
import { isLocked, POLL } from "./sqlite-patience.js";

interface Write {
  readonly statement: BetterSqlite3.Statement;
  readonly parameters: readonly unknown[];
  readonly resolve: (rows: readonly Row[]) => void;
  readonly reject: (error: unknown) => void;
  /** Since when it waits, as `Date.now()` has it. */
  readonly begin: number;
}

/**
 * Writes that arrive together are committed together: a commit costs several times what a row does. Each is answered
 * only when it has been committed, and one that fails leaves the others as they are.
 */
export class SqliteWrites {
  readonly #database: BetterSqlite3.Database;
  readonly #lockTimeout: number;
  /** Settled when a transaction of somebody else's ends; undefined if none is open. */
  readonly #turn: () => Promise<void> | undefined;
  readonly #begin: BetterSqlite3.Statement;
  readonly #commit: BetterSqlite3.Statement;
  readonly #rollback: BetterSqlite3.Statement;
  #waiting: Write[] = [];

  constructor(database: BetterSqlite3.Database, lockTimeout: number, turn: () => Promise<void> | undefined) {
    this.#database = database;
    this.#lockTimeout = lockTimeout;
    this.#turn = turn;
    this.#begin = database.prepare("begin immediate");
    this.#commit = database.prepare("commit");
    this.#rollback = database.prepare("rollback");
  }

  /** Runs the statement with the others of this turn of the event loop. */
  run(statement: BetterSqlite3.Statement, parameters: readonly unknown[]): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ statement, parameters, resolve, reject, begin: Date.now() });
      if (this.#waiting.length === 1)
        setImmediate(() => {
          this.flush();
        });
    });
  }

  /** Runs what is waiting. */
  flush(): void {
    const turn = this.#turn();
    if (turn !== undefined) {
      void turn.then(() => {
        this.flush();
      });
      return;
    }
    const writes = this.#waiting;
    this.#waiting = [];
    // Where a query of one's own has begun a transaction by hand, the writes are part of it.
    const isTogether = writes.length > 1 && !this.#database.inTransaction;
    const answers: (() => void)[] = [];
    try {
      if (isTogether) this.#begin.run();
      for (const write of writes) answers.push(this.#write(write, isTogether));
      if (isTogether) this.#commit.run();
    } catch (error) {
      if (isTogether && this.#database.inTransaction) this.#rollback.run();
      if (isLocked(error)) {
        this.#waitForLock(writes, error);
        return;
      }
      for (const { reject } of writes) reject(toDatabaseError(error));
      return;
    }
    for (const answer of answers) answer();
  }

  /** Nothing of them has been done. Those that have waited long enough are given up. */
  #waitForLock(writes: readonly Write[], error: unknown): void {
    const now = Date.now();
    const patient = writes.filter(({ begin }) => now - begin < this.#lockTimeout);
    for (const write of writes) if (!patient.includes(write)) write.reject(toDatabaseError(error));
    if (patient.length === 0) return;
    // Whoever comes meanwhile waits with them.
    this.#waiting = patient;
    setTimeout(() => {
      this.flush();
    }, POLL);
  }

  /**
   * @throws {Error} if SQLite has given up the whole transaction: a full disk, an unreadable file; or if it has not begun,
   * because the file is locked.
   */
  #write({ statement, parameters, resolve, reject }: Write, isInTransaction: boolean): () => void {
    try {
      const rows = statement.all(...parameters) as Row[];
      return () => {
        resolve(rows);
      };
    } catch (error) {
      if (isInTransaction ? !this.#database.inTransaction : isLocked(error)) throw error;
      return () => {
        reject(toDatabaseError(error));
      };
    }
  }
}
