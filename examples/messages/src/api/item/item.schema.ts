// @data-api item/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";
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

/** What a create takes. */
export const newItemSchema = z.object({
  title: field.string(),
  price: field.decimal({ scale: 2 }),
  lowestprice: field.decimal({ scale: 2 }).nullish(),
  issold: field.boolean().default(false),
  tagids: field.ids(field.int()).optional(),
});

/** What an update may change. */
export const itemChangesSchema = z
  .object({
    title: field.string(),
    price: field.decimal({ scale: 2 }),
    lowestprice: field.decimal({ scale: 2 }).nullable(),
    issold: field.boolean(),
    tagids: field.ids(field.int()),
  })
  .partial();

export type Item = z.output<typeof itemSchema> & {
  /** The user who created this record, as far as the caller may read it. */
  owner?: Partial<z.output<typeof userSchema>> | null;
  /** The records that `tagids` lists, as far as the caller may read them. */
  tags?: Partial<z.output<typeof tagSchema>>[];
};
export type NewItem = z.input<typeof newItemSchema>;
export type ItemChanges = z.input<typeof itemChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface ItemShape {
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

/** The table's row type, for your own queries. */
export interface ItemTable {
  id: Generated<number>;
  title: string;
  price: string;
  lowestprice: string | null;
  issold: Generated<number>;
  createdat: string;
  updatedat: string;
  ownerid: number | null;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const itemFields = {
  id: "int, read-only",
  title: "string(255), required",
  price: "decimal(38, 2), required",
  lowestprice: "decimal(38, 2), nullable",
  issold: "boolean, default false",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
  ownerid: "int, nullable, read-only",
  tagids: "list of int",
};
