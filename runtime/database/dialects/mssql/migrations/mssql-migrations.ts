import type { ChangedColumn, MigrationSql, MigrationSyntax } from "../../../schema/migration-syntax.js";
import type { TablePlace } from "../../../schema/schema-entity.js";
import { sql, type Sql } from "../../../sql/sql.js";
import { tableName } from "../../../sql/table-name.js";
import { bracketed, MAX_MSSQL_NAME, unicodeText } from "../mssql-names.js";
import { dropColumn, dropConstraint } from "../../standard-syntax.js";
import { constraintName } from "../../../schema/constraint-names.js";

/**
 * How SQL Server changes tables (learn.microsoft.com/sql/t-sql/statements/alter-table-transact-sql). Not every
 * edition can create an index with `online = on`.
 */
export const mssqlMigrations: MigrationSyntax = {
  createIndex: (_, create) => ({ sql: create, note: ONLINE }),
  dropIndex: (table, name) => sql`drop index ${sql.id(name)} on ${tableName(table)}`,
  dropForeignKey: dropConstraint,
  changeColumn,
  dropColumn: (entity, field) => [
    ...((field.default ?? null) === null ? [] : [dropDefault(entity, field.column)]),
    ...(field.type === "enum"
      ? [dropConstraint(entity, constraintName("ck", entity, [field], MAX_MSSQL_NAME))]
      : []),
    ...dropColumn(entity, field),
  ],
};

/** Where the edition allows it: Enterprise, Developer and Azure SQL. */
const ONLINE = `Enterprise and Azure SQL can create it without locks: add "with (online = on)".`;

/** The name of a default differs from database to database, so it is looked up. */
export function dropDefault(table: TablePlace, column: string): MigrationSql {
  const quoted = bracketed(table.schema, table.table);
  const [id, name] = [quoted, column].map(unicodeText);
  const found = sql`declare @drop nvarchar(max) = (select ${unicodeText(`alter table ${quoted} drop constraint `)} + quotename(name) from sys.default_constraints where parent_object_id = object_id(${id}) and parent_column_id = columnproperty(object_id(${id}), ${name}, 'ColumnId')) exec (@drop)`;
  // A variable lives until the end of its batch.
  return { sql: found, ending: ";\ngo" };
}

function changeColumn(changed: ChangedColumn): readonly (Sql | MigrationSql)[] {
  const { entity, field, change, alter, changeValues, isDefaultChanged, hadDefault } = changed;
  const isAltered = change.type || change.nullability;
  const isDefaultNew = isDefaultChanged || change.type;
  return [
    ...(hadDefault && isDefaultNew ? [dropDefault(entity, field.column)] : []),
    ...(changeValues?.() ?? []),
    // One statement sets both.
    ...(isAltered ? alter({ type: change.type, nullability: true }) : []),
    ...(changed.default !== undefined && isDefaultNew
      ? [sql`alter table ${tableName(entity)} add ${changed.default} for ${sql.id(field.column)}`]
      : []),
  ];
}
