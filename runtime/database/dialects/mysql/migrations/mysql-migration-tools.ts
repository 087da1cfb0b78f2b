import type { MigrationTools, ShadowSyntax } from "../../../migrations/migration-dialect.js";
import { mysqlApplying } from "./mysql-applying.js";
import { mysqlRisks } from "./mysql-risks.js";
import { sql } from "kysely";
import type { ScriptSyntax } from "../../../migrations/scripts/script-syntax.js";
import { goesOnInRoutine } from "../schema/mysql-routine.js";
import { handlesTransactions } from "./mysql-transactions.js";
import { mysqlTokens } from "../connection/mysql-tokens.js";

const mysqlShadow: ShadowSyntax = {
  create: (name) => [sql`create database ${sql.id(name)}`],
  drop: (name) => [sql`drop database if exists ${sql.id(name)}`],
  databaseNames: {
    parts: 2,
    words: ["use", "prepare", "execute"],
    kinds: ["database", "schema"],
    known: ["new", "old"],
  },
  right: "grant all on `data\\_api\\_verify\\_%`.* to …",
};

const mysqlScript: ScriptSyntax = { ...mysqlTokens, goesOn: goesOnInRoutine, handlesTransactions };

export const mysqlMigrationTools: MigrationTools = {
  script: mysqlScript,
  risks: mysqlRisks,
  applying: mysqlApplying,
  shadow: mysqlShadow,
};
