import type { TableForeignKey, TableEntity } from "../../../model/model.js";
import { createField } from "../../../model/create-field.js";
import type { SnapshotTable, SnapshotTables } from "./schema-snapshot.js";
import { placeKey } from "./take-snapshot.js";
import type { SchemaEntity } from "../../schema/schema-entity.js";

/** The tables of a snapshot in the form for creating and comparing tables. */
export function tablesOf({ tables }: SnapshotTables): readonly TableEntity[] {
  return tables.map(toEntity);
}

function toEntity(table: SnapshotTable): TableEntity {
  const fields = table.columns.map(({ countsUp, ...column }) =>
    createField({ ...column, name: column.column, isCreatable: countsUp !== true }),
  );
  const fieldOf = (column: string) => fields.filter((field) => field.column === column);
  return {
    name: placeKey(table),
    table: table.table,
    schema: table.schema,
    fields,
    keys: table.keys.flatMap(fieldOf),
    isReadOnly: false,
    foreignKeys: table.foreignKeys.flatMap((foreignKey): readonly TableForeignKey[] => {
      const { targetSchema: schema, targetTable } = foreignKey;
      const [first, ...others] = foreignKey.columns.flatMap(fieldOf);
      const targetEntityName = placeKey({ schema, table: targetTable });
      return first === undefined ? [] : [{ fields: [first, ...others], targetEntityName }];
    }),
  };
}

/**
 * The tables of a snapshot as entities for `compareSchema`: with readable names, and writable, so that a column that
 * would prevent new rows is found.
 */
export function snapshotEntities(snapshot: SnapshotTables): readonly SchemaEntity[] {
  const tables = tablesOf(snapshot);
  const names = new Map(tables.map((each) => [each.name, shownName(each)]));
  return tables.map((each) => ({
    ...written,
    ...each,
    name: shownName(each),
    foreignKeys: each.foreignKeys.map(({ fields, targetEntityName }) => ({
      fields,
      targetEntityName: names.get(targetEntityName) ?? targetEntityName,
    })),
  }));
}

/** `item`, `shop.item` */
export function shownName({ schema, table }: Pick<TableEntity, "schema" | "table">): string {
  return schema === undefined ? table : `${schema}.${table}`;
}

const written: Omit<SchemaEntity, keyof TableEntity> = {
  formerTables: [],
  policy: { read: [], create: ["admin"], update: [], delete: [] },
};
