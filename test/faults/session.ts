import mssql from "mssql";
import mysql from "mysql2/promise";
import pg from "pg";
import type { DatabaseConfig } from "data-api";

/** A database connection of the test, which can hold locks. */
export interface Session {
  readonly run: (text: string) => Promise<readonly Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
}

export async function openSession({
  dialect,
  host,
  port,
  userName,
  password,
  name,
}: DatabaseConfig): Promise<Session> {
  const address = { host, port, user: userName, password, database: name };
  if (dialect === "postgres") {
    const client = new pg.Client(address);
    await client.connect();
    return {
      run: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
      close: () => client.end(),
    };
  }
  if (dialect === "mssql") {
    const client = new mssql.ConnectionPool({
      server: host ?? "127.0.0.1",
      ...(port !== undefined && { port }),
      ...(userName !== undefined && { user: userName }),
      ...(password !== undefined && { password }),
      ...(name !== undefined && { database: name }),
      options: { trustServerCertificate: true },
      pool: { min: 1, max: 1 },
    });
    await client.connect();
    return {
      run: async (text) => {
        const { recordsets } = await client.request().batch(text);
        return (recordsets as unknown as readonly Record<string, unknown>[][])[0] ?? [];
      },
      close: () => client.close(),
    };
  }
  const connection = await mysql.createConnection(
    JSON.parse(JSON.stringify(address)) as mysql.ConnectionOptions,
  );
  return {
    run: async (text) => {
      const [rows] = await connection.query(text);
      return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [];
    },
    close: () => connection.end(),
  };
}
