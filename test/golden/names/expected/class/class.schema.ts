// @data-api class/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const classSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type Class = z.output<typeof classSchema>;
export type ClassTable = RowsIn<Database, "class">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewClass {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface ClassChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface ClassShape {
  record: Class;
  input: NewClass;
  changes: ClassChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof classSchema>;
  relations: object;
}
