// @data-api sensor/schema
import { field, z } from "data-api/kit";

/** What a read answers with. */
export const sensorSchema = z.object({
  nr: field.int(),
  place: field.text().nullable(),
});

export type Sensor = z.output<typeof sensorSchema>;

/** The table behind it, as queries of your own see it. */
export interface SensorTable {
  nr: number;
  place: string | null;
}

/** Which fields of the configuration this is for: with others the server does not start. */
export const sensorFields = "vz3vAnKXR5i_";
