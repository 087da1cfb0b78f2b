import type { Entity, Field, TableEntity } from "../../../model/model.js";
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

/** A table or a column before and after. */
export interface Matched<T> {
  readonly former: T;
  readonly is: T;
}

export interface MatchedTable extends Matched<TableEntity> {
  /** The columns that stay. */
  readonly columns: readonly Matched<Field>[];
}

export interface MatchedTables {
  readonly kept: readonly MatchedTable[];
  readonly added: readonly TableEntity[];
  readonly removed: readonly TableEntity[];
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
  const formers = matchNames(
    before,
    after,
    ({ name }) => name,
    (table) => (renameOf(table)?.formerTables ?? []).map((former) => placeKey({ ...table, table: former })),
  );
  return {
    kept: after.flatMap((is) => {
      const former = formers.get(is);
      return former === undefined ? [] : [{ former, is, columns: matchColumns(former, is, renameOf(is)) }];
    }),
    added: after.filter((table) => !formers.has(table)),
    removed: without(before, formers),
  };
}

function matchColumns(
  former: TableEntity,
  table: TableEntity,
  renamed: Renamed | undefined,
): readonly Matched<Field>[] {
  const formerNamesOf = ({ column }: Field) =>
    (renamed?.columns ?? []).filter((each) => each.column === column).map(({ formerColumn }) => formerColumn);
  const formers = matchNames(former.fields, table.fields, ({ column }) => column, formerNamesOf);
  return Array.from(formers, ([is, field]) => ({ former: field, is }));
}

/** The former table of each of `after`. No table is matched twice. */
function matchNames<T>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (each: T) => string,
  formerNamesOf: (each: T) => readonly string[],
): ReadonlyMap<T, T> {
  const formers = new Map<T, T>();
  const isKept = (name: string) =>
    after.some((each) => nameOf(each) === name && !formers.has(each) && formerNamesOf(each).length === 0);
  const ways: ((each: T, candidate: string) => boolean)[] = [
    (each, candidate) => formerNamesOf(each).includes(candidate) && !isKept(candidate),
    (each, candidate) => nameOf(each) === candidate,
    (each, candidate) => sameName(nameOf(each), candidate),
  ];
  for (const isFormer of ways) {
    for (const each of after) {
      if (formers.has(each)) continue;
      const former = without(before, formers).find((candidate) => isFormer(each, nameOf(candidate)));
      if (former !== undefined) formers.set(each, former);
    }
  }
  return formers;
}

function without<T>(all: readonly T[], matched: ReadonlyMap<T, T>): readonly T[] {
  const taken = new Set(matched.values());
  return all.filter((each) => !taken.has(each));
}
