// @data-api message/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";
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

/** What a create takes. */
export const newMessageSchema = z.object({
  recipientid: field.int(),
  itemid: field.int().nullish(),
  text: field.text({ maxLength: 2000 }),
});

/** What an update may change. */
export const messageChangesSchema = z
  .object({
    text: field.text({ maxLength: 2000 }),
    isread: field.boolean(),
  })
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

/** What `select`, `where` and `orderBy` may use. */
export interface MessageShape {
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

/** The table's row type, for your own queries. */
export interface MessageTable {
  id: Generated<number>;
  recipientid: number;
  itemid: number | null;
  text: string;
  isread: Generated<number>;
  createdat: string;
  updatedat: string;
  ownerid: number | null;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const messageFields = {
  id: "int, read-only",
  recipientid: "int, required, not updated",
  itemid: "int, nullable, not updated",
  text: "text(2000), required",
  isread: "boolean, not created, default false",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
  ownerid: "int, nullable, read-only",
};
