import type { JsonValue } from "../../../model/field-type.js";
import { sql } from "kysely";
import { listItemTypes } from "../../../model/values/list.js";
import { itemText, jsonLists } from "../json-lists.js";
import { sqliteColumns } from "./sqlite-columns.js";

/**
 * The SQL function, registered on every connection, that tests whether a list has an item. SQLite's `json_each` has
 * columns such as "value" and "id", which would hide columns of the table.
 */
export const LIST_HAS = "list_has";

/** How SQLite stores lists. Blanks between the items of a stored list do not count. */
export const sqliteLists = jsonLists((type) => ({
  ...sqliteColumns.list,
  equals: (column, value) => sql`(case when json_valid(${column}) then json(${column}) end = json(${value}))`,
  has: {
    toSql: (column, item) => sql`${sql.raw(LIST_HAS)}(${column}, ${sql.lit(type)}, ${item})`,
    toParameter: (item) => itemText(item, type),
  },
}));

/** Whether a stored list has an item, given as JSON text. */
export function listHas(list: unknown, itemType: unknown, item: unknown): number | null {
  if (list === null) return null;
  const type = listItemTypes.find((each) => each === itemType);
  if (type === undefined) return null;
  const items = sqliteLists[type].fromColumn(list);
  if (!Array.isArray(items)) return 0;
  return (items as readonly JsonValue[]).some((each) => itemText(each, type) === item) ? 1 : 0;
}
