// @data-api jsonValue/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const jsonValueSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newJsonValueSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const jsonValueChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type JsonValueRecord = z.output<typeof jsonValueSchema>;
export type NewJsonValue = z.input<typeof newJsonValueSchema>;
export type JsonValueChanges = z.input<typeof jsonValueChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface JsonValueTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
