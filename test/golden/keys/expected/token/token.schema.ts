// @data-api token/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const tokenSchema = z.object({
  id: field.uuid(),
  note: field.text().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What callers may write. */
const tokenInputs = tokenSchema.omit({ createdat: true, updatedat: true });

/** What a create takes. */
export const newTokenSchema = z.object({
  ...tokenInputs.shape,
  note: tokenSchema.shape.note.optional(),
});

/** What an update may change. */
export const tokenChangesSchema = z
  .object({ ...tokenInputs.omit({ id: true }).shape })
  .partial();

export type Token = z.output<typeof tokenSchema>;
export type NewToken = z.input<typeof newTokenSchema>;
export type TokenChanges = z.input<typeof tokenChangesSchema>;
export type TokenTable = RowsIn<Database, "token">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface TokenShape {
  record: Token;
  input: NewToken;
  changes: TokenChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof tokenSchema>;
  relations: object;
}
