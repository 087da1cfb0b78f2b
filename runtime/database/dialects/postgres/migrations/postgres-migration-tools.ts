import type { MigrationTools, ShadowSyntax } from "../../../migrations/migration-dialect.js";
import { postgresApplying } from "./postgres-applying.js";
import { postgresRisks } from "./postgres-risks.js";
import { postgresScript } from "./postgres-script.js";
import { sql } from "kysely";

/** From the default template: the migrations may need objects of template1, such as extensions. */
const postgresShadow: ShadowSyntax = {
  create: (name) => [sql`create database ${sql.id(name)}`],
  drop: (name) => [sql`drop database if exists ${sql.id(name)} with (force)`],
  databaseNames: { parts: Infinity, words: [], kinds: ["database"], known: [] },
  right: "alter role … createdb",
};

export const postgresMigrationTools: MigrationTools = {
  script: postgresScript,
  risks: postgresRisks,
  applying: postgresApplying,
  shadow: postgresShadow,
};
