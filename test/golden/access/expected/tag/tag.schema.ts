// @data-api tag/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const tagSchema = z.object({
  code: field.string({ minLength: 1, maxLength: 20 }),
  createdat: field.datetime(),
  updatedat: field.datetime(),
  likecodes: field.ids(field.string({ maxLength: 20 })),
});

/** What callers may write. */
const tagInputs = tagSchema.omit({ createdat: true, updatedat: true });

/** What a create takes. */
export const newTagSchema = z.object({
  ...tagInputs.shape,
  likecodes: tagSchema.shape.likecodes.optional(),
});

/** What an update may change. */
export const tagChangesSchema = z
  .object({ ...tagInputs.omit({ code: true }).shape })
  .partial();

export type Tag = z.output<typeof tagSchema> & {
  /** The records that `likecodes` lists, as far as the caller may read them. */
  like?: Partial<z.output<typeof tagSchema>>[];
};
export type NewTag = z.input<typeof newTagSchema>;
export type TagChanges = z.input<typeof tagChangesSchema>;
export type TagTable = RowsIn<Database, "tag">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface TagShape {
  record: Tag;
  input: NewTag;
  changes: TagChanges;
  key: "code";
  tables: Database;
  fields: FieldsIn<typeof tagSchema>;
  relations: {
    /** The records that `likecodes` lists. */
    like: TagShape[];
  };
}
