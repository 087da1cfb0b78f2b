// @data-api default/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const defaultSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type Default = z.output<typeof defaultSchema>;
export type DefaultTable = RowsIn<Database, "default">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewDefault {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface DefaultChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface DefaultShape {
  record: Default;
  input: NewDefault;
  changes: DefaultChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof defaultSchema>;
  relations: object;
}
