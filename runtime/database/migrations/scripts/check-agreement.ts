import { constraintName } from "../../schema/constraint-names.js";
import { hasInlineForeignKeys } from "../../schema/definitions.js";
import { indexesOf } from "../../schema/field-index.js";
import type { TableDialect } from "../../schema/schema-dialect.js";
import type { TablePlace } from "../../schema/schema-entity.js";
import { columnNamesOf, sameName } from "../../schema/stored/find-stored.js";
import type { MigrationScript } from "../migration.js";
import type { Action } from "../rating/action.js";
import { actionsOf, type RatingDialect } from "../rating/rate-statement.js";
import type { SnapshotTables } from "../snapshots/schema-snapshot.js";
import { tablesOf } from "../snapshots/tables-of.js";

/** The names of a table's parts, without regard to case: a change of case does not change the structure. */
interface TableStructure {
  table: string;
  readonly schema: string | undefined;
  /** By kind and lower-case name. */
  readonly parts: Map<string, TablePart>;
  /** Whether its columns are unknown, because a query defines them. */
  readonly isOpaque: boolean;
}

interface TablePart {
  readonly kind: "column" | "index" | "foreign key";
  /** As snapshots write a column, and in lower case for all others. */
  readonly name: string;
  /** In lower case. That of a column is itself. */
  readonly columns: readonly string[];
}

/**
 * Whether a script turns one snapshot into the other, comparing the names of tables, columns, indexes and foreign
 * keys. Types and values are not compared, because people edit them.
 * @returns The changes that it lacks, as sentences that begin with its path.
 */
export function checkAgreement(
  { path, up }: Pick<MigrationScript, "path" | "up">,
  before: SnapshotTables,
  after: SnapshotTables,
  dialect: TableDialect & RatingDialect,
): readonly string[] {
  const made = structureOf(before, dialect);
  for (const step of up)
    if (step.kind === "sql") for (const action of actionsOf(step.text, dialect)) apply(made, action);
  return lacking(structureOf(before, dialect), made, structureOf(after, dialect)).map(
    (difference) => `${path}: ${difference}, but "snapshot.json" beside it does.`,
  );
}

function structureOf(snapshot: SnapshotTables, dialect: TableDialect): TableStructure[] {
  return tablesOf(snapshot).map((entity) => {
    const { table, schema, fields } = entity;
    const structure = { table, schema, parts: new Map<string, TablePart>(), isOpaque: false };
    for (const { column } of fields) put(structure, "column", column);
    for (const { name, column } of indexesOf(entity, dialect))
      put(structure, "index", name.toLowerCase(), [column]);
    for (const foreignKey of hasInlineForeignKeys(dialect) ? [] : entity.foreignKeys) {
      const name = constraintName("fk", entity, foreignKey.fields, dialect.schema.maxNameLength);
      put(structure, "foreign key", name.toLowerCase(), columnNamesOf(foreignKey.fields));
    }
    return structure;
  });
}

function put(
  { parts }: TableStructure,
  kind: TablePart["kind"],
  name: string,
  columns: readonly string[] = [name],
): void {
  parts.set(keyOf(kind, name), { kind, name, columns: columns.map((column) => column.toLowerCase()) });
}

function keyOf(kind: TablePart["kind"], name: string): string {
  return `${kind} ${name.toLowerCase()}`;
}

function findStructure(tables: readonly TableStructure[], place: TablePlace): TableStructure | undefined {
  const named = tables.filter(({ table }) => sameName(table, place.table));
  // A script may write the default schema, which snapshots leave out.
  return (
    named.find(({ schema }) => schema?.toLowerCase() === place.schema?.toLowerCase()) ??
    named.find(({ schema }) => schema === undefined || place.schema === undefined)
  );
}

