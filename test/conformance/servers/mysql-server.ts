import { createConnection } from "mysql2/promise";
import type { DatabaseServer } from "../targets.js";
import { settingsOf } from "./server-url.js";

const settings = () => settingsOf("TEST_MYSQL_URL", "mysql://root@127.0.0.1:3306");

async function run(
  statements: readonly string[],
  name?: string,
): Promise<readonly Record<string, unknown>[]> {
  const { host, port, userName, password } = settings() ?? {};
  const connection = await createConnection({
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(userName !== undefined && { user: userName }),
    ...(password !== undefined && { password }),
    ...(name !== undefined && { database: name }),
  });
  try {
    let rows: unknown;
    for (const statement of statements) [rows] = await connection.query(statement);
    return (Array.isArray(rows) ? rows : []) as Record<string, unknown>[];
  } finally {
    await connection.end();
  }
}

export const mysqlServer: DatabaseServer = {
  settings,
  run,
  create: async (name) => {
    // An insufficient character set, so that no test depends on the database default.
    await run([`create database ${name} character set latin1`]);
  },
  drop: async (name) => {
    await run([`drop database if exists ${name}`]);
  },
};
