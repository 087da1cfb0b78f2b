import type BetterSqlite3 from "better-sqlite3";

/** The read of a turn that takes the lock. It costs as much as it saves for one or two further reads. */
const TAKING = 2;

/**
 * How long to hold the lock in a turn, in milliseconds. Short reads are many in this time, and long ones gain nothing
 * by the lock. If it were held for most of the time, other processes could not empty the log, which would grow.
 */
const HOLD_TIME = 1;

/**
 * Holds the lock that readers of a write-ahead log need, while several reads run in one turn of the event loop. SQLite
 * shares it between the connections of a process (`unixShmLock` in os_unix.c): without it, each read makes two system
 * calls, which are a third of the time of a read by key. Each read remains a transaction of its own, so it sees
 * whatever was committed before it.
 */
export class ReadLock {
  readonly #open: () => BetterSqlite3.Database;
  #holder: ReturnType<typeof hold> | undefined;
  #reads = 0;
  #isHeld = false;
  /** When the lock was taken, in `performance.now()` time. */
  #taken = 0;
  #isUsable = true;

  /** @param open Opens another connection to the file. */
  constructor(open: () => BetterSqlite3.Database) {
    this.#open = open;
  }

  /** Called before each read that is not part of a transaction. */
  noteRead(): void {
    this.#reads++;
    if (this.#reads === 1) setImmediate(this.#endTurn);
    else if (this.#reads === TAKING && this.#isUsable) this.#take();
    else if (this.#isHeld && performance.now() - this.#taken > HOLD_TIME) this.release();
  }

  /** Releases the lock before a write: a commit can only empty the log if nothing reads it. */
  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    try {
      this.#holder?.commit.run();
    } catch {
      this.close();
    }
  }

  /** Releases the lock and never takes it again. */
  close(): void {
    this.#isUsable = false;
    this.#isHeld = false;
    // This ends its transaction.
    this.#holder?.database.close();
    this.#holder = undefined;
  }

  readonly #endTurn = (): void => {
    this.#reads = 0;
    this.release();
  };

  #take(): void {
    try {
      const { begin, read } = (this.#holder ??= hold(this.#open()));
      begin.run();
      read.get();
      this.#isHeld = true;
      this.#taken = performance.now();
    } catch {
      // No read needs it. It fails, for example, if the process may open no more files.
      this.close();
    }
  }
}

function hold(database: BetterSqlite3.Database) {
  return {
    database,
    begin: database.prepare("begin"),
    read: database.prepare("select 1 from sqlite_schema limit 1"),
    commit: database.prepare("commit"),
  };
}
