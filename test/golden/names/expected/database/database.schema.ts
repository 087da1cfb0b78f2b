// @data-api database/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const databaseSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type DatabaseRecord = z.output<typeof databaseSchema>;

/** What server code creates; nobody may over HTTP. */
export interface NewDatabase {
  name?: string | null | undefined;
}

/** What server code changes; nobody may over HTTP. */
export interface DatabaseChanges {
  name?: string | null | undefined;
}

/** The table behind it, as queries of your own see it. */
export interface DatabaseTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that this is for: with others the server does not start. */
export const databaseFields = {
  id: "THl2t4MW",
  name: "WTpXvA0Q",
  createdat: "ItO51zNy",
  updatedat: "ItO51zNy",
};
