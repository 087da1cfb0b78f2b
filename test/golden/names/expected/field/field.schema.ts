// @data-api field/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const fieldSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type Field = z.output<typeof fieldSchema>;
export type FieldTable = RowsIn<Database, "field">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewField {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface FieldChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface FieldShape {
  record: Field;
  input: NewField;
  changes: FieldChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof fieldSchema>;
  relations: object;
}
