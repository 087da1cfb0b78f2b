import { sql } from "kysely";
import type { ListItemType } from "../../../model/values/list.js";
import type { Sql } from "../../sql/sql.js";
import { jsonLists } from "../json-lists.js";
import { isSameText, jsonText, mssqlColumns } from "./mssql-columns.js";

const item = sql.id("data_api_item");

/** Items that are compared as numbers: `1e2` equals `100`. */
const numbers: Partial<Record<ListItemType, Sql>> = {
  int: sql`bigint`,
  bigint: sql`bigint`,
  float: sql`float(53)`,
};

/**
 * How SQL Server stores lists: as JSON text. Lists are equal if their texts are equal, so a list that another program
 * has stored with blanks is only found by its items (learn.microsoft.com/sql/t-sql/functions/openjson-transact-sql).
 */
export const mssqlLists = jsonLists((type) => ({
  ...mssqlColumns.list,
  equals: (column, value) => isSameText(sql`${jsonText(column)} collate Latin1_General_100_BIN2`, value),
  has: {
    toSql: (column, value) => {
      const list = sql`case when isjson(${column}) = 1 then ${jsonText(column)} end`;
      const items = sql`openjson(${list}) with (${item} nvarchar(max) '$')`;
      const number = numbers[type];
      const isItem =
        number === undefined
          ? isSameText(sql`${item} collate Latin1_General_100_BIN2`, value)
          : sql`try_cast(${item} as ${number}) = try_cast(${value} as ${number})`;
      return sql`exists (select 1 from ${items} where ${isItem})`;
    },
    toParameter: String,
  },
}));
