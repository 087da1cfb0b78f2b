import type { DatabaseConfig } from "data-api";
import type { PoolOptions } from "mysql2";

/** The options of the driver's pool for this database, with times in UTC. */
export function mysqlOptions({ name, host, port, userName, password }: DatabaseConfig): PoolOptions {
  return {
    ...(name !== undefined && { database: name }),
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(userName !== undefined && { user: userName }),
    ...(password !== undefined && { password }),
    timezone: "Z",
  };
}
