// @data-api index/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const indexSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type Index = z.output<typeof indexSchema>;
export type IndexTable = RowsIn<Database, "index">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewIndex {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface IndexChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface IndexShape {
  record: Index;
  input: NewIndex;
  changes: IndexChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof indexSchema>;
  relations: object;
}
