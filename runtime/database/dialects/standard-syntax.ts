import { sql } from "kysely";
import type { MigrationSyntax } from "../schema/migration-syntax.js";
import type { RenameSyntax, SchemaDialect } from "../schema/schema-dialect.js";
import type { TablePlace } from "../schema/schema-entity.js";
import type { Sql } from "../sql/sql.js";
import { tableName } from "../sql/table-name.js";

/** Statements that several databases share. */
export const addColumn: SchemaDialect["addColumn"] = (table, definition) => [
  sql`alter table ${table} add column ${definition}`,
];

export const dropColumn: MigrationSyntax["dropColumn"] = (entity, { column }) => [
  { sql: sql`alter table ${tableName(entity)} drop column ${sql.id(column)}` },
];

export function dropConstraint(table: TablePlace, name: string): Sql {
  return sql`alter table ${tableName(table)} drop constraint ${sql.id(name)}`;
}

export const standardRename: Pick<RenameSyntax, "table" | "column"> = {
  table: (from, to) => [sql`alter table ${tableName(from)} rename to ${sql.id(to)}`],
  column: (table, from, to) => [
    sql`alter table ${tableName(table)} rename column ${sql.id(from)} to ${sql.id(to)}`,
  ],
};
