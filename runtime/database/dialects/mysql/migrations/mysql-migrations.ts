import type { Field } from "../../../../model/model.js";
import { takesAll } from "../../../schema/compare/compare-enum.js";
import type { ChangedColumn, MigrationSyntax } from "../../../schema/migration-syntax.js";
import { sql, type Sql } from "../../../sql/sql.js";
import { mysqlColumnOf } from "../mysql-column-of.js";
import { tableName } from "../../../sql/table-name.js";

/**
 * Clauses with which a statement fails instead of locking the table
 * (dev.mysql.com/doc/refman/8.4/en/innodb-online-ddl-operations.html).
 */
const ONLINE = sql`, algorithm=inplace, lock=none`;
const ONLINE_INDEX = sql`algorithm=inplace lock=none`;

export const mysqlMigrations: MigrationSyntax = {
  createIndex: (_, create) => sql`${create} ${ONLINE_INDEX}`,
  // MariaDB's `drop index` does not have these clauses.
  dropIndex: (table, name) => sql`alter table ${tableName(table)} drop index ${sql.id(name)}${ONLINE}`,
  // A foreign key is not added in place, because the rows are checked.
  dropForeignKey: (table, name) => sql`alter table ${tableName(table)} drop foreign key ${sql.id(name)}`,
  addColumn: (added, field) => (hasPlainDefault(field) ? sql`${added}${ONLINE}` : added),
  changeColumn,
  dropColumn: (entity, { column }) => [
    sql`alter table ${tableName(entity)} drop column ${sql.id(column)}${ONLINE}`,
  ],
  indexesForeignKeys: true,
};

/**
 * Whether the table need not be copied to add the column. It is if the default is an expression, and on MariaDB
 * if the column has a check, as JSON has.
 */
function hasPlainDefault(field: Field): boolean {
  const declared = mysqlColumnOf(field).declaration(field);
  if (declared.includes("json")) return false;
  return (field.default ?? null) === null || !/text|binary|blob/.test(declared);
}

function changeColumn(changed: ChangedColumn): readonly Sql[] {
  const { entity, field, change, alter, changeValues, isDefaultChanged } = changed;
  const isModified = change.type || change.nullability || changeValues !== undefined;
  if (!isModified) {
    if (!isDefaultChanged) return [];
    const column = sql`alter table ${tableName(entity)} alter column ${sql.id(field.column)}`;
    return [
      changed.default === undefined ? dropDefault(column, field) : sql`${column} set ${changed.default}`,
    ];
  }
  // `modify` replaces the whole declaration, with its default.
  const statements = alter({ type: true, nullability: true });
  return isOnline(changed) ? statements.map((statement) => sql`${statement}${ONLINE}`) : statements;
}

/** Without a default, a create that leaves out the column would fail. */
function dropDefault(column: Sql, { isNullable }: Field): Sql {
  return isNullable ? sql`${column} set default null` : sql`${column} drop default`;
}

/** Whether rows stay unchanged, or only get a bit for null. */
function isOnline({ field, former, change, changeValues }: ChangedColumn): boolean {
  if (change.type) return isOnlyLonger(former, field);
  if (changeValues === undefined) return field.type !== "json" && field.type !== "list";
  const { values: old = [] } = former;
  const { values = [] } = field;
  // The numbers of the values stay, and their size: a byte for up to 255.
  const isAppended = takesAll(old, values.slice(0, old.length), true);
  return isAppended && old.length > 255 === values.length > 255;
}

/** The maximum number of bytes of a text whose length takes one byte. */
const SHORT_TEXT = 255;
const BYTES_OF_CHARACTER = 4;

function isOnlyLonger(former: Field, field: Field): boolean {
  const bytesOf = ({ maxLength = Infinity }: Field) => maxLength * BYTES_OF_CHARACTER;
  const [old, length] = [bytesOf(former), bytesOf(field)];
  const isText = former.type === "string" && field.type === "string" && former.storedAs === field.storedAs;
  return isText && old <= length && old > SHORT_TEXT === length > SHORT_TEXT && length < Infinity;
}
