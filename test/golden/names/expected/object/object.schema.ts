// @data-api object/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const objectSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newObjectSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const objectChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type ObjectRecord = z.output<typeof objectSchema>;
export type NewObject = z.input<typeof newObjectSchema>;
export type ObjectChanges = z.input<typeof objectChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface ObjectTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
