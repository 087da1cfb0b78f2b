// @data-api described/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** a *\/ b `c` ${d} 'e' "f" \ {{g}} <!-- h --> i j k l m n � // */
export const describedSchema = z.object({
  id: field.int(),
  /** The title as readers see it. */
  plain: field.string(),
  /** a *\/ b `c` ${d} 'e' "f" \ {{g}} <!-- h --> i j k l m n � // */
  hostile: field.string(),
  blank: field.string().nullable(),
  /** \@ts-expect-error */
  directive: field.string().nullable(),
  /** 👨‍👩‍👧 ünïcödé */
  family: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newDescribedSchema = z.object({
  plain: field.string(),
  hostile: field.string(),
  blank: field.string().nullish(),
  directive: field.string().nullish(),
  family: field.string().nullish(),
  /** Never read. */
  secret: field.secret(),
});

/** What an update may change. */
export const describedChangesSchema = z
  .object({
    plain: field.string(),
    hostile: field.string(),
    blank: field.string().nullable(),
    directive: field.string().nullable(),
    family: field.string().nullable(),
    secret: field.secret(),
  })
  .partial();

export type Described = z.output<typeof describedSchema>;
export type NewDescribed = z.input<typeof newDescribedSchema>;
export type DescribedChanges = z.input<typeof describedChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface DescribedShape {
  fields: FieldsIn<typeof describedSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface DescribedTable {
  id: Generated<number>;
  plain: string;
  hostile: string;
  blank: string | null;
  directive: string | null;
  family: string | null;
  secret: string;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const describedFields = {
  id: "int, read-only",
  plain: "string(255), required",
  hostile: "string(255), required",
  blank: "string(255), nullable",
  directive: "string(255), nullable",
  family: "string(255), nullable",
  secret: "secret(1024), required, never read",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
