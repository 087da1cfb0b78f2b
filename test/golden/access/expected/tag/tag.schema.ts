// @data-api tag/schema
import { field, z, type FieldsIn } from "data-api/schema";

/** What a read answers with. */
export const tagSchema = z.object({
  code: field.string({ minLength: 1, maxLength: 20 }),
  createdat: field.datetime(),
  updatedat: field.datetime(),
  likecodes: field.ids(field.string({ maxLength: 20 })),
});

/** What a create takes. */
export const newTagSchema = z.object({
  code: field.string({ minLength: 1, maxLength: 20 }),
  likecodes: field.ids(field.string({ maxLength: 20 })).optional(),
});

/** What an update may change. */
export const tagChangesSchema = z
  .object({
    likecodes: field.ids(field.string({ maxLength: 20 })),
  })
  .partial();

export type Tag = z.output<typeof tagSchema> & {
  /** The records that `likecodes` lists, as far as the caller may read them. */
  like?: Partial<z.output<typeof tagSchema>>[];
};
export type NewTag = z.input<typeof newTagSchema>;
export type TagChanges = z.input<typeof tagChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface TagShape {
  fields: FieldsIn<typeof tagSchema>;
  relations: {
    /** The records that `likecodes` lists. */
    like: TagShape[];
  };
}

/** The table's row type, for your own queries. */
export interface TagTable {
  code: string;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const tagFields = {
  code: "string(1..20), required, not updated",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
  likecodes: "list of string",
};
