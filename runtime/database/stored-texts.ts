import type { Entity, Field } from "../model/model.js";
import type { DatabaseSession } from "./database-session.js";
import { findColumn } from "./schema/stored/find-stored.js";

/** Converts texts to what their columns return, which may add or remove blanks at the end, as far as they are known. */
export function storedTexts(
  fields: readonly Field[],
  entity: Entity,
  session: Pick<DatabaseSession, "dialect" | "knownTable">,
): <T>(values: readonly T[]) => readonly T[] {
  const { storedText } = session.dialect.writes;
  // Without a query, which would wait for a second connection in a transaction.
  const table = storedText && session.knownTable(entity);
  if (table === undefined) return asGiven;
  const columns = fields.map((field) => findColumn(field, table));
  const isKept = (text: string) =>
    columns.every((column) => column === undefined || storedText?.(text, column) === text);
  if (isKept("") && isKept(" ")) return asGiven;
  return (values) =>
    values.map((value, index) => {
      const column = columns[index];
      if (typeof value !== "string" || column === undefined) return value;
      return (storedText?.(value, column) ?? value) as typeof value;
    });
}

function asGiven<T>(values: readonly T[]): readonly T[] {
  return values;
}
