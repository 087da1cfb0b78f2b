// @data-api blog_post/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const blogPostSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newBlogPostSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const blogPostChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type BlogPost = z.output<typeof blogPostSchema>;
export type NewBlogPost = z.input<typeof newBlogPostSchema>;
export type BlogPostChanges = z.input<typeof blogPostChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface BlogPostTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
