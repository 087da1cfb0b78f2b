import { sql } from "kysely";
import type { JsonSyntax } from "../../sql/sql-dialect.js";
import type { Sql } from "../../sql/sql.js";
import { BY_CODE_POINT } from "./mysql-columns.js";

const unquoted = (value: Sql) => sql`json_unquote(${value}) collate ${sql.raw(BY_CODE_POINT)}`;

/** The name of a type, and the expression for a value of it. */
const types = {
  text: { names: sql`'STRING'`, of: unquoted },
  // MariaDB stores JSON as text, and reads its numbers as doubles.
  number: {
    names: sql`'INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL'`,
    of: (value: Sql) => sql`${value} + 0e0`,
  },
  boolean: { names: sql`'BOOLEAN'`, of: unquoted },
} as const;

export const mysqlJson: JsonSyntax = {
  toKeys: (path) => [`$${path.map((key) => `.${JSON.stringify(key)}`).join("")}`],
  value: (column, keys, type) => {
    // A text in the column may not be JSON.
    const value = sql`json_extract(case when json_valid(${column}) then ${column} end, ${sql.join(keys)})`;
    if (type === "any") return sql`nullif(json_type(${value}), 'NULL')`;
    const { names, of } = types[type];
    return sql`(case when json_type(${value}) in (${names}) then ${of(value)} end)`;
  },
  number: (given) => sql`(${given} + 0e0)`,
  toNumber: (text) => text,
};
