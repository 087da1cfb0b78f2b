// @data-api generated/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const generatedSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type GeneratedRecord = z.output<typeof generatedSchema>;
export type GeneratedTable = RowsIn<Database, "generated">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewGenerated {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface GeneratedChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface GeneratedShape {
  record: GeneratedRecord;
  input: NewGenerated;
  changes: GeneratedChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof generatedSchema>;
  relations: object;
}
