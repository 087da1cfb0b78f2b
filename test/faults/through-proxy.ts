import type { DatabaseConfig } from "data-api";
import { Proxy } from "./proxy.js";

const ports: Readonly<Record<DatabaseConfig["dialect"], number>> = {
  sqlite: 0,
  postgres: 5432,
  mysql: 3306,
  mssql: 1433,
};

/** A proxy to the server of a database, and the settings to reach the database through it. */
export async function throughProxy(
  database: DatabaseConfig,
): Promise<{ readonly proxy: Proxy; readonly database: DatabaseConfig }> {
  const { dialect, host = "127.0.0.1", port = ports[dialect] } = database;
  const proxy = await Proxy.to(host, port);
  return {
    proxy,
    database: {
      ...database,
      host: "127.0.0.1",
      port: proxy.port,
      // Unencrypted, because the proxy searches the bytes for texts.
      ...(dialect === "mssql" && { encrypt: false }),
    },
  };
}
