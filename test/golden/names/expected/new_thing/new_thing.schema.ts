// @data-api new_thing/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const newThingSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newNewThingSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const newThingChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type NewThing = z.output<typeof newThingSchema>;
export type NewNewThing = z.input<typeof newNewThingSchema>;
export type NewThingChanges = z.input<typeof newThingChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface NewThingTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
