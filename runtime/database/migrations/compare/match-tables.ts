import type { Entity } from "../../../model/model.js";
import { sameName } from "../../schema/stored/find-stored.js";
import type { SchemaSnapshot, SnapshotColumn, SnapshotTable } from "../snapshots/schema-snapshot.js";
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

/** A table before and after. */
export interface MatchedTable {
  readonly former: SnapshotTable;
  readonly table: SnapshotTable;
  /** The former names of its columns, by their names. A column that is new is not among them. */
  readonly formerColumns: ReadonlyMap<string, string>;
  /** The names of its columns, by their former names. */
  readonly newColumns: ReadonlyMap<string, string>;
}

export interface MatchedTables {
  readonly kept: readonly MatchedTable[];
  readonly added: readonly SnapshotTable[];
  readonly removed: readonly SnapshotTable[];
}

/**
 * Finds the former table of each table: by its former name, by its name, or by its name in another case. A former
 * name takes precedence, because its rows must be kept.
 */
export function matchTables(
  before: Pick<SchemaSnapshot, "tables">,
  after: Pick<SchemaSnapshot, "tables">,
  renames: readonly Renamed[],
): MatchedTables {
  const renameOf = (table: SnapshotTable) => renames.find((each) => placeKey(each) === placeKey(table));
  const formers = matchNames<SnapshotTable>(before.tables, after.tables, placeKey, (table) =>
    (renameOf(table)?.formerTables ?? []).map((former) => placeKey({ ...table, table: former })),
  );
  return {
    kept: after.tables.flatMap((table) => {
      const former = formers.get(table);
      if (former === undefined) return [];
      const columns = matchColumns(former, table, renameOf(table));
      return [
        {
          former,
          table,
          formerColumns: new Map(columns),
          newColumns: new Map(columns.map(([column, formerColumn]) => [formerColumn, column])),
        },
      ];
    }),
    added: after.tables.filter((table) => !formers.has(table)),
    removed: without(before.tables, formers),
  };
}

function matchColumns(
  former: SnapshotTable,
  table: SnapshotTable,
  renamed: Renamed | undefined,
): readonly (readonly [column: string, formerColumn: string])[] {
  const formerNamesOf = ({ column }: SnapshotColumn) =>
    (renamed?.columns ?? []).filter((each) => each.column === column).map(({ formerColumn }) => formerColumn);
  const formers = matchNames(former.columns, table.columns, ({ column }) => column, formerNamesOf);
  return [...formers].map(([{ column }, { column: formerColumn }]) => [column, formerColumn]);
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
