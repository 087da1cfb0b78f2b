import type { Field, TableForeignKey, TableEntity } from "../../model/model.js";
import { columnOf } from "../sql/column-of.js";
import type { TableDialect } from "./schema-dialect.js";
import { sql, type Sql } from "../sql/sql.js";
import { tableName } from "../sql/table-name.js";
import { constraintName } from "./constraint-names.js";
import { countsUp } from "./schema-entity.js";
import { findColumn } from "./stored/find-stored.js";
import type { StoredTable } from "./stored/stored-schema.js";

/** What a definition depends on besides its table. */
export interface DefinitionContext {
  /** All tables, among them those that foreign keys refer to. */
  readonly entities: readonly TableEntity[];
  readonly dialect: TableDialect;
  /** Finds the stored table of an entity; `undefined` if it does not exist yet. Absent if none does. */
  readonly findStored?: (entity: TableEntity) => StoredTable | undefined;
}

/**
 * `"title" varchar(255) not null default '…'`
 * @param isNullable Whether it may be null, until its rows have values.
 */
export function columnDefinition(
  entity: TableEntity,
  field: Field,
  context: DefinitionContext,
  isNullable = field.isNullable,
): Sql {
  const { entities, dialect } = context;
  const { schema } = dialect;
  const isOnlyKey = entity.keys.includes(field) && entity.keys.length === 1;
  const isCounted = countsUp(entity, field);
  const type = isCounted
    ? (schema.identityType ?? schema.columnType(field))
    : (referencedType(entity, field, context) ?? schema.columnType(field));
  const { columnType, check } = field.type === "enum" ? schema.enums : {};
  const parts: Sql[] = [sql.id(field.column), columnType?.(entity, field) ?? sql.raw(type)];
  if (isCounted) parts.push(schema.identity);
  else {
    if (isOnlyKey) parts.push(sql`primary key`);
    // A trigger may fill the column after the row was added.
    if (!isNullable && field.filledBy !== "trigger") parts.push(sql`not null`);
  }
  if (field.default !== undefined && field.default !== null)
    parts.push(schema.defaultValue(columnOf(field, dialect).toParameter(field.default), field));
  if (check !== undefined) parts.push(check(entity, field));
  const [foreignKey] = hasInlineForeignKeys(dialect) ? foreignKeysOf(entity, field) : [];
  const target = foreignKey === undefined ? undefined : targetOf(foreignKey, entities);
  if (target !== undefined) parts.push(referenceTo(target));
  return sql.join(parts, sql` `);
}

/**
 * The type, length and collation of the column that a foreign key of the field refers to, because databases refuse the
 * constraint or the join of others. `undefined` without such a column, or if the field's values do not fit it.
 */
function referencedType(
  entity: TableEntity,
  field: Field,
  context: DefinitionContext,
  seen: ReadonlySet<Field> = new Set(),
): string | undefined {
  const { entities, dialect, findStored } = context;
  if (field.type === "enum" || seen.has(field)) return undefined;
  for (const foreignKey of entity.foreignKeys) {
    const target = foreignKey.fields.includes(field) ? targetOf(foreignKey, entities) : undefined;
    const key = target?.keys[foreignKey.fields.indexOf(field)];
    if (target === undefined || key === undefined || key.type !== field.type) continue;
    const table = findStored?.(target);
    if (table === undefined) {
      const others = new Set([...seen, field]);
      return referencedType(target, key, context, others) ?? dialect.schema.columnType(key);
    }
    const stored = findColumn(key, table);
    if (stored?.declaration !== undefined && columnOf(field, dialect).stored.includes(stored.type))
      return stored.declaration;
  }
  return undefined;
}

/** The statements that add a column, besides its prerequisites. */
export function newColumn(
  entity: TableEntity,
  field: Field,
  context: DefinitionContext,
  isNullable?: boolean,
): readonly Sql[] {
  const table = tableName(entity);
  const definition = columnDefinition(entity, field, context, isNullable);
  const { addColumn } = context.dialect.schema;
  return addColumn?.(table, definition, field) ?? [sql`alter table ${table} add column ${definition}`];
}

/** The statements that create the prerequisites of these fields' columns. */
export function neededTypes(
  entity: TableEntity,
  fields: readonly Field[],
  { schema }: TableDialect,
): readonly Sql[] {
  return fields.flatMap((field) =>
    field.type === "enum" ? (schema.enums.create?.(entity, field) ?? []) : [],
  );
}

/** The foreign keys of this field alone. */
export function foreignKeysOf({ foreignKeys }: TableEntity, field: Field): readonly TableForeignKey[] {
  return foreignKeys.filter(({ fields }) => fields.length === 1 && fields[0] === field);
}

/** The statements that add a foreign key, unless it is part of the definition of its column or table. */
export function addForeignKey(
  entity: TableEntity,
  foreignKey: TableForeignKey,
  { entities, dialect }: DefinitionContext,
): readonly Sql[] {
  const target = targetOf(foreignKey, entities);
  if (target === undefined || hasInlineForeignKeys(dialect)) return [];
  const name = sql.id(constraintName("fk", entity, foreignKey.fields, dialect.schema.maxNameLength));
  return [sql`alter table ${tableName(entity)} add constraint ${name} ${foreignKeyOf(foreignKey, target)}`];
}

/** The foreign keys of several fields, for a database where they are part of the table's definition. */
export function inlineForeignKeys(
  { foreignKeys }: TableEntity,
  { entities, dialect }: DefinitionContext,
): readonly Sql[] {
  if (!hasInlineForeignKeys(dialect)) return [];
  return foreignKeys.flatMap((foreignKey) => {
    const target = targetOf(foreignKey, entities);
    return foreignKey.fields.length === 1 || target === undefined ? [] : [foreignKeyOf(foreignKey, target)];
  });
}

/** Whether a foreign key is part of its column's definition. */
export function hasInlineForeignKeys({ schema }: TableDialect): boolean {
  return schema.migrations.dropForeignKey === undefined;
}

function foreignKeyOf({ fields }: TableForeignKey, target: TableEntity): Sql {
  return sql`foreign key (${sql.join(fields.map(({ column }) => sql.id(column)))}) ${referenceTo(target)}`;
}

function referenceTo(target: TableEntity): Sql {
  const columns = target.keys.map(({ column }) => sql.id(column));
  return sql`references ${tableName(target)} (${sql.join(columns)})`;
}

/** The target of a foreign key. A read-only target gets no constraint, because it may be a view. */
function targetOf(
  { targetEntityName }: TableForeignKey,
  entities: readonly TableEntity[],
): TableEntity | undefined {
  return entities.find(({ name, isReadOnly }) => name === targetEntityName && !isReadOnly);
}
