import type { Field, TableForeignKey } from "../../../model/model.js";
import { indexesOf, type NewIndex } from "../field-index.js";
import type { TableDialect } from "../schema-dialect.js";
import type { SchemaEntity } from "../schema-entity.js";
import {
  columnNamesOf,
  findColumn,
  findTable,
  kindOfIndex,
  sameName,
  sameNames,
  unnamedIndex,
} from "../stored/find-stored.js";
import type {
  StoredColumn,
  StoredForeignKey,
  StoredIndex,
  StoredSchema,
  StoredTable,
} from "../stored/stored-schema.js";
import { diffParts, type Diff } from "./diff-parts.js";

/** An entity and its table, and the difference between their parts. */
export interface StoredPair {
  readonly entity: SchemaEntity;
  readonly table: StoredTable;
  readonly columns: Diff<StoredColumn, Field>;
  readonly indexes: Diff<StoredIndex, NewIndex>;
  readonly foreignKeys: Diff<StoredForeignKey, TableForeignKey>;
}

/** The difference between the tables of a database and those that entities need. */
export interface StoredDiff extends Diff<StoredTable, SchemaEntity> {
  readonly pairs: readonly StoredPair[];
}

/** Several may have the same former one: an index can serve as another one too. */
export function diffStored(
  entities: readonly SchemaEntity[],
  stored: StoredSchema,
  dialect: TableDialect,
): StoredDiff {
  const tables = diffParts(stored.tables, entities, (entity) => findTable(entity, stored));
  const pairs = Array.from(tables.formers, ([entity, table]): StoredPair => {
    const all = [...table.indexes, unnamedIndex(table.primaryKey, "unique")];
    return {
      entity,
      table,
      columns: diffParts(table.columns, entity.fields, (field) => findColumn(field, table)),
      indexes: diffParts(
        all,
        indexesOf(entity, dialect),
        (wanted) => all.find(({ name }) => sameName(name, wanted.name)),
        (wanted) => all.find((index) => serves(index, wanted)),
      ),
      foreignKeys: diffParts(table.foreignKeys, entity.foreignKeys, (wanted) => {
        const target = entities.find(({ name }) => name === wanted.targetEntityName);
        return table.foreignKeys.find((foreignKey) =>
          leadsTo(foreignKey, wanted, target, target && tables.formers.get(target)),
        );
      }),
    };
  });
  return { ...tables, pairs };
}

/** Whether an index does what another one would do. */
export function serves(index: StoredIndex, { column, kind }: NewIndex): boolean {
  const [first = "", ...others] = index.columns;
  if (index.isPartial || !sameName(first, column)) return false;
  return kind === "ordinary" || (kindOfIndex(index) === "unique" && others.length === 0);
}

/** Whether a foreign key refers to the key of this entity, each column to its own. */
function leadsTo(
  { columns: from, targetSchema, targetTable, targetColumns }: StoredForeignKey,
  { fields }: TableForeignKey,
  target: SchemaEntity | undefined,
  table: StoredTable | undefined,
): boolean {
  if (target === undefined || table === undefined) return false;
  const isTable = sameName(targetTable, table.name) && (targetSchema ?? table.schema) === table.schema;
  // In SQLite, a foreign key without target columns refers to the primary key.
  const to = targetColumns.length === 0 ? table.primaryKey : targetColumns;
  return isTable && sameNames(pairsOf(from, to), pairsOf(columnNamesOf(fields), columnNamesOf(target.keys)));
}

/** `"author" → "id"` */
export function pairsOf(columns: readonly string[], targets: readonly string[]): readonly string[] {
  return columns.map((column, index) => `"${column}" → "${targets[index] ?? ""}"`);
}
