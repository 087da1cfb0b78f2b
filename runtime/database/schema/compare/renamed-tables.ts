import type { TableDialect } from "../schema-dialect.js";
import type { SchemaChange } from "../schema-changes.js";
import type { StoredForeignKey, StoredSchema, StoredTable } from "../stored/stored-schema.js";
import type { SchemaEntity } from "../schema-entity.js";

export interface RenamePlan {
  readonly changes: readonly SchemaChange[];
  /** The tables after the changes. */
  readonly stored: StoredSchema;
}

/** Plans renames of an entity. `stored` are the tables as they are after the previous steps. */
export type PlanStep = (
  entity: SchemaEntity,
  stored: StoredSchema,
  context: { readonly entities: readonly SchemaEntity[]; readonly dialect: TableDialect },
) => RenamePlan;

/** The tables after one was renamed, with updated references to it. */
export function withRenamedTable(stored: StoredSchema, renamed: StoredTable, name: string): StoredSchema {
  return withTables(stored, (table) => ({
    ...table,
    ...(table === renamed && { name, formerName: table.name }),
    foreignKeys: table.foreignKeys.map((foreignKey) =>
      isTo(foreignKey, renamed) ? { ...foreignKey, targetTable: name } : foreignKey,
    ),
  }));
}

/** The tables after a column was renamed, with updated keys, indexes and references. */
export function withRenamedColumn(
  stored: StoredSchema,
  owner: StoredTable,
  from: string,
  to: string,
): StoredSchema {
  const renamed = (name: string) => (name === from ? to : name);
  return withTables(stored, (table) => ({
    ...table,
    ...(table === owner && {
      columns: table.columns.map((column) =>
        column.name === from ? { ...column, name: to, formerName: from } : column,
      ),
      primaryKey: table.primaryKey.map(renamed),
      indexes: table.indexes.map((index) => ({
        ...index,
        columns: index.columns.map(renamed),
        ...(index.included && { included: index.included.map(renamed) }),
        ...(index.conditionOn && { conditionOn: index.conditionOn.map(renamed) }),
      })),
    }),
    foreignKeys: table.foreignKeys.map((foreignKey) => ({
      ...foreignKey,
      ...(table === owner && { columns: foreignKey.columns.map(renamed) }),
      ...(isTo(foreignKey, owner) && { targetColumns: foreignKey.targetColumns.map(renamed) }),
    })),
  }));
}

/** The tables after one part of a table was replaced. */
export function withPart<K extends "columns" | "indexes" | "foreignKeys">(
  stored: StoredSchema,
  owner: StoredTable,
  kind: K,
  from: StoredTable[K][number],
  to: StoredTable[K][number],
): StoredSchema {
  return withTables(stored, (table) =>
    table === owner
      ? { ...table, [kind]: (table[kind] as readonly unknown[]).map((part) => (part === from ? to : part)) }
      : table,
  );
}

function withTables(stored: StoredSchema, change: (table: StoredTable) => StoredTable): StoredSchema {
  return { ...stored, tables: stored.tables.map(change) };
}

function isTo({ targetSchema, targetTable }: StoredForeignKey, { schema, name }: StoredTable): boolean {
  return targetTable === name && targetSchema === schema;
}
