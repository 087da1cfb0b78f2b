// @data-api jsonValue/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const jsonValueSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type JsonValueRecord = z.output<typeof jsonValueSchema>;
export type JsonValueTable = RowsIn<Database, "jsonValue">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewJsonValue {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface JsonValueChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface JsonValueShape {
  record: JsonValueRecord;
  input: NewJsonValue;
  changes: JsonValueChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof jsonValueSchema>;
  relations: object;
}
