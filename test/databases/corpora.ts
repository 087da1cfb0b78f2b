import type { FreshDatabase } from "../conformance/targets.js";
import { mssqlOnlyStatements, mssqlStatements } from "./mssql.js";
import { mysqlStatements } from "./mysql.js";
import { postgresStatements } from "./postgres.js";
import { rawMssql } from "./raw-mssql.js";
import { rawMysql } from "./raw-mysql.js";
import { rawPostgres } from "./raw-postgres.js";
import type { RawDialect } from "./raw-database.js";
import { rawSqlite } from "./raw-sqlite.js";
import { sqliteStatements } from "./sqlite.js";

export interface Corpus {
  /** Creates a database with every type and value that the dialect supports. */
  readonly statements: readonly string[];
  /** The same for what other engines of this dialect reject. */
  readonly onlyStatements?: readonly string[];
  readonly raw: RawDialect;
  /** Known inexactness: how the report begins, and the page that documents it. */
  readonly differences: Readonly<Record<string, string>>;
}

/** Their answers have more digits than conditions accept. */
const stamps = { "filled.findbycondition/id/0/1000/createdat": "docs/fields.md#fields-that-the-server-sets" };

/** By dialect. */
export const corpora: Readonly<Record<string, Corpus>> = {
  sqlite: { statements: sqliteStatements, raw: rawSqlite, differences: {} },
  postgres: {
    statements: postgresStatements,
    raw: rawPostgres,
    differences: {
      ...stamps,
      'largest.: ["1e0"] is not written back: 413': "docs/endpoints.md#limits",
    },
  },
  mysql: {
    statements: mysqlStatements,
    raw: rawMysql,
    differences: {
      ...stamps,
    },
  },
  mssql: {
    statements: mssqlStatements,
    onlyStatements: mssqlOnlyStatements,
    raw: rawMssql,
    differences: {},
  },
};

export async function fillDatabase(
  { run }: FreshDatabase,
  { statements, onlyStatements = [] }: Corpus,
): Promise<void> {
  await run(statements);
  if (onlyStatements.length === 0) return;
  const [row] = await run(["select @@version as version"]);
  if (!String(row?.["version"]).includes("Babelfish")) await run(onlyStatements);
}
