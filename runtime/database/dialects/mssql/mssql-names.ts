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

/**
 * Renames an object. The former name is quoted inside the text argument, and the new one is passed as it is
 * (learn.microsoft.com/sql/relational-databases/system-stored-procedures/sp-rename-transact-sql).
 */
export function renameObject(
  from: readonly (string | undefined)[],
  to: string,
  kind: "OBJECT" | "COLUMN" | "INDEX" = "OBJECT",
): Sql {
  return sql`exec sp_rename ${unicodeText(bracketed(...from))}, ${unicodeText(to)}, ${unicodeText(kind)}`;
}
