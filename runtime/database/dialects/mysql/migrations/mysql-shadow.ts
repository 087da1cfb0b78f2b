import type { ShadowSyntax } from "../../../migrations/shadow-syntax.js";
import { sql } from "../../../sql/kysely.js";

export const mysqlShadow: ShadowSyntax = {
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
