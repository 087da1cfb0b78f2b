import type { Entity, Field, TableEntity } from "../../../model/model.js";
import { diffParts, type Diff, type FindFormer } from "../../schema/compare/diff-parts.js";
import { sameName } from "../../schema/stored/find-stored.js";
import { placeKey } from "../snapshots/take-snapshot.js";

/** The names that a table and its columns may have had, by `renamedFrom`. */
export interface Renamed extends Pick<Entity, "schema" | "table" | "formerTables"> {
  readonly columns: readonly { readonly column: string; readonly formerColumn: string }[];
}

export function tableRenames(tables: readonly Entity[]): readonly Renamed[] {
  return tables.map(({ schema, table, formerTables, fields }) => ({
    schema,
    table,
    formerTables,
    columns: fields.flatMap(({ column, formerColumn }) =>
      formerColumn === undefined ? [] : [{ column, formerColumn }],
    ),
  }));
}

/** A column that stays. */
export interface MatchedColumn {
  readonly former: Field;
  /** Before, but with its new name. */
  readonly was: Field;
  readonly is: Field;
}

/** A table that stays. */
export interface MatchedTable {
  readonly former: TableEntity;
  readonly is: TableEntity;
  readonly columns: readonly MatchedColumn[];
}

export interface MatchedTables extends Omit<Diff<TableEntity>, "formers"> {
  readonly kept: readonly MatchedTable[];
}

/**
 * Finds the former table of each table: by its former name, by its name, or by its name in another case. A former
 * name takes precedence, because its rows must be kept.
 */
export function matchTables(
  before: readonly TableEntity[],
  after: readonly TableEntity[],
  renames: readonly Renamed[],
): MatchedTables {
  const renameOf = ({ name }: TableEntity) => renames.find((each) => placeKey(each) === name);
  const { formers, added, removed } = diffParts(
    before,
    after,
    ...byNames(
      after,
      ({ name }) => name,
      (table) => (renameOf(table)?.formerTables ?? []).map((former) => placeKey({ ...table, table: former })),
    ),
  );
  const kept = after.flatMap((is) => {
    const former = formers.get(is);
    return former === undefined ? [] : [{ former, is, columns: matchColumns(former, is, renameOf(is)) }];
  });
  return { kept, added, removed };
}

function matchColumns(
  former: TableEntity,
  table: TableEntity,
  renamed: Renamed | undefined,
): readonly MatchedColumn[] {
  const formerNamesOf = ({ column }: Field) =>
    (renamed?.columns ?? []).filter((each) => each.column === column).map(({ formerColumn }) => formerColumn);
  const ways = byNames(table.fields, ({ column }) => column, formerNamesOf);
  const { formers } = diffParts(former.fields, table.fields, ...ways);
  return Array.from(formers, ([is, was]) => ({ former: was, was: { ...was, column: is.column }, is }));
}

function byNames<T>(
  after: readonly T[],
  nameOf: (each: T) => string,
  formerNamesOf: (each: T) => readonly string[],
): readonly FindFormer<T>[] {
  const isKept = (name: string) =>
    after.some((each) => nameOf(each) === name && formerNamesOf(each).length === 0);
  const tests: readonly ((is: T, name: string) => boolean)[] = [
    (is, name) => formerNamesOf(is).includes(name) && !isKept(name),
    (is, name) => nameOf(is) === name,
    (is, name) => sameName(nameOf(is), name),
  ];
  return tests.map((test) => (is, left) => left.find((was) => test(is, nameOf(was))));
}
