// @data-api restricted/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const restrictedSchema = z.object({
  id: field.int(),
  ignored: field.int().nullable(),
  begins: field.int(),
  fixed: field.string(),
  neither: field.string().nullable(),
  free: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newRestrictedSchema = z.object({
  fixed: field.string(),
  free: field.string().nullish(),
});

/** What an update may change. */
export const restrictedChangesSchema = z
  .object({
    ignored: field.int().nullable(),
    begins: field.int(),
    free: field.string().nullable(),
  })
  .partial();

export type Restricted = z.output<typeof restrictedSchema>;
export type NewRestricted = z.input<typeof newRestrictedSchema>;
export type RestrictedChanges = z.input<typeof restrictedChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface RestrictedTable {
  id: Generated<number>;
  ignored: number | null;
  begins: Generated<number>;
  fixed: string;
  neither: string | null;
  free: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that this is for: with others the server does not start. */
export const restrictedFields = {
  id: "THl2t4MW",
  ignored: "DxMoBRQh",
  begins: "xK1YC_kN",
  fixed: "e91trks_",
  neither: "5NYVEr6S",
  free: "WTpXvA0Q",
  createdat: "ItO51zNy",
  updatedat: "ItO51zNy",
};
