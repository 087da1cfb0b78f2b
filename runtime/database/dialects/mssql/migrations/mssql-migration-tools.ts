import type { MigrationTools, ShadowSyntax } from "../../../migrations/migration-dialect.js";
import { mssqlApplying } from "./mssql-applying.js";
import { mssqlRisks } from "./mssql-risks.js";
import { mssqlScript } from "./mssql-script.js";
import { sql } from "kysely";
import { bracketed, unicodeText } from "../mssql-names.js";

export const mssqlShadow: ShadowSyntax = {
  create: (name) => [sql`create database ${sql.id(name)}`],
  // Azure SQL has no `single_user`, drops a database in use, and `db_id` finds no other database there
  // (learn.microsoft.com/sql/t-sql/statements/drop-database-transact-sql, …/sql/t-sql/functions/db-id-transact-sql).
  // A server checks a whole batch before it runs: what it does not know is a batch of its own.
  drop: (name) => [
    sql`if ${isAzure} exec (${unicodeText(`drop database if exists ${bracketed(name)}`)})`,
    // Elsewhere, a database in use cannot be dropped.
    sql`if not ${isAzure} and db_id(${unicodeText(name)}) is not null exec (${unicodeText(`alter database ${bracketed(name)} set single_user with rollback immediate; drop database ${bracketed(name)}`)})`,
  ],
  databaseNames: {
    parts: 3,
    words: ["use"],
    kinds: ["database"],
    known: ["dbo", "sys"],
    runsTexts: true,
  },
  right: "alter server role dbcreator add member …",
};

const isAzure = sql`serverproperty('EngineEdition') = 5`;

export const mssqlMigrationTools: MigrationTools = {
  script: mssqlScript,
  risks: mssqlRisks,
  applying: mssqlApplying,
  shadow: mssqlShadow,
};
