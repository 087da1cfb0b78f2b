// @data-api delete/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const deleteSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newDeleteSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const deleteChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type Delete = z.output<typeof deleteSchema>;
export type NewDelete = z.input<typeof newDeleteSchema>;
export type DeleteChanges = z.input<typeof deleteChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface DeleteTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
