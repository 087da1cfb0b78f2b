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

export type Roles = z.output<typeof rolesSchema>;
export type NewRoles = z.input<typeof newRolesSchema>;

/** What server code changes; nobody may over HTTP. */
export interface RolesChanges {
  name?: string | null | undefined;
}

/** The table behind it, as queries of your own see it. */
export interface RolesTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that this is for: with others the server does not start. */
export const rolesFields = {
  id: "THl2t4MW",
  name: "WTpXvA0Q",
  createdat: "ItO51zNy",
  updatedat: "ItO51zNy",
};
