import type { Field, TableEntity } from "../../../../model/model.js";
import { takesAll } from "../../../schema/compare/compare-enum.js";
import { constraintName } from "../../../schema/constraint-names.js";
import type { NewIndex } from "../../../schema/field-index.js";
import type { ChangedColumn, MigrationSql, MigrationSyntax } from "../../../schema/migration-syntax.js";
import { sql, type Sql } from "../../../sql/sql.js";
import { tableName } from "../../../sql/table-name.js";
import { createIndex, dropColumn, dropConstraint } from "../../standard-syntax.js";
import { dropType, MAX_POSTGRES_NAME } from "../schema/postgres-enums.js";

/** The variants that lock a table least (postgresql.org/docs/current/sql-altertable.html, section "Notes"). */
export const postgresMigrations: MigrationSyntax = {
  createIndex: (index) => outside(createPostgresIndex(index, "concurrently")),
  dropIndex: ({ schema }, name) =>
    outside(sql`drop index concurrently if exists ${tableName({ schema, table: name })}`),
  // In a separate transaction, checking the existing rows does not lock writes.
  addForeignKey: (table, name, add) => [sql`${add} not valid`, validate(tableName(table), name)],
  dropForeignKey: dropConstraint,
  changeColumn,
  dropColumn,
  dropLeft: (entity, field) => (field.type === "enum" ? [dropType(entity, field)] : []),
};

/** Nulls first, as in every order of the API: otherwise the index could not be used. */
export function createPostgresIndex(index: NewIndex, option: "concurrently" | "if not exists"): Sql {
  return createIndex(index, ` ${option}`, index.isNullable ? " nulls first" : "");
}

function outside(statement: Sql): MigrationSql {
  return { sql: statement, isOutsideTransaction: true };
}

function validate(table: Sql, constraint: string): MigrationSql {
  return outside(sql`alter table ${table} validate constraint ${sql.id(constraint)}`);
}

function changeColumn(changed: ChangedColumn): readonly (Sql | MigrationSql)[] {
  const { entity, field, former, change, alter, changeValues, isDefaultChanged, hadDefault } = changed;
  const column = sql`alter table ${tableName(entity)} alter column ${sql.id(field.column)}`;
  // `alter type … add value` is fast, but the new value cannot be used in the same transaction.
  const isOnlyAdded = takesAll(former.values ?? [], field.values ?? [], true);
  const isRetyped = change.type || (changeValues !== undefined && !isOnlyAdded);
  const retype = change.type ? alter({ type: true, nullability: false }) : (changeValues?.() ?? []);
  // A default of the old type may not be convertible to the new one.
  const isDefaultNew = isDefaultChanged || isRetyped;
  return [
    ...(hadDefault && isDefaultNew ? [sql`${column} drop default`] : []),
    ...(isRetyped ? retype : retype.map(outside)),
    ...(changed.default !== undefined && isDefaultNew ? [sql`${column} set ${changed.default}`] : []),
    ...(change.nullability ? changeNullability(entity, field, column) : []),
  ];
}

/** With a validated check, `set not null` does not read the rows while the table is locked. */
function changeNullability(entity: TableEntity, field: Field, column: Sql): readonly (Sql | MigrationSql)[] {
  if (field.isNullable) return [sql`${column} drop not null`];
  const table = tableName(entity);
  const name = constraintName("nn", entity, [field], MAX_POSTGRES_NAME);
  const check = sql`check (${sql.id(field.column)} is not null)`;
  return [
    sql`alter table ${table} add constraint ${sql.id(name)} ${check} not valid`,
    validate(table, name),
    sql`${column} set not null`,
    dropConstraint(entity, name),
  ];
}
