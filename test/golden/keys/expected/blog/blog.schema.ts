// @data-api blog/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** What a read answers with. */
export const blogSchema = z.object({
  BlogId: field.int(),
  url: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newBlogSchema = z.object({
  url: field.string().nullish(),
});

/** What an update may change. */
export const blogChangesSchema = z
  .object({
    url: field.string().nullable(),
  })
  .partial();

export type Blog = z.output<typeof blogSchema>;
export type NewBlog = z.input<typeof newBlogSchema>;
export type BlogChanges = z.input<typeof blogChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface BlogShape {
  fields: FieldsIn<typeof blogSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface BlogTable {
  BlogId: Generated<number>;
  url: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const blogFields = {
  BlogId: "int, read-only",
  url: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
