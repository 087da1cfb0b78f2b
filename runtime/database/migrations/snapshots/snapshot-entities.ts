import type { TableEntity } from "../../../model/model.js";
import type { SchemaEntity } from "../../schema/schema-entity.js";
import type { SchemaSnapshot } from "./schema-snapshot.js";
import { tablesOf } from "./tables-of.js";

/**
 * The tables of a snapshot as entities for `compareSchema`: with readable names, and writable, so that a column that
 * would prevent new rows is found.
 */
export function snapshotEntities(snapshot: Pick<SchemaSnapshot, "tables">): {
  readonly tables: readonly SchemaEntity[];
} {
  const tables = tablesOf(snapshot);
  const names = new Map(tables.map((each) => [each.name, shownName(each)]));
  return {
    tables: tables.map((each) => ({
      ...written,
      ...each,
      name: shownName(each),
      foreignKeys: each.foreignKeys.map((foreignKey) => ({
        ...foreignKey,
        targetEntityName: names.get(foreignKey.targetEntityName) ?? foreignKey.targetEntityName,
      })),
    })),
  };
}

/** `item`, `shop.item` */
export function shownName({ schema, table }: Pick<TableEntity, "schema" | "table">): string {
  return schema === undefined ? table : `${schema}.${table}`;
}

const written: Omit<SchemaEntity, keyof TableEntity> = {
  formerTables: [],
  renamedFrom: undefined,
  policy: { read: [], create: ["admin"], update: [], delete: [] },
};
