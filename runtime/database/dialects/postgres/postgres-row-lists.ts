import type { Field } from "../../../model/model.js";
import { sql } from "kysely";
import type { RowLists } from "../../sql/writes/write-syntax.js";
import { postgresColumnOf } from "./postgres-column-of.js";
import { quote, toText } from "./postgres-lists.js";

/**
 * Lists of values as arrays. Not for lists, because an array of arrays would have two dimensions, nor for `native`
 * types, which may separate items by another character than a comma, as `box` does
 * (postgresql.org/docs/current/arrays.html#ARRAYS-IO).
 */
export const postgresRowLists: RowLists = {
  mostRows: 10_000,
  takes: ({ type }: Field) => type !== "list" && type !== "native" && type !== "other",
  toList: (records, index) => {
    let before: unknown = null;
    let item = "NULL";
    const items = records.map((record) => {
      const value = record[index] ?? null;
      // Times, owners and other values are often the same for many records.
      if (value !== before) {
        before = value;
        item = value === null ? "NULL" : typeof value === "number" ? String(value) : quote(toText(value));
      }
      return item;
    });
    return `{${items.join()}}`;
  },
  // A parameter takes the type of the column in the second `select`, which reads no row. A cast to the type would
  // truncate texts that are too long instead of rejecting them. Citus inserts nothing if the table is in a subquery
  // of the function.
  rows: (lists, names, { fields, shared, table, place }) => {
    const isShared = (index: number) => shared.includes(fields[index] as Field);
    const isCast = (index: number) => postgresColumnOf(fields[index] as Field).cast !== undefined;
    const text = (index: number) => sql.raw(isShared(index) ? "::text" : "::text[]");
    const own = names.map((name, index) => (isShared(index) ? name : sql.id(`list ${index}`)));
    const given = lists.map((list, index) => (isCast(index) ? sql`${list}${text(index)}` : list));
    const types = fields.map(({ column }, index) => {
      if (isCast(index)) return sql`null${text(index)}`;
      return isShared(index) ? sql.id(column) : sql`array[${sql.id(column)}]`;
    });
    const unnested = own.filter((_, index) => !isShared(index));
    const listed = names.filter((_, index) => !isShared(index));
    const [ordinality, columns] =
      place === undefined ? [sql``, listed] : [sql` with ordinality`, [...listed, place]];
    return sql`(select ${sql.join(given)} union all (select ${sql.join(types)} from ${table} limit 0)) as "lists" (${sql.join(own)}) cross join lateral unnest(${sql.join(unnested)})${ordinality} as "given lists" (${sql.join(columns)})`;
  },
};
