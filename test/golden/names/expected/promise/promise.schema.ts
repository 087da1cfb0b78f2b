// @data-api promise/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const promiseSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newPromiseSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const promiseChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type PromiseRecord = z.output<typeof promiseSchema>;
export type NewPromise = z.input<typeof newPromiseSchema>;
export type PromiseChanges = z.input<typeof promiseChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface PromiseTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
