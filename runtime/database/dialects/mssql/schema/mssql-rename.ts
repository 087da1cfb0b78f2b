import { sql, type Sql } from "../../../sql/sql.js";
import type { RenameSyntax } from "../../../schema/schema-dialect.js";
import { bracketed, unicodeText } from "../mssql-names.js";
import type { StoredName } from "../../../schema/stored/stored-schema.js";

/**
 * How SQL Server renames
 * (learn.microsoft.com/sql/relational-databases/system-stored-procedures/sp-rename-transact-sql).
 */
export const mssqlRename: RenameSyntax = {
  table: ({ schema, table }, to) => [rename([schema, table], to, "OBJECT")],
  // A column in the condition of an index or a check cannot be renamed, because that is an enforced dependency (15336).
  column: (place, from, to, bound) => [
    ...bound.map(({ drop }) => drop),
    rename([place.schema, place.table, from], to, "COLUMN"),
    ...bound.map(({ create }) => create),
  ],
  index: ({ schema, table }, from, to) => [rename([schema, table, from], to, "INDEX")],
  foreignKey: ({ schema }, { name }, to) => [rename([schema, name], to, "OBJECT")],
};

export function renameObject({ schema, name }: StoredName, to: string): Sql {
  return rename([schema, name], to, "OBJECT");
}

/** The former name is quoted inside the text argument; the new one is passed as it is. */
function rename(from: readonly (string | undefined)[], to: string, kind: "OBJECT" | "COLUMN" | "INDEX"): Sql {
  return sql`exec sp_rename ${unicodeText(bracketed(...from))}, ${unicodeText(to)}, ${unicodeText(kind)}`;
}
