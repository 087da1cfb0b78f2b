// @data-api sensor/schema
import { field, z, type FieldsIn } from "data-api/schema";

/** What a read answers with. */
export const sensorSchema = z.object({
  nr: field.int(),
  place: field.text().nullable(),
});

export type Sensor = z.output<typeof sensorSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface SensorShape {
  fields: FieldsIn<typeof sensorSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface SensorTable {
  nr: number;
  place: string | null;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const sensorFields = {
  nr: "int, required, read-only",
  place: "text, nullable, read-only",
};
