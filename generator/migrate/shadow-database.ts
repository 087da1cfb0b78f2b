import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { withMigrationTools } from "../../runtime/database/migrations/migration-dialect.js";
import type { Sql } from "../../runtime/database/sql/sql.js";
import type { DatabaseSettings } from "../../runtime/model/model.js";
import { CommandError } from "../command-error.js";
import { withDatabase, describeDatabase } from "./with-database.js";

/** The beginning of the names of shadow databases, so that people recognise leftovers. */
const PREFIX = "data_api_verify_";

/**
 * Makes an empty database, runs `work` on it and removes it: also after an error, and if the process receives a stop
 * signal.
 * @param server The settings of a database on the same server.
 * @throws {CommandError} if it cannot be made.
 */
export async function withShadow<T>(
  server: DatabaseSettings,
  work: (settings: DatabaseSettings) => Promise<T>,
): Promise<T> {
  const creating = createShadow(server);
  const stop = (signal: NodeJS.Signals): void => {
    // Running statements fail now, and their message would hide this one.
    process.stderr.write(`Stopped by ${signal}: removing the shadow database.\n`);
    // The server may have created it before this process knows.
    const drop = creating.then((shadow) => shadow.drop());
    void drop.catch(() => undefined).finally(() => process.exit(1));
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, stop);
  try {
    const shadow = await creating;
    try {
      return await work(shadow.settings);
    } finally {
      await shadow.drop();
    }
  } finally {
    for (const signal of signals) process.removeListener(signal, stop);
  }
}

async function createShadow(server: DatabaseSettings) {
  const { shadow: syntax, applying, toDatabaseError } = await withMigrationTools(dialects[server.dialect]);
  if (syntax === undefined) {
    const folder = mkdtempSync(path.join(tmpdir(), PREFIX));
    return {
      settings: { ...server, name: path.join(folder, "shadow.db") },
      // At once: after a signal, nothing may run between this and the end of the process.
      drop: () => {
        rmSync(folder, { recursive: true, force: true });
        return Promise.resolve();
      },
    };
  }
  if (server.connectionString !== undefined)
    throw new CommandError(
      `A shadow database cannot be made from "database.connectionString", which names another database. Give the server with --against URL.`,
    );
  const name = `${PREFIX}${randomBytes(6).toString("hex")}`;
  const run = (statements: readonly Sql[]) =>
    withDatabase(server, { isReadOnly: false }, async (db) => {
      for (const statement of statements) await statement.execute(db);
    });
  try {
    // On PostgreSQL from the default template: the migrations may need objects of template1, such as extensions.
    await run([sql`create database ${sql.id(name)}`]);
  } catch (error) {
    const { message } = toDatabaseError(error);
    if (applying.findings(error) !== "noRight") throw toDatabaseError(error);
    throw new CommandError(
      `The user may not create a database beside ${describeDatabase(server)}: ${message}\nGive it the right (${syntax.right}), or name a server where it has the right: --against URL.`,
    );
  }
  return { settings: { ...server, name }, drop: () => run(syntax.drop(name)) };
}
