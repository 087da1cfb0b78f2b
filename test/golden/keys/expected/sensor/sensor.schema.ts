// @data-api sensor/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const sensorSchema = z.object({
  nr: field.int(),
  place: field.text().nullable(),
});

export type Sensor = z.output<typeof sensorSchema>;
export type SensorTable = RowsIn<Database, "sensor">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface SensorShape {
  record: Sensor;
  input: never;
  changes: never;
  key: "nr";
  tables: Database;
  fields: FieldsIn<typeof sensorSchema>;
  relations: object;
}
