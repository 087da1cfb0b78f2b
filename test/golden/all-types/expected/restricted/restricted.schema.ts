// @data-api restricted/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

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

/** What `select`, `where` and `orderBy` may use. */
export interface RestrictedShape {
  fields: FieldsIn<typeof restrictedSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
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

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const restrictedFields = {
  id: "int, read-only",
  ignored: "int, nullable, not created",
  begins: "int, not created, default 0",
  fixed: "string(255), required, not updated",
  neither: "string(255), nullable, read-only",
  free: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
