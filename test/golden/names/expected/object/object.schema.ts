// @data-api object/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const objectSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type ObjectRecord = z.output<typeof objectSchema>;
export type ObjectTable = RowsIn<Database, "object">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewObject {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface ObjectChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface ObjectShape {
  record: ObjectRecord;
  input: NewObject;
  changes: ObjectChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof objectSchema>;
  relations: object;
}
