// @data-api fixed/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** What a read answers with. */
export const fixedSchema = z.object({
  id: field.int(),
  name: field.string(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newFixedSchema = z.object({
  name: field.string(),
});

export type Fixed = z.output<typeof fixedSchema>;
export type NewFixed = z.input<typeof newFixedSchema>;

/** Input of `update` in server code. No role may update over HTTP. */
export type FixedChanges = Record<string, never>;

/** What `select`, `where` and `orderBy` may use. */
export interface FixedShape {
  fields: FieldsIn<typeof fixedSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface FixedTable {
  id: Generated<number>;
  name: string;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const fixedFields = {
  id: "int, read-only",
  name: "string(255), required, not updated",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
