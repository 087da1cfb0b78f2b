import { sql } from "../sql/kysely.js";
import type { Entity, Field } from "../../model/model.js";
import { columnOf } from "../sql/column-of.js";
import type { TableDialect } from "./schema-dialect.js";
import type { Sql } from "../sql/sql.js";
import { tableName } from "../sql/table-name.js";
import { constraintName } from "./constraint-names.js";

/** `"title" varchar(255) not null default '…'` */
export function columnDefinition(
  entity: Entity,
  field: Field,
  entities: readonly Entity[],
  dialect: TableDialect,
): Sql {
  const { schema } = dialect;
  const isOnlyKey = entity.keys.includes(field) && entity.keys.length === 1;
  const isCounted = countsUp(entity, field);
  const type = isCounted ? (schema.identityType ?? schema.columnType(field)) : schema.columnType(field);
  const { columnType, check } = field.type === "enum" ? schema.enums : {};
  const parts: Sql[] = [sql.id(field.column), columnType?.(entity, field) ?? sql.raw(type)];
  if (isCounted) parts.push(schema.identity);
  else {
    if (isOnlyKey) parts.push(sql`primary key`);
    // A trigger may fill the column after the row was added.
    if (!field.isNullable && field.filledBy !== "trigger") parts.push(sql`not null`);
  }
  if (field.default !== undefined && field.default !== null)
    parts.push(schema.defaultValue(columnOf(field, dialect).toParameter(field.default), field));
  if (check !== undefined) parts.push(check(entity, field));
  const target = targetOf(field, entities);
  if (target !== undefined && schema.hasInlineForeignKeys)
    parts.push(sql`references ${tableName(target)} (${sql.id(target.keys[0].column)})`);
  return sql.join(parts, sql` `);
}

/** The statements that create what the columns of these fields need to be there. */
export function neededTypes(
  entity: Entity,
  fields: readonly Field[],
  { schema }: TableDialect,
): readonly Sql[] {
  return fields.flatMap((field) =>
    field.type === "enum" ? (schema.enums.create?.(entity, field) ?? []) : [],
  );
}

/** Whether the database generates the key by counting up. */
export function countsUp(entity: Entity, field: Field): boolean {
  const isCountable = field.type === "int" || field.type === "bigint";
  const isOnlyKey = entity.keys.length === 1 && entity.keys[0] === field;
  return isOnlyKey && isCountable && !field.isCreatable && !entity.isReadOnly;
}

/** The statements that add the field's foreign key, if it is not part of the column's definition. */
export function addForeignKey(
  entity: Entity,
  field: Field,
  entities: readonly Entity[],
  { schema }: TableDialect,
): readonly Sql[] {
  const target = targetOf(field, entities);
  if (target === undefined || schema.hasInlineForeignKeys) return [];
  const name = sql.id(constraintName("fk", entity, field, schema.maxNameLength));
  return [
    sql`alter table ${tableName(entity)} add constraint ${name} foreign key (${sql.id(field.column)}) references ${tableName(target)} (${sql.id(target.keys[0].column)})`,
  ];
}

export function indexOf(entity: Entity, field: Field, { schema }: TableDialect): Sql {
  const kind = field.isUnique ? "ux" : "ix";
  const name = sql.id(constraintName(kind, entity, field, schema.maxNameLength));
  return schema.createIndex({ name, table: tableName(entity), field, isUnique: field.isUnique });
}

/** The target of a foreign key. A read-only target gets no constraint, because it may be a view. */
function targetOf(field: Field, entities: readonly Entity[]): Entity | undefined {
  return entities.find(({ name, isReadOnly }) => name === field.foreignKey?.targetEntityName && !isReadOnly);
}
