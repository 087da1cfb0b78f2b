// @data-api latest/schema
import { field, z, type FieldsIn } from "data-api/schema";

/** What a read answers with. */
export const latestSchema = z.object({
  sensor: field.uuid(),
  at: field.datetime(),
  value: field.float().nullable(),
});

export type Latest = z.output<typeof latestSchema>;

/** The fields that identify a record together. */
export type LatestKey = Pick<Latest, "sensor" | "at">;

/** What `select`, `where` and `orderBy` may use. */
export interface LatestShape {
  fields: FieldsIn<typeof latestSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface LatestTable {
  sensor: string;
  at: string;
  value: number | null;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const latestFields = {
  sensor: "uuid, required, read-only",
  at: "datetime(3), required, read-only",
  value: "float, nullable, read-only",
};
