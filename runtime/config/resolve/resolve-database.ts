import {
  databaseShape,
  DEFAULT_CONNECTIONS,
  type DatabaseSettings,
} from "../../model/settings/database-settings.js";
import { parseOptions } from "../../model/settings/option.js";
import type { DatabaseConfig } from "../config.js";

/** The connection settings with all defaults. */
export function resolveDatabase(config: DatabaseConfig): DatabaseSettings {
  const database = parseOptions(databaseShape, config);
  const { pool } = database;
  return { ...database, pool: { ...pool, max: pool.max ?? Math.max(DEFAULT_CONNECTIONS, pool.min) } };
}