/** Applies an action of a statement to the names of tables and their parts. Other actions change nothing. */
function apply(tables: TableStructure[], action: Action): void {
  const { kind, schema, name = "", target = "", foreignKeys = [] } = action;
  const table =
    action.table === undefined ? undefined : findStructure(tables, { schema, table: action.table });
  // Some databases name an index without its table.
  const owners = table === undefined ? tables : [table];
  switch (kind) {
    case "create table": {
      if (action.table === undefined) return;
      const { definitions, isOpaque = false } = action;
      const created: TableStructure = { schema, table: action.table, parts: new Map(), isOpaque };
      for (const column of definitions?.keys() ?? []) put(created, "column", column);
      for (const [key, names] of foreignKeys) put(created, "foreign key", key, names);
      tables.push(created);
      return;
    }
    case "drop table":
      if (table !== undefined) tables.splice(tables.indexOf(table), 1);
      return;
    case "rename table":
      if (table !== undefined) table.table = target;
      // SQL Server renames a constraint by the same words.
      else for (const each of tables) renamePart(each, "foreign key", action.table, target);
      return;
    case "drop index":
      for (const { parts } of owners) parts.delete(keyOf("index", name));
      return;
    case "rename within":
      for (const owner of owners)
        for (const each of ["index", "foreign key"] as const) renamePart(owner, each, name, target);
      return;
    default:
      if (table !== undefined) applyToParts(table, action);
  }
}

function applyToParts(table: TableStructure, action: Action): void {
  const { kind, name = "", target = "", columns = [], foreignKeys = [] } = action;
  const { parts } = table;
  switch (kind) {
    case "add column":
      put(table, "column", name);
      for (const [key, names] of foreignKeys) put(table, "foreign key", key, names);
      return;
    case "drop column":
      for (const [key, part] of parts) if (part.columns.includes(name)) parts.delete(key);
      return;
    case "rename column":
      if (!parts.has(keyOf("column", name))) return;
      for (const [key, part] of [...parts]) {
        if (!part.columns.includes(name)) continue;
        parts.delete(key);
        const renamed = part.columns.map((column) => (column === name ? target : column));
        put(table, part.kind, part.kind === "column" ? target : part.name, renamed);
      }
      return;
    case "create index":
    case "create unique index":
      put(table, "index", name, columns);
      return;
    case "add unique":
      if (columns.length > 0) put(table, "index", name, columns);
      return;
    case "add foreign key":
      put(table, "foreign key", name, columns);
      return;
    case "drop constraint":
      for (const each of ["index", "foreign key"] as const) parts.delete(keyOf(each, name));
      return;
    default:
  }
}

function renamePart(owner: TableStructure, kind: TablePart["kind"], from = "", to: string): void {
  const part = owner.parts.get(keyOf(kind, from));
  if (part === undefined) return;
  owner.parts.delete(keyOf(kind, from));
  put(owner, kind, to, part.columns);
}

/**
 * The changes that a script lacks, as sentences. Objects that only the script knows were added by a person and are
 * ignored.
 */
function lacking(
  before: readonly TableStructure[],
  made: readonly TableStructure[],
  wanted: readonly TableStructure[],
): readonly string[] {
  const missing = wanted.flatMap((table) => {
    const own = findStructure(made, table);
    if (own === undefined) return [`It does not create the table "${table.table}"`];
    return partsMissing(table, own).map(
      ([, { kind, name }]) => `It does not create the ${kind} "${name}" of "${table.table}"`,
    );
  });
  const left = before.flatMap((table) => {
    const [own, target] = [findStructure(made, table), findStructure(wanted, table)];
    if (own === undefined) return [];
    if (target === undefined) return [`It does not remove the table "${table.table}"`];
    return partsMissing(table, target)
      .filter(([key]) => own.parts.has(key))
      .map(([, { kind, name }]) => `It does not remove the ${kind} "${name}" of "${table.table}"`);
  });
  return [...missing, ...left];
}

/** The parts of a table that another table lacks. */
function partsMissing({ parts }: TableStructure, other: TableStructure): readonly [string, TablePart][] {
  return other.isOpaque ? [] : [...parts].filter(([key]) => !other.parts.has(key));
}
