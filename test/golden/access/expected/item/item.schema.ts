// @data-api item/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";
import type { userSchema, UserShape } from "../user/user.schema.js";

/** What a read answers with. */
export const itemSchema = z.object({
  id: field.int(),
  name: field.string(),
  price: field.decimal({ precision: 12, scale: 2 }),
  supplier: field.string().nullable(),
  sellerid: field.int().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
  ownerid: field.int().nullable(),
});

/** What a create takes. */
export const newItemSchema = z.object({
  name: field.string(),
  price: field.decimal({ precision: 12, scale: 2 }),
  supplier: field.string().nullish(),
  sellerid: field.int().nullish(),
});

/** What an update may change. */
export const itemChangesSchema = z
  .object({
    name: field.string(),
    price: field.decimal({ precision: 12, scale: 2 }),
    supplier: field.string().nullable(),
    sellerid: field.int().nullable(),
  })
  .partial();

export type Item = z.output<typeof itemSchema> & {
  /** The record that `sellerid` points to, as far as the caller may read it. */
  seller?: Partial<z.output<typeof userSchema>> | null;
  /** The user who created this record, as far as the caller may read it. */
  owner?: Partial<z.output<typeof userSchema>> | null;
};
export type NewItem = z.input<typeof newItemSchema>;
export type ItemChanges = z.input<typeof itemChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface ItemShape {
  fields: FieldsIn<typeof itemSchema>;
  relations: {
    /** The record that `sellerid` points to. */
    seller: UserShape | null;
    /** The user who created this record. */
    owner: UserShape | null;
  };
}

/** The table's row type, for your own queries. */
export interface ItemTable {
  id: Generated<number>;
  name: string;
  price: string;
  supplier: string | null;
  sellerid: number | null;
  createdat: string;
  updatedat: string;
  ownerid: number | null;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const itemFields = {
  id: "int, read-only",
  name: "string(255), required",
  price: "decimal(12, 2), required",
  supplier: "string(255), nullable",
  sellerid: "int, nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
  ownerid: "int, nullable, read-only",
};
