import type { ShadowSyntax } from "../../../migrations/shadow-syntax.js";
import { sql } from "../../../sql/kysely.js";

export const mssqlShadow: ShadowSyntax = {
  create: (name) => [sql`create database ${sql.id(name)}`],
  // A database in use cannot be dropped.
  drop: (name) => [
    sql`if db_id(N${sql.lit(name)}) is not null alter database ${sql.id(name)} set single_user with rollback immediate`,
    sql`if db_id(N${sql.lit(name)}) is not null drop database ${sql.id(name)}`,
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
