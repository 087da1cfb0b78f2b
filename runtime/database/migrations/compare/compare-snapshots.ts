import type { TableDialect } from "../../schema/schema-dialect.js";
import { sql } from "../../sql/sql.js";
import type { Field, TableForeignKey, TableEntity } from "../../../model/model.js";
import { constraintName } from "../../schema/constraint-names.js";
import { createWithIndexes, onlyYouKnow, foreignKeyPlace } from "../../schema/create-tables.js";
import { addForeignKey } from "../../schema/definitions.js";
import { tableName } from "../../sql/table-name.js";
import { columnSteps, undecided, placeOfColumn } from "./column-steps.js";
import {
  comparedTables,
  declaredType,
  hasOwnIndex,
  type ComparedTables,
  type TablePair,
} from "./compared-tables.js";
import { makeStep, type SchemaStep } from "./schema-step.js";
import type { Renamed } from "./match-tables.js";
import { sameFor, renameSteps } from "./rename-steps.js";
import { rebuildStep } from "./rebuild-step.js";

/**
 * The steps from one snapshot to another, in a working order: obstacles are removed first, names and new tables come
 * before their uses, and steps that lose data come last.
 * @param before The tables as they are, or none.
 */
export function compareSnapshots(
  before: readonly TableEntity[],
  after: readonly TableEntity[],
  renames: readonly Renamed[],
  dialect: TableDialect,
): readonly SchemaStep[] {
  const tables = comparedTables(before, after, renames, dialect);
  const { kept, added, removed } = tables;
  const isSame = sameFor(dialect.schema);
  const isAt = (a: TableEntity, b: TableEntity) => a.schema === b.schema && isSame(a.table, b.table);
  const isEarly = (table: TableEntity) =>
    kept.some(({ former, is }) => former.table !== is.table && isAt(is, table));
  return [
    ...createSchemas(tables),
    ...dropForeignKeys(tables),
    ...kept.flatMap((pair) => dropIndexes(pair, tables)),
    ...removed.filter(isEarly).flatMap((table) => dropTable(table, tables)),
    ...kept.flatMap((pair) => dropColumns(pair, tables, true)),
    ...renameSteps(tables),
    ...added.flatMap((table) => addTable(table, tables)),
    ...kept.flatMap((pair) => changeTable(pair, tables)),
    ...addForeignKeys(tables),
    ...kept.flatMap((pair) => dropColumns(pair, tables, false)),
    ...removed.filter((table) => !isEarly(table)).flatMap((table) => dropTable(table, tables)),
  ];
}

function createSchemas({ kept, added, removed, dialect }: ComparedTables): readonly SchemaStep[] {
  const known = new Set([...kept.map(({ former }) => former), ...removed].map(({ schema }) => schema));
  const wanted = new Set(added.flatMap(({ schema }) => schema ?? []));
  return [...wanted]
    .filter((name) => !known.has(name))
    .map((name) =>
      makeStep("add", `Adds the schema "${name}".`, dialect.schema.schemas?.create(name) ?? [], dialect),
    );
}

function addTable(table: TableEntity, tables: ComparedTables): readonly SchemaStep[] {
  const message = `Adds the table "${table.table}".`;
  const known = table.fields.flatMap((field) => {
    const text = onlyYouKnow(field);
    return text === undefined ? [] : [`"${field.column}" has ${text}`];
  });
  if (known.length > 0)
    return [undecided(`${message} Its column ${known.join(", and ")}: write the statements.`, tables)];
  return [makeStep("add", message, createWithIndexes(table, tables), tables.dialect)];
}

function dropTable(table: TableEntity, { dialect }: ComparedTables): readonly SchemaStep[] {
  const { dropLeft } = dialect.schema.migrations;
  const statements = [
    sql`drop table ${tableName(table)}`,
    ...table.fields.flatMap((field) => dropLeft?.(table, field) ?? []),
  ];
  const loss = `Loses the rows of "${table.table}".`;
  return [makeStep("remove", `Removes the table "${table.table}".`, statements, dialect, loss)];
}

/** @param isEarly Whether to remove those whose names are needed again, or the others. */
function dropColumns(pair: TablePair, { dialect }: ComparedTables, isEarly: boolean): readonly SchemaStep[] {
  const { columns, former, is } = pair;
  const { dropColumn, dropLeft } = dialect.schema.migrations;
  const stays = new Set(columns.map((column) => column.former));
  const isSame = sameFor(dialect.schema);
  const isNeeded = ({ column }: Field) => is.fields.some((field) => isSame(field.column, column));
  const owner = isEarly ? former : { ...former, table: is.table };
  return former.fields
    .filter((field) => !stays.has(field) && isNeeded(field) === isEarly)
    .map((field) => {
      const place = placeOfColumn(owner, field.column);
      const statements = [
        ...dropColumn({ ...former, table: owner.table }, field),
        ...(dropLeft?.(former, field) ?? []),
      ];
      const loss = `Loses the values of ${place}.`;
      return makeStep("remove", `Removes the column ${place}.`, statements, dialect, loss);
    });
}

