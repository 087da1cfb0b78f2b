import { MysqlAdapter, MysqlIntrospector, MysqlQueryCompiler, sql } from "kysely";
import { foldedLetters, keptLetter } from "../../../model/values/fold-case.js";
import { countInEachRow } from "../../sql/counted-page.js";
import type { Dialect } from "../../dialect.js";
import { mysqlFieldColumns } from "./mysql-column-of.js";
import type { Field } from "../../../model/model.js";
import type { Sql } from "../../sql/sql.js";
import { mysqlAggregates } from "./mysql-aggregates.js";
import { BY_CODE_POINT, WITH_CASES } from "./mysql-columns.js";
import { clusterReadiness } from "./connection/mysql-cluster.js";
import { mysqlDurabilityRisks } from "./connection/mysql-durability.js";
import { toDatabaseError } from "./connection/mysql-errors.js";
import { mysqlJson } from "./mysql-json.js";
import { mysqlReplication } from "./connection/mysql-replication.js";
import { mysqlRoutines } from "./mysql-routines.js";
import { mysqlSchema } from "./schema/mysql-schema.js";
import { mysqlWrites } from "./mysql-writes.js";
import { dialectFacts } from "../../../model/settings/dialect-facts.js";
import { parseServerUrl, type DatabaseAddress } from "../../wire/database-address.js";

export const mysql: Dialect = {
  name: "mysql",
  system: "mysql",
  packages: "mysql2",
  createAdapter: () => new MysqlAdapter(),
  createQueryCompiler: () => new MysqlQueryCompiler(),
  createIntrospector: (db) => new MysqlIntrospector(db),
  ...mysqlFieldColumns,
  contains: (text, part) => sql`locate(${part}, ${text}) > 0`,
  startsWith: (text, part) => sql`left(${exact(text)}, char_length(${part})) = ${part}`,
  endsWith: (text, part) => sql`right(${exact(text)}, char_length(${part})) = ${part}`,
  exact,
  folded: foldedInMysql,
  // In a comparison, a text extracted from JSON takes the column's collation.
  uncollated: (text) => sql`json_unquote(json_quote(${text}))`,
  json: mysqlJson,
  limited: (take, skip) => sql`limit ${take} offset ${skip}`,
  asSubquery,
  joinsPagesByKeys: true,
  firstOfEach: { kind: "numbered" },
  // A join would write the page to a temporary table, which MariaDB keeps on disk if it contains long texts.
  countedPage: countInEachRow,
  locked: ({ columns, table, where }) => sql`select ${columns} from ${table}${where} for update`,
  aggregates: mysqlAggregates,
  writes: mysqlWrites,
  schema: mysqlSchema,
  loadMigrationTools: async () => (await import("./migrations/mysql-migration-tools.js")).mysqlMigrationTools,
  parseUrl: parseMysqlUrl,
  open: async (settings) => (await import("./connection/mysql-connection.js")).openMysql(settings),
  replication: mysqlReplication,
  durabilityRisks: mysqlDurabilityRisks,
  readiness: clusterReadiness,
  isolationLevels: ["read committed", "repeatable read", "serializable"],
  snapshotLevel: () => "repeatable read",
  routines: mysqlRoutines,
  // It ends the transaction that has just begun and done nothing.
  readOnly: "start transaction read only",
  toDatabaseError,
};

/**
 * A date or a datetime as a number. MariaDB keeps the results of a subquery in a table in which a date without a day
 * becomes 0000-00-00, and sorts a timestamp without a date as null.
 */
function asSubquery(value: Sql, { type }: Field): Sql {
  return type === "date" || type === "datetime" ? sql`(${value} + 0)` : value;
}

/** A text that is compared letter by letter. */
function exact(text: Sql): Sql {
  return sql`convert(${text} using utf8mb4) collate ${sql.raw(BY_CODE_POINT)}`;
}

function foldedInMysql(text: Sql): Sql {
  const { letter, standIn } = keptLetter;
  const kept = sql`replace(${exact(text)}, ${sql.lit(letter)}, ${sql.lit(standIn)})`;
  const lower = sql`lower(${kept} ${sql.raw(WITH_CASES)}) collate ${sql.raw(BY_CODE_POINT)}`;
  const { letters, foldings } = foldedLetters;
  const replaced = Array.from(standIn + letters, (each, index) => [each, (letter + foldings).charAt(index)]);
  return replaced.reduce(
    (folded, [from, to]) => sql`replace(${folded}, ${sql.lit(from)}, ${sql.lit(to)})`,
    lower,
  );
}

/** `mysql://user:password@host:3306/database?ssl-mode=required`. */
function parseMysqlUrl(url: string): DatabaseAddress | undefined {
  return parseServerUrl(url, dialectFacts.mysql.urlSchemes, {
    "ssl-mode": {
      disabled: { encrypt: false },
      required: { encrypt: true, trustServerCertificate: true },
      verify_ca: { encrypt: true },
      verify_identity: { encrypt: true },
    },
  });
}
