import path from "node:path";
import { createKysely, openConnection } from "../../runtime/database/database.js";
import type { AnyKysely } from "../../runtime/database/sql/sql.js";
import type { Dialect } from "../../runtime/database/dialect.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { CommandError } from "../command-error.js";
import type { DatabaseSettings } from "../../runtime/model/model.js";
import { DEFAULT_HOST } from "../../runtime/model/settings/database-settings.js";
import { dialectFacts } from "../../runtime/model/settings/dialect-facts.js";

/**
 * Opens a database for a command, and always closes it.
 * @throws {DatabaseError}
 * @throws {CommandError} for changes through a pooler, where locks of a connection would get lost.
 */
export async function withDatabase<T>(
  settings: DatabaseSettings,
  { isReadOnly }: { readonly isReadOnly: boolean },
  work: (db: AnyKysely, dialect: Dialect) => Promise<T>,
): Promise<T> {
  if (!isReadOnly) refusePooler(settings);
  const dialect = dialects[settings.dialect];
  // No timeout: statements over large tables take long, and no request waits for them. Commands read the catalogs,
  // and take a lock before they change anything, whatever `database.schema` is.
  const database = {
    ...settings,
    statementTimeout: 0,
    schema: isReadOnly ? ("verify" as const) : ("create" as const),
  };
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

/**
 * @throws {CommandError} for a pooler that shares connections. Called by commands that lock or set up their connection.
 */
export function refusePooler({ pooler }: DatabaseSettings): void {
  if (pooler !== "transaction") return;
  throw new CommandError(
    `This command needs a connection of its own, and "database.pooler" is "transaction": run it with a configuration that connects to the database itself, without "pooler".`,
  );
}

/** `the database "blog" on localhost`, so that a person can identify it. Never shows credentials. */
export function describeDatabase(settings: DatabaseSettings): string {
  const { name, host, port, instanceName, connectionString } = settings;
  if (connectionString !== undefined) return `the database of "database.connectionString"`;
  if (name === ":memory:") return "a database in memory";
  if (dialectFacts[settings.dialect].isFile) return `the database "${path.resolve(name)}"`;
  const place = `${host ?? DEFAULT_HOST}${instanceName === undefined ? "" : `\\${instanceName}`}${port === undefined ? "" : `:${port}`}`;
  return `the database "${name}" on ${place}`;
}
