// @data-api message/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";
import type { itemSchema, ItemShape } from "../item/item.schema.js";
import type { userSchema, UserShape } from "../user/user.schema.js";
import type { tagSchema, TagShape } from "../tag/tag.schema.js";

/** What a read answers with. */
export const messageSchema = z.object({
  id: field.int(),
  text: field.richtext(),
  state: field.oneOf("string", ["draft", "public"]),
  itemid: field.int(),
  /** Whom it is for; everybody where it is for nobody. */
  recipientid: field.int().nullable(),
  replytoid: field.int().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
  ownerid: field.int().nullable(),
  /** What it is about. */
  tagcodes: field.ids(field.string({ maxLength: 20 })),
  readerids: field.ids(field.int()),
});

/** What callers may write. */
const messageInputs = messageSchema.omit({
  id: true,
  createdat: true,
  updatedat: true,
  ownerid: true,
});

/** What a create takes. */
export const newMessageSchema = z.object({
  ...messageInputs.shape,
  state: messageSchema.shape.state.default("draft"),
  recipientid: messageSchema.shape.recipientid.optional(),
  replytoid: messageSchema.shape.replytoid.optional(),
  tagcodes: messageSchema.shape.tagcodes.optional(),
});

/** What an update may change. */
export const messageChangesSchema = z
  .object({ ...messageInputs.omit({ replytoid: true, readerids: true }).shape })
  .partial();

export type Message = z.output<typeof messageSchema> & {
  /** The record that `itemid` points to, as far as the caller may read it. */
  item?: Partial<z.output<typeof itemSchema>> | null;
  /** The record that `recipientid` points to, as far as the caller may read it. */
  recipient?: Partial<z.output<typeof userSchema>> | null;
  /** The record that `replytoid` points to, as far as the caller may read it. */
  replyto?: Partial<z.output<typeof messageSchema>> | null;
  /** The user who created this record, as far as the caller may read it. */
  owner?: Partial<z.output<typeof userSchema>> | null;
  /** The records that `tagcodes` lists, as far as the caller may read them. */
  tags?: Partial<z.output<typeof tagSchema>>[];
  /** The records that `readerids` lists, as far as the caller may read them. */
  readers?: Partial<z.output<typeof userSchema>>[];
};
export type NewMessage = z.input<typeof newMessageSchema>;
export type MessageChanges = z.input<typeof messageChangesSchema>;
export type MessageTable = RowsIn<Database, "message">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface MessageShape {
  record: Message;
  input: NewMessage;
  changes: MessageChanges;
  key: "id";
  tables: Database;
  fields: FieldsIn<typeof messageSchema>;
  relations: {
    /** The record that `itemid` points to. */
    item: ItemShape;
    /** The record that `recipientid` points to. */
    recipient: UserShape | null;
    /** The record that `replytoid` points to. */
    replyto: MessageShape | null;
    /** The user who created this record. */
    owner: UserShape | null;
    /** The records that `tagcodes` lists. */
    tags: TagShape[];
    /** The records that `readerids` lists. */
    readers: UserShape[];
  };
  /** Members that callers may read in only some of the records. */
  hidden: "readerids" | "readers";
}
