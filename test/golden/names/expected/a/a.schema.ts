// @data-api a/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const aSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type A = z.output<typeof aSchema>;
export type ATable = RowsIn<Database, "a">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewA {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface AChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface AShape {
  record: A;
  input: NewA;
  changes: AChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof aSchema>;
  relations: object;
}
