// @data-api table/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const tableSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type Table = z.output<typeof tableSchema>;
export type TableTable = RowsIn<Database, "table">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewTable {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface TableChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface TableShape {
  record: Table;
  input: NewTable;
  changes: TableChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof tableSchema>;
  relations: object;
}
