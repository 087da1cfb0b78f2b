// @data-api default/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const defaultSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newDefaultSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const defaultChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type Default = z.output<typeof defaultSchema>;
export type NewDefault = z.input<typeof newDefaultSchema>;
export type DefaultChanges = z.input<typeof defaultChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface DefaultTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
