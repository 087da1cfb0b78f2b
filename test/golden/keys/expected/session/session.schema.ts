// @data-api session/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const sessionSchema = z.object({
  key: field.uuid(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What callers may write. */
const sessionInputs = sessionSchema.omit({
  key: true,
  createdat: true,
  updatedat: true,
});

/** What a create takes. */
export const newSessionSchema = z.object({
  ...sessionInputs.shape,
  name: sessionSchema.shape.name.optional(),
});

/** What an update may change. */
export const sessionChangesSchema = z
  .object({ ...sessionInputs.shape })
  .partial();

export type Session = z.output<typeof sessionSchema>;
export type NewSession = z.input<typeof newSessionSchema>;
export type SessionChanges = z.input<typeof sessionChangesSchema>;
export type SessionTable = RowsIn<Database, "session">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface SessionShape {
  record: Session;
  input: NewSession;
  changes: SessionChanges;
  key: "key";
  tables: Database;
  fields: FieldsIn<typeof sessionSchema>;
  relations: object;
}
