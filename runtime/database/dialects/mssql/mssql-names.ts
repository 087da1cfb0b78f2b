import { sql } from "kysely";
import type { Sql } from "../../sql/sql.js";

/** The maximum length of a name. */
export const MAX_MSSQL_NAME = 128;

/** A name in brackets, after those of what it is part of. */
export function bracketed(...names: readonly (string | undefined)[]): string {
  return names
    .filter((name) => name !== undefined)
    .map((name) => `[${name.replaceAll("]", "]]")}]`)
    .join(".");
}

/** A text in SQL. Without its prefix, characters outside the code page would be lost. */
export function unicodeText(value: string): Sql {
  return sql`N${sql.lit(value)}`;
}
