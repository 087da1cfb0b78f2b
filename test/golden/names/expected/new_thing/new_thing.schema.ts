// @data-api new_thing/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const newThingSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type NewThing = z.output<typeof newThingSchema>;
export type NewThingTable = RowsIn<Database, "new_thing">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewNewThing {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface NewThingChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface NewThingShape {
  record: NewThing;
  input: NewNewThing;
  changes: NewThingChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof newThingSchema>;
  relations: object;
}
