// @data-api record/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const recordSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newRecordSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const recordChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type RecordRecord = z.output<typeof recordSchema>;
export type NewRecord = z.input<typeof newRecordSchema>;
export type RecordChanges = z.input<typeof recordChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface RecordTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
