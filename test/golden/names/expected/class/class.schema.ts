// @data-api class/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const classSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newClassSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const classChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type Class = z.output<typeof classSchema>;
export type NewClass = z.input<typeof newClassSchema>;
export type ClassChanges = z.input<typeof classChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface ClassTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
