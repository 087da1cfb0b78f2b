// @data-api delete/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const deleteSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type Delete = z.output<typeof deleteSchema>;
export type DeleteTable = RowsIn<Database, "delete">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewDelete {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface DeleteChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface DeleteShape {
  record: Delete;
  input: NewDelete;
  changes: DeleteChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof deleteSchema>;
  relations: object;
}
