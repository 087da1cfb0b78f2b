// @data-api fixed/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const fixedSchema = z.object({
  id: field.int(),
  name: field.string(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newFixedSchema = z.object({
  ...fixedSchema.omit({ id: true, createdat: true, updatedat: true }).shape,
});

export type Fixed = z.output<typeof fixedSchema>;
export type NewFixed = z.input<typeof newFixedSchema>;
export type FixedTable = RowsIn<Database, "fixed">;

/** Input of `update` in server code. No role may update over HTTP. */
export type FixedChanges = Record<string, never>;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface FixedShape {
  record: Fixed;
  input: NewFixed;
  changes: FixedChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof fixedSchema>;
  relations: object;
}
