import { sql } from "kysely";
import type { Sql } from "../../sql/sql.js";
import type { NamedTable } from "../../sql/writes/write-syntax.js";
import { bracketed, unicodeText } from "./mssql-names.js";

/**
 * With a trigger `instead of` a write, OUTPUT and `@@rowcount` answer as if the write had been done, whatever the trigger
 * does (learn.microsoft.com/sql/t-sql/queries/output-clause-transact-sql#triggers).
 */
export function mssqlSkipping({ schema, table }: NamedTable): Sql {
  const id = sql`object_id(${unicodeText(bracketed(schema, table))})`;
  const replaces = sql`select 1 from sys.triggers where parent_id = ${id} and is_instead_of_trigger = 1 and is_disabled = 0`;
  return sql`select case when exists (${replaces}) then 'hidden' else 'never' end`;
}
