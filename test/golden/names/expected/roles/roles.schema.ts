// @data-api roles/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

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

/** Input of `update` in server code. No role may update over HTTP. */
export interface RolesChanges {
  name?: string | null | undefined;
}

/** What `select`, `where` and `orderBy` may use. */
export interface RolesShape {
  fields: FieldsIn<typeof rolesSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface RolesTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const rolesFields = {
  id: "int, read-only",
  name: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
