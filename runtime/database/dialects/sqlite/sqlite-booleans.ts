import type { Field } from "../../../model/model.js";
import { sql } from "kysely";
import type { ColumnType } from "../../sql/sql-dialect.js";
import { textOf } from "../odd-values.js";
import { sqliteColumns } from "./sqlite-columns.js";

/** The column type of a boolean with a stored form, such as `Y/N`; `undefined` for all other fields. */
export function ownBooleanColumn({ type, storedAs }: Field): ColumnType | undefined {
  if (type !== "boolean" || storedAs === undefined) return undefined;
  const [yes = "", no = ""] = storedAs.split("/");
  return {
    declaration: sqliteColumns.boolean.declaration,
    // A column with its own stored form may have any type.
    stored: [],
    typescript: isNumber(yes) ? "number" : "string",
    toParameter: (value) => toStored(value === true ? yes : no),
    fromColumn: (value) => {
      const text = textOf(value);
      return text === yes || text === no ? text === yes : text;
    },
    // The texts sort as the values do, but -1 is less than 0.
    ...(yes === "-1" && { comparable: (value) => sql`-${value}` }),
  };
}

function isNumber(text: string): boolean {
  return /^-?\d+$/.test(text);
}

/** A BigInt, because the driver would send a number as a double. */
function toStored(text: string): string | bigint {
  return isNumber(text) ? BigInt(text) : text;
}
