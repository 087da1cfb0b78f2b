import type { FieldValue, JsonValue } from "../../../model/field-type.js";
import type { ListItemType } from "../../../model/values/list.js";
import { sql } from "kysely";
import { toHex } from "../bytes-column.js";
import { columnsOfLists } from "../json-lists.js";
import { orItsText } from "../odd-values.js";
import { postgresColumns } from "./postgres-columns.js";
import { toIso } from "./postgres-types.js";

/** The driver's form of a value that is not an item. */
const readers: Partial<Record<ListItemType, (text: string) => unknown>> = {
  int: Number,
  float: Number,
  boolean: (text) => text === "t",
  datetime: toIso,
};

/** How PostgreSQL stores lists: as arrays of one dimension. */
export const postgresLists = columnsOfLists((type) => {
  const { stored, declaration, toParameter, fromColumn } = postgresColumns[type];
  const toLiteral = (items: readonly JsonValue[]) =>
    toArray(items.map((item) => toParameter(item as Exclude<FieldValue, null>)));
  const read = readers[type] ?? String;
  return {
    stored: stored.map((each) => `${each}[]`),
    declaration: (field) => `${declaration(field)}[]`,
    typescript: "string",
    toParameter: (items) => toLiteral(items as readonly JsonValue[]),
    fromColumn: orItsText((text) =>
      parseArray(String(text)).map((item) => (item === null ? null : fromColumn(read(item)))),
    ),
    inJson: { select: (column) => sql`${column}::text` },
    has: {
      // A GIN index can be used.
      toSql: (column, item) => sql`${column} @> ${item}`,
      toParameter: (item) => toLiteral([item]),
    },
  };
});

export function toArray(items: readonly unknown[]): string {
  return `{${items.map((item) => quote(toText(item))).join(",")}}`;
}

/** A parameter as a text. Bytes as PostgreSQL reads them (postgresql.org/docs/current/datatype-binary.html). */
export function toText(parameter: unknown): string {
  return parameter instanceof Uint8Array ? `\\x${toHex(parameter)}` : String(parameter);
}

/** A text as an item of an array. */
export function quote(text: string): string {
  const isPlain = !text.includes('"') && !text.includes("\\");
  return isPlain ? `"${text}"` : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

const ITEM = /"((?:[^"\\]|\\.)*)"|([^",{}\\]+)/sy;

/**
 * Parses the text of an array, `{1,NULL,"a \\"b\\""}` (postgresql.org/docs/current/arrays.html#ARRAYS-IO).
 * @throws {TypeError} for an array of several dimensions, or with a lower bound other than 1.
 */
function parseArray(text: string): readonly (string | null)[] {
  // Other bounds are written first: `[0:1]={a,b}`. Without them, the array would be another one.
  const [, inside] = /^\{(.*)\}$/s.exec(text) ?? [];
  if (inside === undefined) throw new TypeError("The text is not an array.");
  if (inside === "") return [];
  const items: (string | null)[] = [];
  ITEM.lastIndex = 0;
  for (;;) {
    const [, quoted, bare] = ITEM.exec(inside) ?? [];
    if (quoted === undefined && bare === undefined) throw new TypeError("The array has other dimensions.");
    items.push(quoted?.replace(/\\(.)/gs, "$1") ?? (bare === "NULL" ? null : (bare ?? null)));
    if (ITEM.lastIndex === inside.length) return items;
    if (inside[ITEM.lastIndex] !== ",") throw new TypeError("The array has no comma between two items.");
    ITEM.lastIndex++;
  }
}
