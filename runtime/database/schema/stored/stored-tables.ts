import type { Field, TableEntity } from "../../../model/model.js";
import type { AnyKysely } from "../../sql/sql.js";
import { findColumn, findTable } from "./find-stored.js";
import type { TableDialect } from "../schema-dialect.js";
import type { StoredColumn, StoredTable } from "./stored-schema.js";

/** Reads the stored tables of the entities. Entities without a table are left out. */
export async function readStoredTables<E extends TableEntity>(
  db: AnyKysely,
  entities: readonly E[],
  dialect: TableDialect,
): Promise<ReadonlyMap<E, StoredTable>> {
  const { readTables, defaultSchema } = dialect.schema;
  const names = entities.map(({ table }) => table);
  const [stored, schema] = [await readTables(db, names), await defaultSchema(db)];
  return new Map(
    entities.flatMap((entity) => {
      const table = findTable(entity, stored, schema);
      return table === undefined ? [] : [[entity, table]];
    }),
  );
}

/** The columns of the entities' fields. Fields without one are left out. */
export function columnsOfFields(
  tables: ReadonlyMap<TableEntity, StoredTable>,
): ReadonlyMap<Field, StoredColumn> {
  const columns = new Map<Field, StoredColumn>();
  for (const [entity, table] of tables) {
    for (const field of entity.fields) {
      const column = findColumn(field, table);
      if (column !== undefined) columns.set(field, column);
    }
  }
  return columns;
}
