import { legacyMysql } from "./mysql.js";
import { legacyPostgres } from "./postgres.js";
import { legacySqlite } from "./sqlite.js";

/** By the dialect's name, the statements that make a database with all that people do to one. */
export const legacies: Readonly<Record<string, readonly string[]>> = {
  sqlite: legacySqlite,
  postgres: legacyPostgres,
  mysql: legacyMysql,
};
