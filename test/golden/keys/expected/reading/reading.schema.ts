// @data-api reading/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const readingSchema = z.object({
  sensor: field.uuid(),
  at: field.datetime(),
  value: field.float(),
});

/** What a create takes. */
export const newReadingSchema = z.object({ ...readingSchema.shape });

export type Reading = z.output<typeof readingSchema>;
export type NewReading = z.input<typeof newReadingSchema>;
export type ReadingTable = RowsIn<Database, "reading">;

/** Input of `update` in server code. No role may update over HTTP. */
export interface ReadingChanges {
  value?: number | undefined;
}

/** The fields that identify a record together. */
export type ReadingKey = Pick<Reading, "sensor" | "at">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface ReadingShape {
  record: Reading;
  input: NewReading;
  changes: ReadingChanges;
  key: "sensor" | "at";
  tables: Database;
  fields: FieldsIn<typeof readingSchema>;
  relations: object;
}
