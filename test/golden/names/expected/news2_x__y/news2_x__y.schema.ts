// @data-api news2_x__y/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const news2XYSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type News2XY = z.output<typeof news2XYSchema>;
export type News2XYTable = RowsIn<Database, "news2_x__y">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewNews2XY {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface News2XYChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface News2XYShape {
  record: News2XY;
  input: NewNews2XY;
  changes: News2XYChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof news2XYSchema>;
  relations: object;
}
