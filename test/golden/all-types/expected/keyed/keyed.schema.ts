// @data-api keyed/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const keyedSchema = z.object({
  id: field.uuid(),
  createdat: field.date(),
  parent: field.uuid().nullable(),
});

/** What callers may write. */
const keyedInputs = keyedSchema.omit({ id: true });

/** What a create takes. */
export const newKeyedSchema = z.object({
  ...keyedInputs.shape,
  parent: keyedSchema.shape.parent.optional(),
});

/** What an update may change. */
export const keyedChangesSchema = z.object({ ...keyedInputs.shape }).partial();

export type Keyed = z.output<typeof keyedSchema> & {
  /** The record that `parent` points to, as far as the caller may read it. */
  resolved?: Partial<z.output<typeof keyedSchema>> | null;
};
export type NewKeyed = z.input<typeof newKeyedSchema>;
export type KeyedChanges = z.input<typeof keyedChangesSchema>;
export type KeyedTable = RowsIn<Database, "keyed">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface KeyedShape {
  record: Keyed;
  input: NewKeyed;
  changes: KeyedChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof keyedSchema>;
  relations: {
    /** The record that `parent` points to. */
    resolved: KeyedShape | null;
  };
}
