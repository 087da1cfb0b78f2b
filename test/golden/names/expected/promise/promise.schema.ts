// @data-api promise/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** What a read answers with. */
export const promiseSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type PromiseRecord = z.output<typeof promiseSchema>;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewPromise {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface PromiseChanges {
  name?: string | null | undefined;
}

/** What `select`, `where` and `orderBy` may use. */
export interface PromiseShape {
  fields: FieldsIn<typeof promiseSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface PromiseTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const promiseFields = {
  id: "int, read-only",
  name: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
