// @data-api bare/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** What a read answers with. */
export const bareSchema = z.object({
  id: field.int(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type Bare = z.output<typeof bareSchema>;

/** Input of `create` in server code. No role may create over HTTP. */
export type NewBare = Record<string, never>;

/** Input of `update` in server code. No role may update over HTTP. */
export type BareChanges = Record<string, never>;

/** What `select`, `where` and `orderBy` may use. */
export interface BareShape {
  fields: FieldsIn<typeof bareSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface BareTable {
  id: Generated<number>;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const bareFields = {
  id: "int, read-only",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
