// @data-api entities/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const entitiesSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newEntitiesSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const entitiesChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type Entities = z.output<typeof entitiesSchema>;
export type NewEntities = z.input<typeof newEntitiesSchema>;
export type EntitiesChanges = z.input<typeof entitiesChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface EntitiesTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
