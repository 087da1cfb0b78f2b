// @data-api roles/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const rolesSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newRolesSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const rolesChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type Roles = z.output<typeof rolesSchema>;
export type NewRoles = z.input<typeof newRolesSchema>;
export type RolesChanges = z.input<typeof rolesChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface RolesTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
