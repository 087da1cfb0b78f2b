import { findTable } from "../../runtime/database/schema/stored/find-stored.js";
import type { Dialect } from "../../runtime/database/dialect.js";
import type { StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import { isServerTable } from "../../runtime/config/resolve/resolve-server-tables.js";
import { tableNameMistake } from "../../runtime/config/rules/stored-names.js";
import type { Entity } from "../../runtime/model/model.js";
import { oneLine } from "../one-line.js";
import { importEntity } from "./import-entity.js";
import { importForeignKeys } from "./import-foreign-keys.js";
import type { Imported, ImportHints } from "./imported.js";
import { chooseNames } from "./choose-names.js";
import { nameInverses } from "./name-inverses.js";

/**
 * Describes tables as entities of a configuration.
 * @param configured The entities of the existing configuration. They keep their names.
 * @param hints Information about the tables from another tool's file.
 */
export function entitiesFromTables(
  tables: readonly StoredTable[],
  defaultSchema: string | undefined,
  dialect: Dialect,
  configured: readonly Entity[] = [],
  hints: ImportHints = new Map(),
): Imported {
  const known = new Map(
    configured.flatMap((entity) => {
      const table = findTable(entity, tables, defaultSchema);
      return table === undefined ? [] : [[table, entity] as const];
    }),
  );
  const unknown = defaultFirst(tables, defaultSchema).filter((table) => !known.has(table));
  const names = chooseNames(
    unknown.map((table) => hints.get(table)?.entityName ?? wantedName(table, unknown)),
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
    const name = known.get(table)?.name ?? names[unknown.indexOf(table)] ?? table.name;
    return (
      importEntity(table, name, {
        dialect,
        defaultSchema,
        keyNames,
        known: known.get(table),
        hints: hints.get(table) ?? {},
      }) ?? `${describe(table)} is left out: it has no column to sort records by.`
    );
  });
  const entities = results.filter((result) => typeof result !== "string");
  const related = entities.map((entity) => importForeignKeys(entity, entities, hints.get(entity.table)));
  return {
    entities: nameInverses(related, { hints, configured: known }),
    leftOut: results.filter((result) => typeof result === "string"),
  };
}

/**
 * Tables of the default schema come first, so that they keep their name if another schema has a table of the
 * same name.
 */
function defaultFirst(
  tables: readonly StoredTable[],
  defaultSchema: string | undefined,
): readonly StoredTable[] {
  const isDefault = ({ schema }: StoredTable) => schema === defaultSchema;
  return [...tables.filter(isDefault), ...tables.filter((table) => !isDefault(table))];
}

/** The table's name, with its schema as prefix if an earlier table has the same name. */
function wantedName(table: StoredTable, tables: readonly StoredTable[]): string {
  const isTaken = tables
    .slice(0, tables.indexOf(table))
    .some(({ name, schema }) => name.toLowerCase() === table.name.toLowerCase() && schema !== table.schema);
  return isTaken ? `${table.schema ?? ""}_${table.name}` : table.name;
}

function describe({ isView, name }: StoredTable): string {
  return `The ${isView ? "view" : "table"} "${oneLine(name)}"`;
}
