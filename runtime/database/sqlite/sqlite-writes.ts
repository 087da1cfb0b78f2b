import type BetterSqlite3 from "better-sqlite3";
import type { Row } from "../dialect.js";
import { toDatabaseError } from "./sqlite-errors.js";

interface Write {
  readonly statement: BetterSqlite3.Statement;
  readonly parameters: readonly unknown[];
  readonly resolve: (rows: readonly Row[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes that arrive together are committed together: a commit costs several times what a row does. Each is answered
 * only when it has been committed, and one that fails leaves the others as they are.
 */
export class SqliteWrites {
  readonly #database: BetterSqlite3.Database;
  /** Settled when a transaction of somebody else's ends; undefined if none is open. */
  readonly #turn: () => Promise<void> | undefined;
  readonly #begin: BetterSqlite3.Statement;
  readonly #commit: BetterSqlite3.Statement;
  readonly #rollback: BetterSqlite3.Statement;
  #waiting: Write[] = [];

  constructor(database: BetterSqlite3.Database, turn: () => Promise<void> | undefined) {
    this.#database = database;
    this.#turn = turn;
    this.#begin = database.prepare("begin immediate");
    this.#commit = database.prepare("commit");
    this.#rollback = database.prepare("rollback");
  }

  /** Runs the statement with the others of this turn of the event loop. */
  run(statement: BetterSqlite3.Statement, parameters: readonly unknown[]): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ statement, parameters, resolve, reject });
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
      for (const { reject } of writes) reject(toDatabaseError(error));
      return;
    }
    for (const answer of answers) answer();
  }

  /** @throws {Error} if SQLite has given up the whole transaction: a full disk, an unreadable file. */
  #write({ statement, parameters, resolve, reject }: Write, isInTransaction: boolean): () => void {
    try {
      const rows = statement.all(...parameters) as Row[];
      return () => {
        resolve(rows);
      };
    } catch (error) {
      if (isInTransaction && !this.#database.inTransaction) throw error;
      return () => {
        reject(toDatabaseError(error));
      };
    }
  }
}
