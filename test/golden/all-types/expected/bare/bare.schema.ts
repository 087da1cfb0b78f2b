// @data-api bare/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const bareSchema = z.object({
  id: field.int(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type Bare = z.output<typeof bareSchema>;
export type BareTable = RowsIn<Database, "bare">;

/** Input of `create` in server code. No role may create over HTTP. */
export type NewBare = Record<string, never>;

/** Input of `update` in server code. No role may update over HTTP. */
export type BareChanges = Record<string, never>;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface BareShape {
  record: Bare;
  input: NewBare;
  changes: BareChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof bareSchema>;
  relations: object;
}
