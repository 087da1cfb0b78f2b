import type { IndexKind } from "../../../model/index-options.js";
import type { Entity, Field } from "../../../model/model.js";
import type { StoredColumn, StoredIndex, StoredSchema, StoredTable, StoredTrigger } from "./stored-schema.js";

/** Finds a table by exact name, else by a name of other case: databases differ in whether case matters. */
export function findTable(
  { schema, table }: Pick<Entity, "schema" | "table">,
  { tables, defaultSchema }: StoredSchema,
): StoredTable | undefined {
  const isIn = (candidate: StoredTable) =>
    candidate.schema === undefined || sameName(candidate.schema, schema ?? defaultSchema ?? "");
  return findName(table, tables.filter(isIn));
}

export function findColumn(
  { column }: Pick<Field, "column">,
  { columns }: Pick<StoredTable, "columns">,
): StoredColumn | undefined {
  return findName(column, columns);
}

function findName<T extends { readonly name: string }>(name: string, named: readonly T[]): T | undefined {
  return named.find((each) => each.name === name) ?? named.find((each) => sameName(each.name, name));
}

/** The triggers that can fill a not-null column: those that run before a row is inserted, or instead of the insert. */
export function earlyTriggers({ triggers = [] }: StoredTable): readonly StoredTrigger[] {
  return triggers.filter(({ timing }) => timing !== "after");
}

/** The unique indexes of a table, besides that of its primary key. */
export function uniqueIndexes({ indexes }: Pick<StoredTable, "indexes">): readonly StoredIndex[] {
  return indexes.filter(({ isUnique }) => isUnique);
}

export function unnamedIndex(columns: readonly string[], kind: IndexKind, isPartial = false): StoredIndex {
  return { name: "", columns, isUnique: kind === "unique", isPartial };
}

export function kindOfIndex({ isUnique }: StoredIndex): IndexKind {
  return isUnique ? "unique" : "ordinary";
}

/** Whether these are the columns of the fields, in any order. */
export function areColumnsOf(columns: readonly string[], fields: readonly Pick<Field, "column">[]): boolean {
  return sameNames(columns, columnNamesOf(fields));
}

export function columnNamesOf(fields: readonly Pick<Field, "column">[]): readonly string[] {
  return fields.map(({ column }) => column);
}

/** Whether the names are the same, in any order. */
export function sameNames(a: readonly string[], b: readonly string[]): boolean {
  const [own, others] = [a, b].map((names) => names.map((name) => name.toLowerCase()).toSorted());
  return JSON.stringify(own) === JSON.stringify(others);
}

export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
