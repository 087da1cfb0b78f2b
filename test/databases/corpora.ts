import { mysqlStatements } from "./mysql.js";
import { postgresStatements } from "./postgres.js";
import { rawMysql } from "./raw-mysql.js";
import { rawPostgres } from "./raw-postgres.js";
import type { RawDialect } from "./raw-database.js";
import { rawSqlite } from "./raw-sqlite.js";
import { sqliteStatements } from "./sqlite.js";

export interface Corpus {
  /** Makes a database with everything that the dialect can hold. */
  readonly statements: readonly string[];
  readonly raw: RawDialect;
  /** What the documentation says is not exact. */
  readonly differences: readonly string[];
}

/** By the name of the dialect. */
export const corpora: Readonly<Record<string, Corpus>> = {
  sqlite: { statements: sqliteStatements, raw: rawSqlite, differences: [] },
  postgres: { statements: postgresStatements, raw: rawPostgres, differences: [] },
  mysql: { statements: mysqlStatements, raw: rawMysql, differences: [] },
};
