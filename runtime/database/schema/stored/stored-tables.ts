import type { Field, TableEntity } from "../../../model/model.js";
import type { AnyKysely } from "../../sql/sql.js";
import { findColumn, findTable } from "./find-stored.js";
import { diffParts } from "../compare/diff-parts.js";
import type { TableDialect } from "../schema-dialect.js";
import type { StoredColumn, StoredSchema, StoredTable } from "./stored-schema.js";

export async function readSchema(
  db: AnyKysely,
  names: readonly string[],
  { schema }: TableDialect,
): Promise<StoredSchema> {
  return { tables: await schema.readTables(db, names), defaultSchema: await schema.schemas?.readDefault(db) };
}

/** Reads the stored tables of the entities. Entities without a table are left out. */
export async function readStoredTables<E extends TableEntity>(
  db: AnyKysely,
  entities: readonly E[],
  dialect: TableDialect,
): Promise<ReadonlyMap<E, StoredTable>> {
  const names = entities.map(({ table }) => table);
  return tablesOfEntities(entities, await readSchema(db, names, dialect));
}

/** The stored tables of the entities. Entities without a table are left out. */
export function tablesOfEntities<E extends TableEntity>(
  entities: readonly E[],
  stored: StoredSchema,
): ReadonlyMap<E, StoredTable> {
  return diffParts(stored.tables, entities, (entity) => findTable(entity, stored)).formers;
}

/** The columns of the entities' fields. Fields without one are left out. */
export function columnsOfFields(
  tables: ReadonlyMap<TableEntity, StoredTable>,
): ReadonlyMap<Field, StoredColumn> {
  const columns = Array.from(tables, ([{ fields }, table]) => [
    ...diffParts(table.columns, fields, (field) => findColumn(field, table)).formers,
  ]);
  return new Map(columns.flat());
}
