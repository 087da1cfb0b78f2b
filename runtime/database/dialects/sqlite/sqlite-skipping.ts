import { sql } from "kysely";
import type { Sql } from "../../sql/sql.js";
import type { NamedTable } from "../../sql/writes/write-syntax.js";

/**
 * A trigger skips a row by `raise(ignore)` (sqlite.org/lang_createtrigger.html#raise), and a constraint by `on conflict
 * ignore`. For a view, `returning` gives the rows that its triggers could have written
 * (sqlite.org/lang_returning.html#limitations_and_caveats).
 */
export function sqliteSkipping({ table }: NamedTable): Sql {
  const own = sql`select 1 from sqlite_master where tbl_name = ${sql.lit(table)} collate nocase`;
  const isView = sql`exists (${own} and type = 'view')`;
  const maySkip = sql`exists (${own} and (type = 'trigger' or sql like '%conflict%'))`;
  return sql`select case when ${isView} then 'hidden' when ${maySkip} then 'shown' else 'never' end`;
}
