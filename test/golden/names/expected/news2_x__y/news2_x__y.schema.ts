// @data-api news2_x__y/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** What a read answers with. */
export const news2XYSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type News2XY = z.output<typeof news2XYSchema>;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewNews2XY {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface News2XYChanges {
  name?: string | null | undefined;
}

/** What `select`, `where` and `orderBy` may use. */
export interface News2XYShape {
  fields: FieldsIn<typeof news2XYSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface News2XYTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const news2XYFields = {
  id: "int, read-only",
  name: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
