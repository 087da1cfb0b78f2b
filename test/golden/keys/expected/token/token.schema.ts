// @data-api token/schema
import { field, z, type FieldsIn } from "data-api/schema";

/** What a read answers with. */
export const tokenSchema = z.object({
  id: field.uuid(),
  note: field.text().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newTokenSchema = z.object({
  id: field.uuid(),
  note: field.text().nullish(),
});

/** What an update may change. */
export const tokenChangesSchema = z
  .object({
    note: field.text().nullable(),
  })
  .partial();

export type Token = z.output<typeof tokenSchema>;
export type NewToken = z.input<typeof newTokenSchema>;
export type TokenChanges = z.input<typeof tokenChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface TokenShape {
  fields: FieldsIn<typeof tokenSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface TokenTable {
  id: string;
  note: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const tokenFields = {
  id: "uuid, required, not updated",
  note: "text, nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
