// @data-api z/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const zSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newZSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const zChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type Z = z.output<typeof zSchema>;
export type NewZ = z.input<typeof newZSchema>;
export type ZChanges = z.input<typeof zChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface ZTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
