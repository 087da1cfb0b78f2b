// @data-api error/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const errorSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type ErrorRecord = z.output<typeof errorSchema>;
export type ErrorTable = RowsIn<Database, "error">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewError {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface ErrorChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface ErrorShape {
  record: ErrorRecord;
  input: NewError;
  changes: ErrorChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof errorSchema>;
  relations: object;
}
