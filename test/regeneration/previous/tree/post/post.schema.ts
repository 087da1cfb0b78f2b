// @data-api post/schema
import { field, z, type Generated } from "data-api/kit";

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

/** The table behind it, as queries of your own see it. */
export interface PostTable {
  id: Generated<number>;
  title: string;
  content: string;
  createdat: string;
  updatedat: string;
}
