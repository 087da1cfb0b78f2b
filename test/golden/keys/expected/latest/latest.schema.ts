// @data-api latest/schema
import { field, z } from "data-api/kit";

/** What a read answers with. */
export const latestSchema = z.object({
  sensor: field.uuid(),
  at: field.datetime(),
  value: field.float().nullable(),
});

/** What a create takes. */
export const newLatestSchema = z.object({});

/** What an update may change. */
export const latestChangesSchema = z.object({}).partial();

export type Latest = z.output<typeof latestSchema>;
export type NewLatest = z.input<typeof newLatestSchema>;
export type LatestChanges = z.input<typeof latestChangesSchema>;

/** The fields that identify a record together. */
export type LatestKey = Pick<Latest, "sensor" | "at">;

/** The table behind it, as queries of your own see it. */
export interface LatestTable {
  sensor: string;
  at: string;
  value: number | null;
}
