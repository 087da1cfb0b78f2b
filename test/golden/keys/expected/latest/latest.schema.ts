// @data-api latest/schema
import { field, z } from "data-api/kit";

/** What a read answers with. */
export const latestSchema = z.object({
  sensor: field.uuid(),
  at: field.datetime(),
  value: field.float().nullable(),
});

export type Latest = z.output<typeof latestSchema>;

/** The fields that identify a record together. */
export type LatestKey = Pick<Latest, "sensor" | "at">;

/** The table behind it, as queries of your own see it. */
export interface LatestTable {
  sensor: string;
  at: string;
  value: number | null;
}

/** The fields of the configuration that this is for: with others the server does not start. */
export const latestFields = {
  sensor: "WvXB04ji",
  at: "v9ibN1sA",
  value: "bwycSBdD",
};
