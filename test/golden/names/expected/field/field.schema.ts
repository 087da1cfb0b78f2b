// @data-api field/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const fieldSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newFieldSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const fieldChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type Field = z.output<typeof fieldSchema>;
export type NewField = z.input<typeof newFieldSchema>;
export type FieldChanges = z.input<typeof fieldChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface FieldTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
