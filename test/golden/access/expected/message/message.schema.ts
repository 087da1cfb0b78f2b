// @data-api message/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";
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

/** What a create takes. */
export const newMessageSchema = z.object({
  text: field.richtext(),
  state: field.oneOf("string", ["draft", "public"]).default("draft"),
  itemid: field.int(),
  recipientid: field.int().nullish(),
  replytoid: field.int().nullish(),
  tagcodes: field.ids(field.string({ maxLength: 20 })).optional(),
  readerids: field.ids(field.int()),
});

/** What an update may change. */
export const messageChangesSchema = z
  .object({
    text: field.richtext(),
    state: field.oneOf("string", ["draft", "public"]),
    itemid: field.int(),
    recipientid: field.int().nullable(),
    tagcodes: field.ids(field.string({ maxLength: 20 })),
  })
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

/** What `select`, `where` and `orderBy` may use. */
export interface MessageShape {
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

/** The table's row type, for your own queries. */
export interface MessageTable {
  id: Generated<number>;
  text: string;
  state: Generated<"draft" | "public">;
  itemid: number;
  recipientid: number | null;
  replytoid: number | null;
  createdat: string;
  updatedat: string;
  ownerid: number | null;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const messageFields = {
  id: "int, read-only",
  text: "richtext, required",
  state: 'string(255), one of ["draft","public"], default "draft"',
  itemid: "int, required",
  recipientid: "int, nullable",
  replytoid: "int, nullable, not updated",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
  ownerid: "int, nullable, read-only",
  tagcodes: "list of string",
  readerids: "list of int, required, not updated",
};
