import { diffParts } from "../../runtime/database/schema/compare/diff-parts.js";
import { findTable } from "../../runtime/database/schema/stored/find-stored.js";
import type { StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import type { Dialect } from "../../runtime/database/dialect.js";
import { isServerTable } from "../../runtime/config/resolve/resolve-server-tables.js";
import { tableNameMistake } from "../../runtime/config/rules/stored-names.js";
import type { Entity } from "../../runtime/model/model.js";
import { oneLine } from "../one-line.js";
import { importEntity } from "./import-entity.js";
import { importForeignKeys } from "./import-foreign-keys.js";
import type { ImportedTables, ImportTable } from "./imported.js";
import { chooseNames } from "./choose-names.js";
import { nameInverses } from "./name-inverses.js";

/**
 * Describes tables as entities of a configuration.
 * @param configured The entities of the existing configuration. They keep their names.
 */
export function entitiesFromTables(
  tables: readonly ImportTable[],
  defaultSchema: string | undefined,
  dialect: Dialect,
  configured: readonly Entity[] = [],
): ImportedTables {
  const find = (entity: Entity) => findTable(entity, { tables, defaultSchema });
  const { formers } = diffParts<StoredTable, Entity>(tables, configured, find);
  const known = new Map(Array.from(formers, ([entity, table]) => [table, entity]));
  const unknown = defaultFirst(tables, defaultSchema).filter((table) => !known.has(table));
  const names = chooseNames(
    unknown.map((table) => table.hints?.entityName ?? wantedName(table, unknown)),
    "entity",
    configured.map(({ name }) => name),
  );
  const keyNames = new Set(
    tables.flatMap(({ primaryKey: [name, ...more] }) =>
      name === undefined || more.length > 0 ? [] : [name.toLowerCase()],
    ),
  );
  const results = tables.map((table) => {
    if (!known.has(table) && isServerTable(table.name))
      return `${describe(table)} is left out: it belongs to the server.`;
    const mistake = tableNameMistake(table.name);
    if (mistake !== undefined) return `${describe(table)} is left out: its name ${mistake}.`;
    if (table.synonymOf !== undefined)
      return `The synonym "${oneLine(table.name)}" is left out: describe what it stands for, ${oneLine(table.synonymOf)}, or a view of it if it is in another database.`;
    if (table.columns.length === 0)
      return `${describe(table)} is left out: the database shows no columns of it, or cannot read it.`;
    const name = known.get(table)?.name ?? names[unknown.indexOf(table)] ?? table.name;
    return (
      importEntity(table, name, { dialect, defaultSchema, keyNames, configured: known.get(table) }) ??
      `${describe(table)} is left out: it has no column to sort records by.`
    );
  });
  const entities = results.filter((result) => typeof result !== "string");
  return {
    entities: nameInverses(entities.map((entity) => importForeignKeys(entity, entities))),
    leftOut: results.filter((result) => typeof result === "string"),
  };
}

/**
 * Tables of the default schema come first, so that they keep their name if another schema has a table of the same name.
 */
function defaultFirst(
  tables: readonly ImportTable[],
  defaultSchema: string | undefined,
): readonly ImportTable[] {
  const isDefault = ({ schema }: ImportTable) => schema === defaultSchema;
  return [...tables.filter(isDefault), ...tables.filter((table) => !isDefault(table))];
}

/** The table's name, with its schema as prefix if an earlier table has the same name. */
function wantedName(table: ImportTable, tables: readonly ImportTable[]): string {
  const isTaken = tables
    .slice(0, tables.indexOf(table))
    .some(({ name, schema }) => name.toLowerCase() === table.name.toLowerCase() && schema !== table.schema);
  return isTaken ? `${table.schema ?? ""}_${table.name}` : table.name;
}

function describe({ isView, name }: ImportTable): string {
  return `The ${isView ? "view" : "table"} "${oneLine(name)}"`;
}
