import mssql from "mssql";
import type { DatabaseServer } from "../targets.js";
import { settingsOf } from "./server-url.js";

const settings = () => settingsOf("TEST_MSSQL_URL");

async function run(
  statements: readonly string[],
  name = "master",
): Promise<readonly Record<string, unknown>[]> {
  const { host = "localhost", port, userName, password, trustServerCertificate = false } = settings() ?? {};
  const pool = new mssql.ConnectionPool({
    server: host,
    ...(port !== undefined && { port }),
    ...(userName !== undefined && { user: userName }),
    ...(password !== undefined && { password }),
    database: name,
    options: { encrypt: true, trustServerCertificate },
    pool: { max: 1 },
  });
  await pool.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) {
      const { recordsets } = await pool.request().query(statement);
      rows = (recordsets as unknown as readonly Record<string, unknown>[][])[0] ?? [];
    }
    return rows;
  } finally {
    await pool.close();
  }
}

let last: Promise<unknown> = Promise.resolve();

/** Creates and drops databases one at a time: Babelfish, which uses the same protocol, cannot do more. */
async function runAlone(statement: string): Promise<void> {
  const turn = last.then(() => run([statement]));
  last = turn.catch(() => undefined);
  await turn;
}

export const mssqlServer: DatabaseServer = {
  settings,
  run,
  create: (name) => runAlone(`create database ${name}`),
  drop: (name) => runAlone(`drop database if exists ${name}`),
};
