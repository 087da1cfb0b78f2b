// @data-api database/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const databaseSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type DatabaseRecord = z.output<typeof databaseSchema>;
export type DatabaseTable = RowsIn<Database, "database">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewDatabase {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface DatabaseChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface DatabaseShape {
  record: DatabaseRecord;
  input: NewDatabase;
  changes: DatabaseChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof databaseSchema>;
  relations: object;
}
