// @data-api total/schema
import { field, z } from "data-api/kit";

/** What a read answers with. */
export const totalSchema = z.object({
  day: field.date(),
  sum: field.decimal().nullable(),
});

/** What a create takes. */
export const newTotalSchema = z.object({});

/** What an update may change. */
export const totalChangesSchema = z.object({}).partial();

export type Total = z.output<typeof totalSchema>;
export type NewTotal = z.input<typeof newTotalSchema>;
export type TotalChanges = z.input<typeof totalChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface TotalTable {
  day: string;
  sum: string | null;
}
