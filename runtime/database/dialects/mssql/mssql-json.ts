import { sql } from "kysely";
import type { JsonSyntax } from "../../sql/sql-dialect.js";
import type { Sql } from "../../sql/sql.js";
import { isSameText, jsonText } from "./mssql-columns.js";

const text = (value: Sql) => sql`${value} collate Latin1_General_100_BIN2`;

/**
 * The number of a value's type, and the expression for a value of it
 * (learn.microsoft.com/sql/t-sql/functions/openjson-transact-sql#return-value).
 */
const types = {
  any: { is: sql`> 0`, of: (value: Sql) => sql`case when ${value} is not null then 1 end` },
  text: { is: sql`= 1`, of: text },
  number: { is: sql`= 2`, of: (value: Sql) => sql`try_cast(${value} as float(53))` },
  boolean: { is: sql`= 3`, of: text },
} as const;
const OBJECT = sql`5`;

export const mssqlJson: JsonSyntax = {
  toKeys: (path) => path,
  value: (column, keys, type) => {
    // In an array, so that an object and an array at the top can be told apart.
    const whole = sql`case when isjson(${column}) = 1 then concat(N'[', ${jsonText(column)}, N']') end`;
    const name = (depth: number) => sql.id(`data_api_json${depth}`);
    const steps = keys.map((_, index) => {
      const parent = name(index);
      return sql` cross apply openjson(case when ${parent}.type = ${OBJECT} then ${parent}.value end) as ${name(index + 1)}`;
    });
    const { is, of } = types[type];
    const last = name(keys.length);
    const isFound = [
      ...keys.map((key, index) => isSameText(sql`${name(index + 1)}.[key]`, key)),
      sql`${last}.type ${is}`,
    ];
    return sql`(select top 1 ${of(sql`${last}.value`)} from openjson(${whole}) as ${name(0)}${sql.join(steps, sql``)} where ${sql.join(isFound, sql` and `)})`;
  },
  number: (given) => sql`try_cast(${given} as float(53))`,
  toNumber: (text) => text,
};
