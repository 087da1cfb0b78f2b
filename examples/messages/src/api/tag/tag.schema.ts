// @data-api tag/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";
import type { ItemShape } from "../item/item.schema.js";

/** What a read answers with. */
export const tagSchema = z.object({
  id: field.int(),
  name: field.string({ maxLength: 50 }),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What callers may write. */
const tagInputs = tagSchema.omit({ id: true, createdat: true, updatedat: true });

/** What a create takes. */
export const newTagSchema = z.object({ ...tagInputs.shape });

/** What an update may change. */
export const tagChangesSchema = z.object({ ...tagInputs.shape }).partial();

export type Tag = z.output<typeof tagSchema>;
export type NewTag = z.input<typeof newTagSchema>;
export type TagChanges = z.input<typeof tagChangesSchema>;
export type TagTable = RowsIn<Database, "tag">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface TagShape {
  record: Tag;
  input: NewTag;
  changes: TagChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof tagSchema>;
  relations: {
    /** The `item` records whose `tagids` lists this one. */
    items: ItemShape[];
  };
}
