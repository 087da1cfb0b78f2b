// @data-api restricted/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const restrictedSchema = z.object({
  id: field.int(),
  ignored: field.int().nullable(),
  begins: field.int(),
  fixed: field.string(),
  neither: field.string().nullable(),
  free: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What callers may write. */
const restrictedInputs = restrictedSchema.omit({
  id: true,
  neither: true,
  createdat: true,
  updatedat: true,
});

/** What a create takes. */
export const newRestrictedSchema = z.object({
  ...restrictedInputs.omit({ ignored: true, begins: true }).shape,
  free: restrictedSchema.shape.free.optional(),
});

/** What an update may change. */
export const restrictedChangesSchema = z
  .object({ ...restrictedInputs.omit({ fixed: true }).shape })
  .partial();

export type Restricted = z.output<typeof restrictedSchema>;
export type NewRestricted = z.input<typeof newRestrictedSchema>;
export type RestrictedChanges = z.input<typeof restrictedChangesSchema>;
export type RestrictedTable = RowsIn<Database, "restricted">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface RestrictedShape {
  record: Restricted;
  input: NewRestricted;
  changes: RestrictedChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof restrictedSchema>;
  relations: object;
}
