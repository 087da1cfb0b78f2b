import { sql } from "../../../sql/kysely.js";
import type { SchemaDialect } from "../../../schema/schema-dialect.js";
import type { StoredComment } from "../../../schema/stored/stored-schema.js";

/** Reads the comments of tables and columns. The comment of a view is only the word `VIEW`. */
export const readComments: NonNullable<SchemaDialect["readComments"]> = async (db, schemas) => {
  const isOurs = sql`table_schema in (${sql.join([sql`database()`, ...schemas])})`;
  const { rows } = await sql<StoredComment>`
    select table_schema as \`schema\`, table_name as \`table\`, null as \`column\`, table_comment as text
    from information_schema.tables
    where ${isOurs} and table_comment <> '' and table_type not like '%VIEW%'
    union all
    select table_schema, table_name, column_name, column_comment
    from information_schema.columns where ${isOurs} and column_comment <> ''`.execute(db);
  return rows;
};
