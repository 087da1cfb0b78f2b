// @data-api post/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** What a read answers with. */
export const postSchema = z.object({
  id: field.int(),
  title: field.string(),
  content: field.richtext(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newPostSchema = z.object({
  title: field.string(),
  content: field.richtext(),
});

/** What an update may change. */
export const postChangesSchema = z
  .object({
    title: field.string(),
    content: field.richtext(),
  })
  .partial();

export type Post = z.output<typeof postSchema>;
export type NewPost = z.input<typeof newPostSchema>;
export type PostChanges = z.input<typeof postChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface PostShape {
  fields: FieldsIn<typeof postSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface PostTable {
  id: Generated<number>;
  title: string;
  content: string;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const postFields = {
  id: "int, read-only",
  title: "string(255), required",
  content: "richtext, required",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
