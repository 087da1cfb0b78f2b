// @data-api log/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const logSchema = z.object({
  at: field.datetime(),
  text: field.text().nullable(),
});

export type Log = z.output<typeof logSchema>;
export type LogTable = RowsIn<Database, "log">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface LogShape {
  record: Log;
  input: never;
  changes: never;
  key: never;
  tables: Database;
  fields: FieldsIn<typeof logSchema>;
  relations: object;
}
