// @data-api reading/schema
import { field, z, type FieldsIn } from "data-api/schema";

/** What a read answers with. */
export const readingSchema = z.object({
  sensor: field.uuid(),
  at: field.datetime(),
  value: field.float(),
});

/** What a create takes. */
export const newReadingSchema = z.object({
  sensor: field.uuid(),
  at: field.datetime(),
  value: field.float(),
});

export type Reading = z.output<typeof readingSchema>;
export type NewReading = z.input<typeof newReadingSchema>;

/** Input of `update` in server code. No role may update over HTTP. */
export interface ReadingChanges {
  value?: number | undefined;
}

/** The fields that identify a record together. */
export type ReadingKey = Pick<Reading, "sensor" | "at">;

/** What `select`, `where` and `orderBy` may use. */
export interface ReadingShape {
  fields: FieldsIn<typeof readingSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface ReadingTable {
  sensor: string;
  at: string;
  value: number;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const readingFields = {
  sensor: "uuid, required, not updated",
  at: "datetime(3), required, not updated",
  value: "float, required",
};
