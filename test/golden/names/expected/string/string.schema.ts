// @data-api string/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const stringSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type StringRecord = z.output<typeof stringSchema>;
export type StringTable = RowsIn<Database, "string">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewString {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface StringChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface StringShape {
  record: StringRecord;
  input: NewString;
  changes: StringChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof stringSchema>;
  relations: object;
}
