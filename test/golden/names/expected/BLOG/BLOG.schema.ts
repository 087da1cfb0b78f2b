// @data-api BLOG/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const blogSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

export type Blog = z.output<typeof blogSchema>;
export type BlogTable = RowsIn<Database, "BLOG">;

/** Input of `create` in server code. No role may create over HTTP. */
export interface NewBlog {
  name?: string | null | undefined;
}

/** Input of `update` in server code. No role may update over HTTP. */
export interface BlogChanges {
  name?: string | null | undefined;
}

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface BlogShape {
  record: Blog;
  input: NewBlog;
  changes: BlogChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof blogSchema>;
  relations: object;
}
