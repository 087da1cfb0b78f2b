import type { TableDialect } from "../../schema/schema-dialect.js";
import type { MigrationScript } from "../migration.js";
import { actionsOf, type RatingDialect } from "../rating/rate-statement.js";
import type { SchemaSnapshot } from "../snapshots/schema-snapshot.js";
import { compareStructures, structureOf, findStructure, type TableStructure } from "./table-structure.js";
import type { Action } from "../rating/action.js";

/**
 * Whether a script turns one snapshot into the other, comparing the names of tables, columns, indexes and foreign
 * keys. Types and values are not compared, because people edit them.
 * @returns The changes that it lacks, as sentences that begin with its path.
 */
export function checkAgreement(
  { path, up }: Pick<MigrationScript, "path" | "up">,
  before: Pick<SchemaSnapshot, "tables">,
  after: Pick<SchemaSnapshot, "tables">,
  dialect: TableDialect & RatingDialect,
): readonly string[] {
  const made = structureOf(before, dialect);
  for (const step of up)
    if (step.kind === "sql")
      for (const action of actionsOf(step.text, dialect)) applyToStructure(made, action);
  return compareStructures(structureOf(before, dialect), made, structureOf(after, dialect)).map(
    (difference) => `${path}: ${difference}, but "snapshot.json" beside it does.`,
  );
}

/** Applies an action of a statement to the names of tables and their parts. Other actions change nothing. */
export function applyToStructure(tables: TableStructure[], action: Action): void {
  const { kind, schema, name = "", target = "", columns = [], foreignKeys = [] } = action;
  const place = action.table === undefined ? undefined : { schema, table: action.table };
  const table = findStructure(tables, place);
  // Some databases name an index without its table.
  const owners = table === undefined ? tables : [table];
  switch (kind) {
    case "create table":
      if (place !== undefined) tables.push(createdStructure(place, action));
      return;
    case "drop table":
      if (table !== undefined) tables.splice(tables.indexOf(table), 1);
      return;
    case "rename table":
      if (table !== undefined) table.table = target;
      // SQL Server renames a constraint by the same words.
      else for (const each of tables) renameKey(each.foreignKeys, place?.table, target);
      return;
    case "add column":
      table?.columns.set(name, name);
      for (const [key, names] of foreignKeys) table?.foreignKeys.set(key, names);
      return;
    case "drop column":
      table?.columns.delete(name);
      for (const parts of partsOf(table))
        for (const [key, names] of parts) if (names.includes(name)) parts.delete(key);
      return;
    case "rename column":
      renameColumn(table, name, target);
      return;
    case "create index":
    case "create unique index":
      table?.indexes.set(name, columns);
      return;
    case "add unique":
      if (columns.length > 0) table?.indexes.set(name, columns);
      return;
    case "add foreign key":
      table?.foreignKeys.set(name, columns);
      return;
    case "drop index":
      for (const { indexes } of owners) indexes.delete(name);
      return;
    case "drop constraint":
      for (const parts of partsOf(table)) parts.delete(name);
      return;
    case "rename within":
      for (const parts of owners.flatMap(partsOf)) renameKey(parts, name, target);
      return;
    default:
  }
}

function createdStructure(
  place: Pick<TableStructure, "schema" | "table">,
  { definitions = new Map(), foreignKeys, isOpaque = false }: Action,
): TableStructure {
  const columns = new Map(Array.from(definitions.keys(), (name) => [name, name]));
  return { ...place, columns, indexes: new Map(), foreignKeys: new Map(foreignKeys), isOpaque };
}

function partsOf(table: TableStructure | undefined): readonly Map<string, readonly string[]>[] {
  return table === undefined ? [] : [table.indexes, table.foreignKeys];
}

function renameColumn(table: TableStructure | undefined, from: string, to: string): void {
  if (table?.columns.delete(from) !== true) return;
  table.columns.set(to, to);
  for (const parts of partsOf(table))
    for (const [key, names] of parts)
      parts.set(
        key,
        names.map((name) => (name === from ? to : name)),
      );
}

function renameKey(parts: Map<string, readonly string[]>, from = "", to: string): void {
  const columns = parts.get(from);
  if (columns === undefined) return;
  parts.delete(from);
  parts.set(to, columns);
}
