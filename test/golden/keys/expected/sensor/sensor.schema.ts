// @data-api sensor/schema
import { field, z } from "data-api/kit";

/** What a read answers with. */
export const sensorSchema = z.object({
  nr: field.int(),
  place: field.text().nullable(),
});

/** What a create takes. */
export const newSensorSchema = z.object({});

/** What an update may change. */
export const sensorChangesSchema = z.object({}).partial();

export type Sensor = z.output<typeof sensorSchema>;
export type NewSensor = z.input<typeof newSensorSchema>;
export type SensorChanges = z.input<typeof sensorChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface SensorTable {
  nr: number;
  place: string | null;
}
