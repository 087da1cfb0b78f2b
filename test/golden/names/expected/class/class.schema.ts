// @data-api class/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** What a read answers with. */
export const classSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type Class = z.output<typeof classSchema>;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewClass {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface ClassChanges {
  name?: string | null | undefined;
}

/** What `select`, `where` and `orderBy` may use. */
export interface ClassShape {
  fields: FieldsIn<typeof classSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface ClassTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const classFields = {
  id: "int, read-only",
  name: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
