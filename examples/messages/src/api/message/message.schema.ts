// @data-api message/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";
import type { userSchema, UserShape } from "../user/user.schema.js";
import type { itemSchema, ItemShape } from "../item/item.schema.js";

/** What a read answers with. */
export const messageSchema = z.object({
  id: field.int(),
  recipientid: field.int(),
  itemid: field.int().nullable(),
  text: field.text({ maxLength: 2000 }),
  isread: field.boolean(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
  ownerid: field.int().nullable(),
});

/** What callers may write. */
const messageInputs = messageSchema.omit({ id: true, createdat: true, updatedat: true, ownerid: true });

/** What a create takes. */
export const newMessageSchema = z.object({
  ...messageInputs.omit({ isread: true }).shape,
  itemid: messageSchema.shape.itemid.optional(),
});

/** What an update may change. */
export const messageChangesSchema = z
  .object({ ...messageInputs.omit({ recipientid: true, itemid: true }).shape })
  .partial();

export type Message = z.output<typeof messageSchema> & {
  /** The record that `recipientid` points to, as far as the caller may read it. */
  recipient?: Partial<z.output<typeof userSchema>> | null;
  /** The record that `itemid` points to, as far as the caller may read it. */
  item?: Partial<z.output<typeof itemSchema>> | null;
  /** The user who created this record, as far as the caller may read it. */
  owner?: Partial<z.output<typeof userSchema>> | null;
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
    /** The record that `recipientid` points to. */
    recipient: UserShape | null;
    /** The record that `itemid` points to. */
    item: ItemShape | null;
    /** The user who created this record. */
    owner: UserShape | null;
  };
}
