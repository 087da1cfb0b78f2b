// @data-api after_delete/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const afterDeleteSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type AfterDeleteRecord = z.output<typeof afterDeleteSchema>;
export type AfterDeleteTable = RowsIn<Database, "after_delete">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewAfterDelete {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface AfterDeleteChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface AfterDeleteShape {
  record: AfterDeleteRecord;
  input: NewAfterDelete;
  changes: AfterDeleteChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof afterDeleteSchema>;
  relations: object;
}
