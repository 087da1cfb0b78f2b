// @data-api roles/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const rolesSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newRolesSchema = z.object({
  ...rolesSchema.omit({ id: true, createdat: true, updatedat: true }).shape,
  name: rolesSchema.shape.name.optional(),
});

export type Roles = z.output<typeof rolesSchema>;
export type NewRoles = z.input<typeof newRolesSchema>;
export type RolesTable = RowsIn<Database, "roles">;

/** Input of `update` in server code. No role may update over HTTP. */
export interface RolesChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface RolesShape {
  record: Roles;
  input: NewRoles;
  changes: RolesChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof rolesSchema>;
  relations: object;
}
