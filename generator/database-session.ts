import { createKysely, openConnection } from "../runtime/database/database.js";
import type { AnyKysely } from "../runtime/database/sql/sql.js";
import type { Dialect } from "../runtime/database/dialect.js";
import { dialects } from "../runtime/database/dialects/dialects.js";
import { CommandError } from "./command-error.js";
import type { DatabaseSettings } from "../runtime/model/model.js";

/**
 * Opens a database for a command, and always closes it.
 * @throws {DatabaseError}
 * @throws {CommandError} for changes through a pooler: locks of a connection would get lost.
 */
export async function withDatabase<T>(
  settings: DatabaseSettings,
  { isReadOnly }: { readonly isReadOnly: boolean },
  work: (db: AnyKysely, dialect: Dialect) => Promise<T>,
): Promise<T> {
  if (!isReadOnly && settings.pooler === "transaction")
    throw new CommandError(
      `Commands that change tables keep a lock on one connection, and "database.pooler" is "transaction": run them with a configuration that connects to the database itself, without "pooler".`,
    );
  const dialect = dialects[settings.dialect];
  // No timeout: statements over large tables take long, and no request waits for them.
  const database = { ...settings, statementTimeout: 0 };
  const connection = await openConnection({ database }, dialect, isReadOnly);
  try {
    return await work(
      createKysely(dialect, () => connection.driver),
      dialect,
    );
  } finally {
    await connection.close();
  }
}
