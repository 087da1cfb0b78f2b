import { rmSync } from "node:fs";
import type BetterSqlite3 from "better-sqlite3";
import type { MigrationTools, ApplyingSyntax } from "../../../migrations/migration-dialect.js";
import { sqliteRisks } from "./sqlite-risks.js";
import { sqliteScript } from "./sqlite-script.js";
import { DatabaseError } from "../../../wire/database-error.js";
import { loadDriver } from "../../../wire/load-driver.js";
import { sql, type AnyKysely } from "../../../sql/sql.js";
import { MIGRATION_PATIENCE, pollLock } from "../../../schema/schema-lock.js";
import type { MigrationStep } from "../../../migrations/migration.js";
import { sqlitePackage } from "../connection/sqlite-package.js";
import { isBusy } from "../connection/sqlite-patience.js";
import { keepingDependents } from "../schema/sqlite-dependents.js";
import { runKeeping, wordsOfStatement } from "./sqlite-rebuilds.js";

const sqliteApplying: ApplyingSyntax = {
  exclusively,
  transaction,
  runStatement: runKeeping,
  findings: (error) => {
    const { code, message = "" } = error as { code?: unknown; message?: string };
    if (code === "SQLITE_READONLY") return "noRight";
    // All mistakes in statements have one code: only the message says which it is.
    if (code === "SQLITE_ERROR" && /already exists|^duplicate column name/.test(message)) return "there";
    return undefined;
  },
};

/**
 * SQLite only has the locks of transactions, and a migration may have several transactions. So the lock is a
 * transaction on a separate file beside the database, which ends with the process.
 */
async function exclusively<T>(
  db: AnyKysely,
  work: (connection: AnyKysely) => Promise<T>,
  onWait: () => void,
): Promise<T> {
  const { rows } = await sql<{
    file: string;
  }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const file = rows[0]?.file ?? "";
  // A database in memory belongs to this connection.
  if (file === "") return db.connection().execute(work);
  const lock = new FileLock(
    await loadDriver<typeof BetterSqlite3>("better-sqlite3", "sqlite", sqlitePackage()),
    file,
  );
  await pollLock(() => Promise.resolve(lock.tryTake()), MIGRATION_PATIENCE, onWait);
  try {
    return await db.connection().execute(work);
  } finally {
    lock.release();
  }
}

class FileLock {
  readonly #Sqlite: typeof BetterSqlite3;
  readonly #path: string;
  #file: BetterSqlite3.Database | undefined;

  constructor(Sqlite: typeof BetterSqlite3, database: string) {
    this.#Sqlite = Sqlite;
    this.#path = `${database}-migrating`;
  }

  tryTake(): boolean {
    const file = new this.#Sqlite(this.#path, { timeout: 0 });
    try {
      file.exec("begin exclusive");
      // A write fails if the file was removed by the server that had the lock until now.
      file.exec("create table if not exists migrating (id integer)");
      this.#file = file;
      return true;
    } catch (error) {
      file.close();
      const { code } = error as { code?: string };
      if (isBusy(error) || code === "SQLITE_READONLY_DBMOVED" || code === "SQLITE_IOERR_DELETE_NOENT")
        return false;
      throw new DatabaseError(
        "connection",
        `The file "${this.#path}", which keeps other servers away while migrations are applied, cannot be written: ${(error as Error).message}.`,
        { cause: error },
      );
    }
  }

  release(): void {
    // Before the lock is released: a server that opens the file from now on creates a new one.
    rmSync(this.#path, { force: true });
    this.#file?.close();
  }
}

/**
 * Dropping a table deletes its rows first, and others may refer to them: to a table that is being replaced, or that
 * is dropped next. Foreign keys can only be switched off outside transactions. They are checked before the commit
 * instead (sqlite.org/lang_altertable.html#otheralter).
 */
async function transaction<T>(
  connection: AnyKysely,
  steps: readonly MigrationStep[],
  work: (transaction: AnyKysely) => Promise<T>,
): Promise<T> {
  const checked = (open: AnyKysely) =>
    steps.every(({ isData }) => isData) ? work(open) : keepingDependents(open, () => work(open));
  if (!steps.some(dropsTable)) return connection.transaction().execute(checked);
  await sql`pragma foreign_keys = off`.execute(connection);
  try {
    return await connection.transaction().execute(async (open) => {
      const before = new Set(await readViolations(open));
      const result = await checked(open);
      checkViolations((await readViolations(open)).filter((violation) => !before.has(violation)));
      return result;
    });
  } finally {
    await sql`pragma legacy_alter_table = off`.execute(connection);
    await sql`pragma foreign_keys = on`.execute(connection);
  }
}

function dropsTable(step: MigrationStep): boolean {
  const [first, second] = step.kind === "file" ? [] : wordsOfStatement(step.text);
  return first === "drop" && second === "table";
}

/** Rows whose target is missing. A database may have some from the time before its foreign keys were enabled. */
async function readViolations(db: AnyKysely): Promise<readonly string[]> {
  const { rows } = await sql<{ table: string; rowid: number | null; parent: string }>`
    select "table", rowid, parent from pragma_foreign_key_check`.execute(db);
  return rows.map(({ table, rowid, parent }) => `"${table}" row ${rowid ?? "?"} to "${parent}"`);
}

function checkViolations(violations: readonly string[]): void {
  if (violations.length === 0) return;
  throw new Error(
    `FOREIGN KEY constraint failed: ${violations.slice(0, MOST_SHOWN).join(", ")} would refer to rows that do not exist`,
  );
}

const MOST_SHOWN = 5;

export const sqliteMigrationTools: MigrationTools = {
  script: sqliteScript,
  risks: sqliteRisks,
  applying: sqliteApplying,
};
