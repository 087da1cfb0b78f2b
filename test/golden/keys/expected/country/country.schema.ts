// @data-api country/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const countrySchema = z.object({
  /** ISO 3166-1. */
  code: field.string({ minLength: 1, maxLength: 2 }),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What callers may write. */
const countryInputs = countrySchema.omit({ createdat: true, updatedat: true });

/** What a create takes. */
export const newCountrySchema = z.object({
  ...countryInputs.shape,
  name: countrySchema.shape.name.optional(),
});

/** What an update may change. */
export const countryChangesSchema = z
  .object({ ...countryInputs.omit({ code: true }).shape })
  .partial();

export type Country = z.output<typeof countrySchema>;
export type NewCountry = z.input<typeof newCountrySchema>;
export type CountryChanges = z.input<typeof countryChangesSchema>;
export type CountryTable = RowsIn<Database, "country">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface CountryShape {
  record: Country;
  input: NewCountry;
  changes: CountryChanges;
  key: "code";
  tables: Database;
  fields: FieldsIn<typeof countrySchema>;
  relations: object;
}
