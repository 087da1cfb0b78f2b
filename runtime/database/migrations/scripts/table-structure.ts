import { constraintName } from "../../schema/constraint-names.js";
import { hasInlineForeignKeys } from "../../schema/definitions.js";
import type { TablePlace } from "../../schema/schema-entity.js";
import { indexesOf } from "../../schema/field-index.js";
import type { TableDialect } from "../../schema/schema-dialect.js";
import type { SchemaSnapshot } from "../snapshots/schema-snapshot.js";
import { tablesOf } from "../snapshots/tables-of.js";

/** The names of a table's parts, without regard to case: a change of case does not change the structure. */
export interface TableStructure {
  table: string;
  readonly schema: string | undefined;
  /** The names in snapshots as written, and those in scripts in lower case, by lower-case name. */
  readonly columns: Map<string, string>;
  /** The columns of each index and of each foreign key, by the lower-case names. */
  readonly indexes: Map<string, readonly string[]>;
  readonly foreignKeys: Map<string, readonly string[]>;
  /** Whether its columns are unknown, because a query defines them. */
  readonly isOpaque: boolean;
}

export function structureOf(
  snapshot: Pick<SchemaSnapshot, "tables">,
  dialect: TableDialect,
): TableStructure[] {
  const { maxNameLength } = dialect.schema;
  return tablesOf(snapshot).map((entity) => ({
    table: entity.table,
    schema: entity.schema,
    columns: new Map(entity.fields.map(({ column }) => [column.toLowerCase(), column])),
    indexes: new Map(
      indexesOf(entity, dialect).map(({ name, column }) => [name.toLowerCase(), [column.toLowerCase()]]),
    ),
    foreignKeys: new Map(
      hasInlineForeignKeys(dialect)
        ? []
        : entity.foreignKeys.map(({ fields }) => [
            constraintName("fk", entity, fields, maxNameLength).toLowerCase(),
            fields.map(({ column }) => column.toLowerCase()),
          ]),
    ),
    isOpaque: false,
  }));
}

export function findStructure(
  tables: readonly TableStructure[],
  place: TablePlace | undefined,
): TableStructure | undefined {
  const named = tables.filter(({ table }) => table.toLowerCase() === place?.table.toLowerCase());
  // A script may write the default schema, which snapshots leave out.
  return (
    named.find(({ schema }) => schema?.toLowerCase() === place?.schema?.toLowerCase()) ??
    named.find(({ schema }) => schema === undefined || place?.schema === undefined)
  );
}

/**
 * The changes that a script lacks, as sentences. Objects that only the script knows were added by a person and are
 * ignored.
 */
export function compareStructures(
  before: readonly TableStructure[],
  made: readonly TableStructure[],
  wanted: readonly TableStructure[],
): readonly string[] {
  const missing = wanted.flatMap((table) => {
    const own = findStructure(made, table);
    if (own === undefined) return [`It does not create the table "${table.table}"`];
    return partsMissing(table, own).map(
      ({ what, name }) => `It does not create the ${what} "${name}" of "${table.table}"`,
    );
  });
  const left = before.flatMap((table) => {
    const [own, target] = [findStructure(made, table), findStructure(wanted, table)];
    if (own === undefined) return [];
    if (target === undefined) return [`It does not remove the table "${table.table}"`];
    return partsMissing(table, target)
      .filter((part) => part.isIn(own))
      .map(({ what, name }) => `It does not remove the ${what} "${name}" of "${table.table}"`);
  });
  return [...missing, ...left];
}

/** The parts of a table that another table lacks. */
function partsMissing(table: TableStructure, other: TableStructure) {
  if (other.isOpaque) return [];
  const parts = [
    { what: "column", of: (each: TableStructure) => each.columns },
    { what: "index", of: (each: TableStructure) => each.indexes },
    { what: "foreign key", of: (each: TableStructure) => each.foreignKeys },
  ] as const;
  return parts.flatMap(({ what, of }) =>
    Array.from(of(table).keys())
      .filter((name) => !of(other).has(name))
      .map((name) => ({
        what,
        name: what === "column" ? (table.columns.get(name) ?? name) : name,
        isIn: (each: TableStructure) => of(each).has(name),
      })),
  );
}
