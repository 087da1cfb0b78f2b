import { sql } from "kysely";
import type { ListItemType } from "../../../model/values/list.js";
import type { Sql } from "../../sql/sql.js";
import { jsonLists } from "../json-lists.js";
import { BY_CODE_POINT, mysqlColumns } from "./mysql-columns.js";

const item = sql.id("data_api_item");

/** The SQL types in which items are compared, and the item as a value of that type. */
const numbers: Partial<Record<ListItemType, { readonly type: Sql; readonly toSql: (value: Sql) => Sql }>> = {
  int: { type: sql`bigint`, toSql: (value) => sql`cast(${value} as signed)` },
  bigint: { type: sql`bigint`, toSql: (value) => sql`cast(${value} as signed)` },
  float: { type: sql`double`, toSql: (value) => sql`${value} + 0e0` },
};

/**
 * How MySQL and MariaDB store lists. MySQL compares JSON as values; MariaDB compares it as text, without blanks.
 * `json_contains` is not used, because MariaDB compares numbers as doubles there.
 */
export const mysqlLists = jsonLists((type) => ({
  ...mysqlColumns.list,
  equals: (column, value) =>
    sql`(/*M! json_compact( */ ${column} /*M! ) */ = /*!80000 cast( */ ${value} /*!80000 as json) */)`,
  has: {
    toSql: (column, value) => {
      const number = numbers[type];
      const list = sql`case when json_valid(${column}) then ${column} end`;
      const items = sql`json_table(${list}, '$[*]' columns (${item} ${number?.type ?? sql`longtext character set utf8mb4`} path '$'))`;
      const isItem =
        number === undefined
          ? sql`${item} collate ${sql.raw(BY_CODE_POINT)} = ${value}`
          : sql`${item} = ${number.toSql(value)}`;
      return sql`exists (select 1 from ${items} as ${sql.id("data_api_items")} where ${isItem})`;
    },
    toParameter: String,
  },
}));