function dropIndexes({ former, indexes }: TablePair, { dialect }: ComparedTables): readonly SchemaStep[] {
  return indexes.removed.map(({ name, column }) => {
    const message = `Removes the index on ${placeOfColumn(former, column)}.`;
    return makeStep("remove", message, [dialect.schema.migrations.dropIndex(former, name)], dialect);
  });
}

/** The changes of an existing table, besides names, foreign keys and removed columns. */
function changeTable(pair: TablePair, tables: ComparedTables): readonly SchemaStep[] {
  const steps = columnSteps(pair, tables);
  const { added, filled, changed } = steps;
  const rebuild = rebuildStep(pair, steps, tables);
  return [
    ...added,
    ...changeKey(pair, tables),
    ...filled,
    ...(rebuild === undefined
      ? [...changed.map(({ step }) => step), ...addIndexes(pair, tables)]
      : [rebuild]),
  ];
}

function changeKey({ was, is }: TablePair, tables: ComparedTables): readonly SchemaStep[] {
  const [from, to] = [was, is].map((entity) =>
    entity.keys.map((field) => `"${field.column}" ${declaredType(entity, field, tables.dialect)}`).join(", "),
  );
  if (from === to) return [];
  const message = `The primary key of "${is.table}" becomes (${to ?? ""}). It was (${from ?? ""}). Write the statements, also for the foreign keys that refer to it.`;
  return [undecided(message, tables)];
}

function addIndexes({ is, indexes }: TablePair, { dialect }: ComparedTables): readonly SchemaStep[] {
  const { createIndex, migrations } = dialect.schema;
  return indexes.added.map((index) => {
    const message = `Adds the ${index.kind === "unique" ? "unique " : ""}index on ${placeOfColumn(is, index.column)}.`;
    const create = createIndex(index);
    return makeStep("add", message, [migrations.createIndex?.(index, create) ?? create], dialect);
  });
}

/** Drops obsolete foreign keys, so that tables and columns can be dropped in any order. */
function dropForeignKeys(tables: ComparedTables): readonly SchemaStep[] {
  const { kept, removed, dialect } = tables;
  const { maxNameLength, migrations } = dialect.schema;
  const { dropForeignKey, dropIndex, indexesForeignKeys } = migrations;
  if (dropForeignKey === undefined) return [];
  const drop = (owner: TableEntity, foreignKey: TableForeignKey, isTableKept: boolean) => {
    const isIndexLeft =
      isTableKept && indexesForeignKeys === true && hasOwnIndex(owner, foreignKey.fields, dialect);
    const name = constraintName("fk", owner, foreignKey.fields, maxNameLength);
    const statements = [dropForeignKey(owner, name), ...(isIndexLeft ? [dropIndex(owner, name)] : [])];
    const message = `Removes the foreign key from ${foreignKeyPlace(owner, foreignKey)}.`;
    return makeStep("remove", message, statements, dialect);
  };
  return [
    ...kept.flatMap(({ former, foreignKeys }) =>
      foreignKeys.removed.map((foreignKey) => drop(former, foreignKey, true)),
    ),
    ...removed.flatMap((table) =>
      table.foreignKeys
        // Dropping the table also drops its other foreign keys.
        .filter(
          ({ targetEntityName }) =>
            targetEntityName !== table.name && removed.some(({ name }) => name === targetEntityName),
        )
        .map((foreignKey) => drop(table, foreignKey, false)),
    ),
  ];
}

function addForeignKeys(tables: ComparedTables): readonly SchemaStep[] {
  const { kept, added, dialect } = tables;
  const { maxNameLength, migrations } = dialect.schema;
  const add = (owner: TableEntity, foreignKey: TableForeignKey, isNew: boolean) =>
    addForeignKey(owner, foreignKey, tables).map((statement) => {
      const name = constraintName("fk", owner, foreignKey.fields, maxNameLength);
      const inUse = isNew ? undefined : migrations.addForeignKey?.(owner, name, statement);
      const message = `Adds the foreign key from ${foreignKeyPlace(owner, foreignKey)}.`;
      return makeStep("add", message, inUse ?? [statement], dialect);
    });
  return [
    ...added.flatMap((table) => table.foreignKeys.flatMap((foreignKey) => add(table, foreignKey, true))),
    ...kept.flatMap(({ is, foreignKeys }) =>
      foreignKeys.added.flatMap((foreignKey) => add(is, foreignKey, false)),
    ),
  ];
}
