// @data-api string/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const stringSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newStringSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const stringChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type StringRecord = z.output<typeof stringSchema>;
export type NewString = z.input<typeof newStringSchema>;
export type StringChanges = z.input<typeof stringChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface StringTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
