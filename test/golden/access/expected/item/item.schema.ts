// @data-api item/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";
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

/** What callers may write. */
const itemInputs = itemSchema.omit({
  id: true,
  createdat: true,
  updatedat: true,
  ownerid: true,
});

/** What a create takes. */
export const newItemSchema = z.object({
  ...itemInputs.shape,
  supplier: itemSchema.shape.supplier.optional(),
  sellerid: itemSchema.shape.sellerid.optional(),
});

/** What an update may change. */
export const itemChangesSchema = z.object({ ...itemInputs.shape }).partial();

export type Item = z.output<typeof itemSchema> & {
  /** The record that `sellerid` points to, as far as the caller may read it. */
  seller?: Partial<z.output<typeof userSchema>> | null;
  /** The user who created this record, as far as the caller may read it. */
  owner?: Partial<z.output<typeof userSchema>> | null;
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
    /** The record that `sellerid` points to. */
    seller: UserShape | null;
    /** The user who created this record. */
    owner: UserShape | null;
  };
}
