// @data-api promise/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const promiseSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type PromiseRecord = z.output<typeof promiseSchema>;
export type PromiseTable = RowsIn<Database, "promise">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewPromise {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface PromiseChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface PromiseShape {
  record: PromiseRecord;
  input: NewPromise;
  changes: PromiseChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof promiseSchema>;
  relations: object;
}
