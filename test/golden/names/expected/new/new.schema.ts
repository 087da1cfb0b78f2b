// @data-api new/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const newSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type New = z.output<typeof newSchema>;
export type NewTable = RowsIn<Database, "new">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewNew {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface NewChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface NewShape {
  record: New;
  input: NewNew;
  changes: NewChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof newSchema>;
  relations: object;
}
