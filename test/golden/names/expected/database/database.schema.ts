// @data-api database/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const databaseSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newDatabaseSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const databaseChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type DatabaseRecord = z.output<typeof databaseSchema>;
export type NewDatabase = z.input<typeof newDatabaseSchema>;
export type DatabaseChanges = z.input<typeof databaseChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface DatabaseTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
