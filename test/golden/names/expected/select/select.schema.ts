// @data-api select/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const selectSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type Select = z.output<typeof selectSchema>;
export type SelectTable = RowsIn<Database, "select">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewSelect {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface SelectChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface SelectShape {
  record: Select;
  input: NewSelect;
  changes: SelectChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof selectSchema>;
  relations: object;
}
