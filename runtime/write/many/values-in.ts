import type { DatabaseSession } from "../../database/database-session.js";
import { columnOf } from "../../database/sql/column-of.js";
import type { Field } from "../../model/model.js";
import type { Key } from "../write.js";

/** Returns a function that takes the canonical values of these fields from a row of `all`. */
export function valuesIn(
  fields: readonly Field[],
  all: readonly Field[],
  { dialect }: Pick<DatabaseSession, "dialect">,
): (row: readonly unknown[]) => Key {
  const columns = fields.map((field) => ({ place: all.indexOf(field), column: columnOf(field, dialect) }));
  return (row) => columns.map(({ place, column }) => column.fromColumn(row[place]));
}
