import { legacyMysql } from "./mysql.js";
import { legacyPostgres } from "./postgres.js";
import { legacySqlite } from "./sqlite.js";

/** For each dialect: statements for a database with all the oddities of old databases. */
export const legacies: Readonly<Record<string, readonly string[]>> = {
  sqlite: legacySqlite,
  postgres: legacyPostgres,
  mysql: legacyMysql,
};
