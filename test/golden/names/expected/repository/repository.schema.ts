// @data-api repository/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const repositorySchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newRepositorySchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const repositoryChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type RepositoryRecord = z.output<typeof repositorySchema>;
export type NewRepository = z.input<typeof newRepositorySchema>;
export type RepositoryChanges = z.input<typeof repositoryChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface RepositoryTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
