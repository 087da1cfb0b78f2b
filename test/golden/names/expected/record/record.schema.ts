// @data-api record/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const recordSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type RecordRecord = z.output<typeof recordSchema>;
export type RecordTable = RowsIn<Database, "record">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewRecord {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface RecordChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface RecordShape {
  record: RecordRecord;
  input: NewRecord;
  changes: RecordChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof recordSchema>;
  relations: object;
}
