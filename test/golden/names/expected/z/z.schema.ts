// @data-api z/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const zSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type Z = z.output<typeof zSchema>;
export type ZTable = RowsIn<Database, "z">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewZ {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface ZChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface ZShape {
  record: Z;
  input: NewZ;
  changes: ZChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof zSchema>;
  relations: object;
}
