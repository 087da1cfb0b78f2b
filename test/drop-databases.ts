import { databasePrefix, nameRun } from "./conformance/database-names.js";
import { postgresServer } from "./conformance/servers/postgres-server.js";

/** Vitest calls these before and after all tests, in the process that starts the workers. */
export const setup = nameRun;

/** Drops the databases that tests have left for the next ones, and those of tests that failed. */
export async function teardown(): Promise<void> {
  const rows = await postgresServer
    .run([`select datname from pg_database where starts_with(datname::text, '${databasePrefix()}')`])
    // Nothing is left where no server answers.
    .catch(() => []);
  const names = rows.map(({ datname }) => String(datname));
  // Together, because PostgreSQL writes all other databases to the disk before it drops one. Servers allow only
  // 100 connections by default.
  while (names.length > 0) {
    await Promise.all(names.splice(0, 50).map((name) => postgresServer.drop(name)));
  }
}
