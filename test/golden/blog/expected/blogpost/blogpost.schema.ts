// @data-api blogpost/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** What a read answers with. */
export const blogpostSchema = z.object({
  id: field.int(),
  title: field.string(),
  content: field.richtext(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newBlogpostSchema = z.object({
  title: field.string(),
  content: field.richtext(),
});

/** What an update may change. */
export const blogpostChangesSchema = z
  .object({
    title: field.string(),
    content: field.richtext(),
  })
  .partial();

export type Blogpost = z.output<typeof blogpostSchema>;
export type NewBlogpost = z.input<typeof newBlogpostSchema>;
export type BlogpostChanges = z.input<typeof blogpostChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface BlogpostShape {
  fields: FieldsIn<typeof blogpostSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface BlogpostTable {
  id: Generated<number>;
  title: string;
  content: string;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const blogpostFields = {
  id: "int, read-only",
  title: "string(255), required",
  content: "richtext, required",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
