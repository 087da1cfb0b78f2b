import type { ShadowSyntax } from "../../../migrations/shadow-syntax.js";
import { sql } from "../../../sql/kysely.js";

/** From the default template: the migrations may need objects of template1, such as extensions. */
export const postgresShadow: ShadowSyntax = {
  create: (name) => [sql`create database ${sql.id(name)}`],
  drop: (name) => [sql`drop database if exists ${sql.id(name)} with (force)`],
  databaseNames: { parts: Infinity, words: [], kinds: ["database"], known: [] },
  right: "alter role … createdb",
};
