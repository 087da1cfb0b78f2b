// @data-api entities/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const entitiesSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type Entities = z.output<typeof entitiesSchema>;
export type EntitiesTable = RowsIn<Database, "entities">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewEntities {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface EntitiesChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface EntitiesShape {
  record: Entities;
  input: NewEntities;
  changes: EntitiesChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof entitiesSchema>;
  relations: object;
}
