// @data-api blog/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const blogSchema = z.object({
  BlogId: field.int(),
  url: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What callers may write. */
const blogInputs = blogSchema.omit({
  BlogId: true,
  createdat: true,
  updatedat: true,
});

/** What a create takes. */
export const newBlogSchema = z.object({
  ...blogInputs.shape,
  url: blogSchema.shape.url.optional(),
});

/** What an update may change. */
export const blogChangesSchema = z.object({ ...blogInputs.shape }).partial();

export type Blog = z.output<typeof blogSchema>;
export type NewBlog = z.input<typeof newBlogSchema>;
export type BlogChanges = z.input<typeof blogChangesSchema>;
export type BlogTable = RowsIn<Database, "blog">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface BlogShape {
  record: Blog;
  input: NewBlog;
  changes: BlogChanges;
  key: "BlogId";
  tables: Database;
  fields: FieldsIn<typeof blogSchema>;
  relations: object;
}
