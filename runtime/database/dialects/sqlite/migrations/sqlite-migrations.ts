import type { MigrationSyntax, RebuiltTable } from "../../../schema/migration-syntax.js";
import { sql, type Sql } from "../../../sql/sql.js";
import { tableName } from "../../../sql/table-name.js";
import { dropColumn } from "../../standard-syntax.js";

/** How SQLite changes tables: in place if possible, otherwise by a new table (sqlite.org/lang_altertable.html). */
export const sqliteMigrations: MigrationSyntax = {
  deferForeignKeys: sql`pragma defer_foreign_keys = on`,
  dropIndex: (_, name) => sql`drop index ${sql.id(name)}`,
  dropColumn,
  rebuild,
};

/**
 * A new table takes over the rows and then the name (section 7 of the page above). During the rename, views and
 * triggers refer to a missing table, which only `legacy_alter_table` allows. `migrate apply` recreates triggers, and
 * indexes that the configuration does not know.
 */
function rebuild({ entity, create, countsUp, indexes }: RebuiltTable): readonly Sql[] {
  const table = tableName(entity);
  const name = `new_${entity.table}`;
  const columns = sql.join(entity.fields.map(({ column }) => sql.id(column)));
  return [
    create(sql.id(name)),
    ...(countsUp ? [keepCounter(name, entity.table)] : []),
    sql`insert into ${sql.id(name)} (${columns}) select ${columns} from ${table}`,
    sql`drop table ${table}`,
    sql`pragma legacy_alter_table = on`,
    sql`alter table ${sql.id(name)} rename to ${sql.id(entity.table)}`,
    sql`pragma legacy_alter_table = off`,
    ...indexes,
  ];
}

/** The last generated key, whose row may be deleted (sqlite.org/autoinc.html). Later keys continue after it. */
function keepCounter(name: string, table: string): Sql {
  const sequence = sql.id("sqlite_sequence");
  return sql`insert into ${sequence} (name, seq) select ${sql.lit(name)}, seq from ${sequence} where name = ${sql.lit(table)}`;
}
