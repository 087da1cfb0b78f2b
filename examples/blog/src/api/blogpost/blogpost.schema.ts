// @data-api blogpost/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const blogpostSchema = z.object({
  id: field.int(),
  title: field.string(),
  content: field.richtext(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What callers may write. */
const blogpostInputs = blogpostSchema.omit({ id: true, createdat: true, updatedat: true });

/** What a create takes. */
export const newBlogpostSchema = z.object({ ...blogpostInputs.shape });

/** What an update may change. */
export const blogpostChangesSchema = z.object({ ...blogpostInputs.shape }).partial();

export type Blogpost = z.output<typeof blogpostSchema>;
export type NewBlogpost = z.input<typeof newBlogpostSchema>;
export type BlogpostChanges = z.input<typeof blogpostChangesSchema>;
export type BlogpostTable = RowsIn<Database, "blogpost">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface BlogpostShape {
  record: Blogpost;
  input: NewBlogpost;
  changes: BlogpostChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof blogpostSchema>;
  relations: object;
}
