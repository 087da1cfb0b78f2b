import fc from "fast-check";
import type { RawDialect } from "./raw-database.js";
import type { Kind, Literals } from "./random-values.js";

/** The parts of random tables of a dialect. */
export interface RandomTables {
  readonly kinds: readonly Kind[];
  readonly literals: Literals;
  /** Added after the columns of a table. */
  readonly ending?: string;
}

const names = [
  ...[
    "id",
    "name",
    "Name 2",
    "select",
    "from",
    "__proto__",
    "constructor",
    "toString",
    "value",
    "items",
    "count",
  ],
  ...[
    "größe",
    "日本",
    "a b",
    "it's",
    'quo"te',
    "x%y",
    "1st",
    "page",
    "c0",
    "own",
    "r0",
    "$1",
    "@p1",
    "createdBy",
  ],
];

const MOST_TABLES = 3;
const MOST_COLUMNS = 8;
const MOST_ROWS = 7;

/** The statements that create a few tables with rows. Rows with an existing key are skipped. */
export function randomDatabase(tables: RandomTables, { quote }: RawDialect): fc.Arbitrary<readonly string[]> {
  return fc.gen().map((gen) => {
    const below = (bound: number) => gen(fc.nat, { max: bound - 1 });
    const shuffled = gen(fc.shuffledSubarray<string>, [...names], { minLength: MOST_TABLES });
    return shuffled.slice(0, MOST_TABLES).flatMap((table) => {
      const columns = gen(fc.shuffledSubarray<string>, [...names], { minLength: 3, maxLength: MOST_COLUMNS });
      const keys = 1 + below(2);
      const kinds = columns.map((_, index) => {
        const possible = index < keys ? tables.kinds.filter(({ canBeKey }) => canBeKey) : tables.kinds;
        return possible[below(possible.length)] as Kind;
      });
      const isNeeded = columns.map((_, index) => index < keys || below(4) === 0);
      const definitions = columns.map(
        (column, index) =>
          `${quote(column)} ${kinds[index]?.declaration}${isNeeded[index] === true ? " not null" : ""}`,
      );
      const primaryKey = columns.slice(0, keys).map(quote).join(", ");
      const create = `create table ${quote(table)} (${definitions.join(", ")}, primary key (${primaryKey}))${tables.ending ?? ""}`;
      const rows = Array.from({ length: below(MOST_ROWS) + 1 }, () =>
        kinds.map((kind, index) =>
          isNeeded[index] !== true && below(5) === 0 ? "null" : gen(kind.values, tables.literals),
        ),
      );
      const view = `create view ${quote(`${table} view`)} as select ${columns.map(quote).join(", ")} from ${quote(table)}`;
      return [create, view, ...rows.map((row) => insertNew(quote(table), columns.map(quote), row, keys))];
    });
  });
}

function insertNew(table: string, columns: readonly string[], row: readonly string[], keys: number): string {
  const isThere = columns.slice(0, keys).map((column, index) => `${column} = ${row[index]}`);
  return `insert into ${table} (${columns.join(", ")}) select ${row.join(", ")} where not exists (select 1 from ${table} where ${isThere.join(" and ")})`;
}
