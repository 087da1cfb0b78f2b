// @data-api session/schema
import { field, z, type FieldsIn } from "data-api/schema";

/** What a read answers with. */
export const sessionSchema = z.object({
  key: field.uuid(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newSessionSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const sessionChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type Session = z.output<typeof sessionSchema>;
export type NewSession = z.input<typeof newSessionSchema>;
export type SessionChanges = z.input<typeof sessionChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface SessionShape {
  fields: FieldsIn<typeof sessionSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface SessionTable {
  key: string;
  name: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const sessionFields = {
  key: "uuid, read-only",
  name: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
