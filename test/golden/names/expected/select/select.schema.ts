// @data-api select/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const selectSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newSelectSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const selectChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type Select = z.output<typeof selectSchema>;
export type NewSelect = z.input<typeof newSelectSchema>;
export type SelectChanges = z.input<typeof selectChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface SelectTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
