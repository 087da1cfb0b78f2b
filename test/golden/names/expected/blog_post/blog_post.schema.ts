// @data-api blog_post/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const blogPostSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type BlogPost = z.output<typeof blogPostSchema>;
export type BlogPostTable = RowsIn<Database, "blog_post">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewBlogPost {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface BlogPostChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface BlogPostShape {
  record: BlogPost;
  input: NewBlogPost;
  changes: BlogPostChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof blogPostSchema>;
  relations: object;
}
