// @data-api new/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const newSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newNewSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const newChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type New = z.output<typeof newSchema>;
export type NewNew = z.input<typeof newNewSchema>;
export type NewChanges = z.input<typeof newChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface NewTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
