import { ANY_DIGITS } from "../../model/values/decimal.js";
import { ExactNumber } from "../../model/values/exact-number.js";
import { parseStoredJson, toJsonText } from "../../model/values/exact-json.js";
import { fieldTypes, type JsonValue } from "../../model/field-type.js";
import { listItemTypes, type ListItemType } from "../../model/values/list.js";
import type { ColumnType } from "../sql/sql-dialect.js";
import { orItsText } from "./odd-values.js";

/** How a database without arrays stores lists: as JSON. */
export function jsonLists(
  ofType: (type: ListItemType) => Omit<ColumnType, "toParameter" | "fromColumn">,
): Readonly<Record<ListItemType, ColumnType>> {
  return columnsOfLists((type) => ({
    ...ofType(type),
    toParameter: (items) => toJsonText((items as readonly JsonValue[]).map((item) => toItem(item, type))),
    fromColumn: orItsText((value) => readItems(String(value), type)),
  }));
}

export function columnsOfLists(
  columnOf: (type: ListItemType) => ColumnType,
): Record<ListItemType, ColumnType> {
  const lists = listItemTypes.map((type) => [type, columnOf(type)] as const);
  return Object.fromEntries(lists) as Record<ListItemType, ColumnType>;
}

/** A `bigint` is a JSON number with all its digits. Decimals are texts, because MySQL reads numbers as doubles. */
function toItem(item: JsonValue, type: ListItemType): unknown {
  return type === "bigint" && isWhole(item) ? new ExactNumber(String(item)) : item;
}

function isWhole(item: JsonValue): item is string | number {
  return (typeof item === "string" && /^-?\d+$/.test(item)) || Number.isInteger(item);
}

export function itemText(item: JsonValue, type: ListItemType): string {
  return toJsonText(toItem(item, type));
}

function readItems(text: string, type: ListItemType): readonly JsonValue[] {
  const items = parseStoredJson(text);
  if (!Array.isArray(items)) throw new TypeError("The stored value is not a list.");
  return items.map((item: JsonValue) => readItem(item, type));
}

/** An item of another type, stored by another program, stays as it is. */
export function readItem(item: JsonValue, type: ListItemType): JsonValue {
  try {
    const limits = type === "decimal" ? ANY_DIGITS : { precision: 9 };
    return item === null ? null : fieldTypes[type].parse(item, limits);
  } catch {
    return item;
  }
}
