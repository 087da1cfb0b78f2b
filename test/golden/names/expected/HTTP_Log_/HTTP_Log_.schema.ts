// @data-api HTTP_Log_/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const httpLogSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type HttpLog = z.output<typeof httpLogSchema>;
export type HttpLogTable = RowsIn<Database, "HTTP_Log_">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewHttpLog {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface HttpLogChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface HttpLogShape {
  record: HttpLog;
  input: NewHttpLog;
  changes: HttpLogChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof httpLogSchema>;
  relations: object;
}
