// @data-api item/schema
import { field, z, type Generated } from "data-api/kit";
import type { userSchema } from "../user/user.schema.js";
import type { tagSchema } from "../tag/tag.schema.js";

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

/** The table behind it, as queries of your own see it. */
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

/** The fields of the configuration that this is for: with others the server does not start. */
export const itemFields = {
  id: "THl2t4MW",
  title: "qJqaTlry",
  price: "10c2M9rs",
  lowestprice: "gZXBxgQk",
  issold: "2uwTxLV6",
  createdat: "ItO51zNy",
  updatedat: "ItO51zNy",
  ownerid: "3PpnXWsd",
  tagids: "pvzz6o9V",
};
