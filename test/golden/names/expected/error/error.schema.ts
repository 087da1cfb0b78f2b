// @data-api error/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const errorSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newErrorSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const errorChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type ErrorRecord = z.output<typeof errorSchema>;
export type NewError = z.input<typeof newErrorSchema>;
export type ErrorChanges = z.input<typeof errorChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface ErrorTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
