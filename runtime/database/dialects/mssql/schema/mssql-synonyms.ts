import { sql } from "../../../sql/kysely.js";
import type { AnyKysely, Sql } from "../../../sql/sql.js";
import type { StoredTable } from "../../../schema/stored/stored-schema.js";

/**
 * Reads the synonyms of tables and views, and those of other databases, whose kind the catalog does not tell. They have
 * no columns, because one may stand for a table of another database or server
 * (learn.microsoft.com/sql/relational-databases/system-catalog-views/sys-synonyms-transact-sql).
 */
export async function readSynonyms(db: AnyKysely, isNamed: Sql): Promise<readonly StoredTable[]> {
  const { rows } = await sql<{ schema: string; table: string; base: string; kind: string | null }>`
    select schema_name(schema_id) as "schema", name as "table", base_object_name as "base",
      cast(objectpropertyex(object_id, 'BaseType') as char(2)) as "kind"
    from sys.synonyms where ${isNamed}
    order by schema_name(schema_id), name`.execute(db);
  return rows
    .filter(({ kind }) => kind === null || /^[UV] *$/.test(kind))
    .map(({ schema, table, base }) => ({
      schema,
      name: table,
      isView: true,
      synonymOf: base,
      columns: [],
      primaryKey: [],
      indexes: [],
      foreignKeys: [],
    }));
}
