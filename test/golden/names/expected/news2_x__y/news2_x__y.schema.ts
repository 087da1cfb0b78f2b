// @data-api news2_x__y/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const news2XYSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newNews2XYSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const news2XYChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type News2XY = z.output<typeof news2XYSchema>;
export type NewNews2XY = z.input<typeof newNews2XYSchema>;
export type News2XYChanges = z.input<typeof news2XYChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface News2XYTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
