// @data-api latest/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const latestSchema = z.object({
  sensor: field.uuid(),
  at: field.datetime(),
  value: field.float().nullable(),
});

export type Latest = z.output<typeof latestSchema>;
export type LatestTable = RowsIn<Database, "latest">;

/** The fields that identify a record together. */
export type LatestKey = Pick<Latest, "sensor" | "at">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface LatestShape {
  record: Latest;
  input: never;
  changes: never;
  key: "sensor" | "at";
  tables: Database;
  fields: FieldsIn<typeof latestSchema>;
  relations: object;
}
