// @data-api item/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";
import type { userSchema, UserShape } from "../user/user.schema.js";
import type { tagSchema, TagShape } from "../tag/tag.schema.js";
import type { MessageShape } from "../message/message.schema.js";

/** What a read answers with. */
export const itemSchema = z.object({
  id: field.int(),
  title: field.string(),
  price: field.decimal({ scale: 2 }),
  lowestprice: field.decimal({ scale: 2 }).nullable(),
  issold: field.boolean(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
  ownerid: field.int().nullable(),
  tagids: field.ids(field.int()),
});

/** What callers may write. */
const itemInputs = itemSchema.omit({ id: true, createdat: true, updatedat: true, ownerid: true });

/** What a create takes. */
export const newItemSchema = z.object({
  ...itemInputs.shape,
  lowestprice: itemSchema.shape.lowestprice.optional(),
  issold: itemSchema.shape.issold.default(false),
  tagids: itemSchema.shape.tagids.optional(),
});

/** What an update may change. */
export const itemChangesSchema = z.object({ ...itemInputs.shape }).partial();

export type Item = z.output<typeof itemSchema> & {
  /** The user who created this record, as far as the caller may read it. */
  owner?: Partial<z.output<typeof userSchema>> | null;
  /** The records that `tagids` lists, as far as the caller may read them. */
  tags?: Partial<z.output<typeof tagSchema>>[];
};
export type NewItem = z.input<typeof newItemSchema>;
export type ItemChanges = z.input<typeof itemChangesSchema>;
export type ItemTable = RowsIn<Database, "item">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface ItemShape {
  record: Item;
  input: NewItem;
  changes: ItemChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof itemSchema>;
  relations: {
    /** The user who created this record. */
    owner: UserShape | null;
    /** The records that `tagids` lists. */
    tags: TagShape[];
    /** The `message` records whose `itemid` points here. */
    messages: MessageShape[];
  };
  /** Members that callers may read in only some of the records. */
  hidden: "lowestprice";
}
