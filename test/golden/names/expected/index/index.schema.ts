// @data-api index/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const indexSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newIndexSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const indexChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type Index = z.output<typeof indexSchema>;
export type NewIndex = z.input<typeof newIndexSchema>;
export type IndexChanges = z.input<typeof indexChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface IndexTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
