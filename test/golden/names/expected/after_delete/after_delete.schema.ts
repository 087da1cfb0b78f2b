// @data-api after_delete/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const afterDeleteSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newAfterDeleteSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const afterDeleteChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type AfterDeleteRecord = z.output<typeof afterDeleteSchema>;
export type NewAfterDelete = z.input<typeof newAfterDeleteSchema>;
export type AfterDeleteChanges = z.input<typeof afterDeleteChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface AfterDeleteTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
