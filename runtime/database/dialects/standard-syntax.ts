import { sql } from "kysely";
import type { NewIndex } from "../schema/field-index.js";
import type { MigrationSyntax } from "../schema/migration-syntax.js";
import type { RenameSyntax } from "../schema/schema-dialect.js";
import type { TablePlace } from "../schema/schema-entity.js";
import type { Sql } from "../sql/sql.js";
import { tableName } from "../sql/table-name.js";

/** Statements that several databases share. */
/** @param option What follows `index`, with a blank before it. @param order What follows the column. */
export function createIndex({ table, name, column, kind }: NewIndex, option = "", order = ""): Sql {
  const words = sql.raw(`create ${kind === "unique" ? "unique index" : "index"}${option}`);
  return sql`${words} ${sql.id(name)} on ${tableName(table)} (${sql.id(column)}${sql.raw(order)})`;
}

export const dropColumn: MigrationSyntax["dropColumn"] = (entity, { column }) => [
  sql`alter table ${tableName(entity)} drop column ${sql.id(column)}`,
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
