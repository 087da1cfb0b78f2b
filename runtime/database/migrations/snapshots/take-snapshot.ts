import { indexKind, indexOption } from "../../../model/index-options.js";
import type { Entity, Field, TableEntity } from "../../../model/model.js";
import { countsUp } from "../../schema/schema-entity.js";
import {
  columnOptions,
  type SchemaSnapshot,
  type SnapshotColumn,
  type SnapshotForeignKey,
  type SnapshotTable,
} from "./schema-snapshot.js";

/**
 * The tables of a Model, for the migration after `previous`. Without read-only ones, which may be views or belong to
 * other programs.
 */
export function takeSnapshot(tables: readonly Entity[], previous: string | null): SchemaSnapshot {
  const written = tables.filter(({ isReadOnly }) => !isReadOnly);
  const taken = written.map((table) => takeTable(table, written));
  return { version: 1, previous, tables: taken.toSorted((a, b) => compareTexts(placeKey(a), placeKey(b))) };
}

/** Identifies a table, whatever characters its name contains. */
export function placeKey({ schema, table }: Pick<TableEntity, "schema" | "table">): string {
  return JSON.stringify([schema ?? "", table]);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function takeTable(entity: Entity, tables: readonly Entity[]): SnapshotTable {
  return {
    table: entity.table,
    schema: entity.schema,
    keys: entity.keys.map(({ column }) => column),
    columns: entity.fields.map((field) => takeColumn(entity, field)),
    foreignKeys: entity.foreignKeys.flatMap(({ fields, targetEntityName }): readonly SnapshotForeignKey[] => {
      const target = tables.find(({ name }) => name === targetEntityName);
      const columns = fields.map(({ column }) => column);
      return target === undefined
        ? []
        : [{ columns, targetSchema: target.schema, targetTable: target.table }];
    }),
  };
}

function takeColumn(entity: Entity, field: Field): SnapshotColumn {
  const { column, type, values } = field;
  return {
    column,
    type,
    ...(field.isNullable && { isNullable: true }),
    ...(countsUp(entity, field) && { countsUp: true }),
    ...indexOption(indexKind(field)),
    ...Object.fromEntries(
      columnOptions.flatMap((name) => (field[name] === undefined ? [] : [[name, field[name]]])),
    ),
    // For other types, the server checks the values.
    ...(type === "enum" && values !== undefined && { values }),
    ...((field.default ?? null) !== null && { default: field.default }),
  };
}
