import Sqlite from "better-sqlite3";
import type { DatabaseConfig } from "data-api";
import { mssqlServer } from "../conformance/servers/mssql-server.js";
import { mysqlServer } from "../conformance/servers/mysql-server.js";
import { postgresServer } from "../conformance/servers/postgres-server.js";

const servers = { mssql: mssqlServer, mysql: mysqlServer, postgres: postgresServer };

/** Runs statements in a database directly, without the product. */
export async function runSql(
  { dialect, name = "" }: DatabaseConfig,
  statements: readonly string[],
): Promise<readonly Record<string, unknown>[]> {
  if (dialect !== "sqlite") return servers[dialect].run(statements, name);
  const database = new Sqlite(name);
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) {
      const prepared = database.prepare<[], Record<string, unknown>>(statement);
      if (prepared.reader) rows = prepared.all();
      else prepared.run();
    }
    return rows;
  } finally {
    database.close();
  }
}
