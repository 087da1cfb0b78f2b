// @data-api stored/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const storedSchema = z.object({
  id: field.int(),
  quoted: field.string().nullable(),
  spaced: field.string().nullable(),
  dotted: field.string().nullable(),
  backslashed: field.string().nullable(),
  long: field.string().nullable(),
  numeric: field.int().nullable(),
  commented: field.string().nullable(),
  reserved: field.string().nullable(),
  inherited: field.string().nullable(),
  foreign: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What callers may write. */
const storedInputs = storedSchema.omit({
  id: true,
  createdat: true,
  updatedat: true,
});

/** What a create takes. */
export const newStoredSchema = z.object({
  ...storedInputs.shape,
  quoted: storedSchema.shape.quoted.optional(),
  spaced: storedSchema.shape.spaced.optional(),
  dotted: storedSchema.shape.dotted.optional(),
  backslashed: storedSchema.shape.backslashed.optional(),
  long: storedSchema.shape.long.optional(),
  numeric: storedSchema.shape.numeric.default(7),
  commented: storedSchema.shape.commented.optional(),
  reserved: storedSchema.shape.reserved.optional(),
  inherited: storedSchema.shape.inherited.optional(),
  foreign: storedSchema.shape.foreign.optional(),
});

/** What an update may change. */
export const storedChangesSchema = z
  .object({ ...storedInputs.shape })
  .partial();

export type Stored = z.output<typeof storedSchema>;
export type NewStored = z.input<typeof newStoredSchema>;
export type StoredChanges = z.input<typeof storedChangesSchema>;
export type StoredTable = RowsIn<
  Database,
  'a "table" of [odd] `names`; -- 1.2 \\ ${x}'
>;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface StoredShape {
  record: Stored;
  input: NewStored;
  changes: StoredChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof storedSchema>;
  relations: object;
}
