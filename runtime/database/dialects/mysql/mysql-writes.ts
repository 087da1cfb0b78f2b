import { sql } from "kysely";
import { GIVEN, insertedRows, type RowDocument, type WriteSyntax } from "../../sql/writes/write-syntax.js";
import { mysqlColumnOf } from "./mysql-column-of.js";

/**
 * Values of several records as one JSON text, which MySQL 8.0.4 and MariaDB 10.6 read as a table
 * (dev.mysql.com/doc/refman/8.4/en/json-table-functions.html, mariadb.com/kb/en/json_table/). Each value is a text, which
 * is cast as a parameter is: a number of JSON may be a double, and the columns of a `union` would have a type of both
 * values and nulls. A null is left out, because what is missing is null on both.
 */
const document: RowDocument = {
  mostRows: 1000,
  toParameter: (records) => `[${records.map(toObject).join()}]`,
  toSql: (text, names) => {
    const columns = names.map(
      (name, index) =>
        sql`${name} longtext character set utf8mb4 path ${sql.lit(`$."${index}"`)} error on error`,
    );
    return sql`json_table(${text}, '$[*]' columns (${sql.join(columns)}))`;
  },
  value: (text, { type }) => (type === "bytes" ? sql`unhex(${text})` : text),
};

function toObject(values: readonly unknown[]): string {
  const members: string[] = [];
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? null;
    if (value !== null) members.push(`"${index}":${JSON.stringify(toText(value))}`);
  }
  return `{${members.join()}}`;
}

function toText(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString("hex") : String(value);
}

/** MariaDB has `returning` only for inserts and deletes; MySQL does not have it. */
export const mysqlWrites: WriteSyntax = {
  givesRecord: false,
  countsRows: true,
  maxParameters: 65_535,
  storedText: (text, { type }) => (type === "char" ? text.replace(/ +$/, "") : text),
  cannotReadTable: true,
  insert: (write) => sql`insert into ${write.table} ${insertedRows(write, sql`() values ()`)}`,
  update: ({ table, changes, where }) => sql`update ${table} set ${changes}${where}`,
  updateEach: {
    // The list first, and by the key: with few rows, the whole table would be read, and each of its rows locked
    // (dev.mysql.com/doc/refman/8.4/en/index-hints.html).
    toSql: ({ table, changes, where, listed }) =>
      sql`update ${listed} as ${GIVEN} straight_join ${table} force index (primary) set ${changes}${where}`,
    document,
    // Of two columns with other collations, neither can be compared. Of a value that is unquoted, the column's counts.
    listed: (value, field) =>
      mysqlColumnOf(field).cast === undefined ? sql`json_unquote(json_quote(${value}))` : value,
  },
  delete: ({ table, where }) => sql`delete from ${table}${where}`,
  // Keys of an insert with a known number of rows follow each other
  // (dev.mysql.com/doc/refman/8.4/en/innodb-auto-increment-handling.html).
  keyStep: sql`select @@auto_increment_increment`,
};
