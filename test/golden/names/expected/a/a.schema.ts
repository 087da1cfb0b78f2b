// @data-api a/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const aSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newASchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const aChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type A = z.output<typeof aSchema>;
export type NewA = z.input<typeof newASchema>;
export type AChanges = z.input<typeof aChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface ATable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
