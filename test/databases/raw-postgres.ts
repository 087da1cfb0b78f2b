import pg from "pg";
import type { Cell, RawDialect } from "./raw-database.js";

/** Reads the texts of PostgreSQL's output functions; the driver converts nothing. */
export const rawPostgres: RawDialect = {
  open: async ({ host, port, userName: user, password, name: database }) => {
    const client = new pg.Client({
      host,
      port,
      user,
      password,
      database,
      types: { getTypeParser: () => String },
    });
    await client.connect();
    await client.query("set time zone 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'");
    // Runs one statement at a time.
    let last: Promise<unknown> = Promise.resolve();
    return {
      rows: async (text) => {
        const result = last.then(() => client.query<Cell[]>({ text, rowMode: "array" }));
        last = result;
        return (await result).rows;
      },
      close: () => client.end(),
    };
  },
  columns: `select c.relname::text, a.attname::text from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind in ('r', 'v', 'm') and a.attnum > 0 and not a.attisdropped
      and c.relnamespace::regnamespace::text !~ '^pg_|^information_schema$'`,
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  text: (column, { type, storedAs }) =>
    storedAs === "money" ? `${column}::numeric` : type === "bytes" ? `encode(${column}, 'hex')` : column,
  plain: (cell) => cell,
  list: itemsOf,
  odd: (cell) => cell,
  // A domain of an enum has no operators of its own.
  compared: (column, { storedAs }) => (storedAs === "domain" ? `${column}::mood` : column),
  equal: (a, b, { type }) => (type === "duration" ? `(${a} = ${b} and ${a}::text = ${b}::text)` : undefined),
  less: (a, b, { storedAs }) => (storedAs === "hstore" ? `${a} #<# ${b}` : undefined),
  flag: (condition) => `(${condition})::int`,
};

/**
 * The items of `{1,NULL,"a \\"b\\""}`. `undefined` if the lower bound is not 1 or if there are several dimensions.
 */
function itemsOf(text: string): readonly Cell[] | undefined {
  if (!/^\{(?!\{)/.test(text)) return undefined;
  return Array.from(text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/gs), ([, quoted, bare = ""]) =>
    bare === "NULL" ? null : (quoted?.replace(/\\(.)/gs, "$1") ?? bare),
  );
}
