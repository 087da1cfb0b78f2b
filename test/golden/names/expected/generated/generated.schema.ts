// @data-api generated/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const generatedSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newGeneratedSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const generatedChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type GeneratedRecord = z.output<typeof generatedSchema>;
export type NewGenerated = z.input<typeof newGeneratedSchema>;
export type GeneratedChanges = z.input<typeof generatedChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface GeneratedTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
