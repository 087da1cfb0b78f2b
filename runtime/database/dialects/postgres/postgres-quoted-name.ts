import type { NamedTable } from "../../sql/writes/write-syntax.js";

/** The name of a table as functions of PostgreSQL read it. */
export function quotedName({ schema, table }: NamedTable): string {
  return [...(schema === undefined ? [] : [schema]), table]
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".");
}
