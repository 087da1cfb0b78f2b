// @data-api country/schema
import { field, z, type FieldsIn } from "data-api/schema";

/** What a read answers with. */
export const countrySchema = z.object({
  /** ISO 3166-1. */
  code: field.string({ minLength: 1, maxLength: 2 }),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newCountrySchema = z.object({
  code: field.string({ minLength: 1, maxLength: 2 }),
  name: field.string().nullish(),
});

/** What an update may change. */
export const countryChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type Country = z.output<typeof countrySchema>;
export type NewCountry = z.input<typeof newCountrySchema>;
export type CountryChanges = z.input<typeof countryChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface CountryShape {
  fields: FieldsIn<typeof countrySchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface CountryTable {
  code: string;
  name: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const countryFields = {
  code: "string(1..2), required, not updated",
  name: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
