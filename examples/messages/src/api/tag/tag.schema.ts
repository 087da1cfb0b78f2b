// @data-api tag/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";
import type { ItemShape } from "../item/item.schema.js";

/** What a read answers with. */
export const tagSchema = z.object({
  id: field.int(),
  name: field.string({ maxLength: 50 }),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newTagSchema = z.object({
  name: field.string({ maxLength: 50 }),
});

/** What an update may change. */
export const tagChangesSchema = z
  .object({
    name: field.string({ maxLength: 50 }),
  })
  .partial();

export type Tag = z.output<typeof tagSchema>;
export type NewTag = z.input<typeof newTagSchema>;
export type TagChanges = z.input<typeof tagChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface TagShape {
  fields: FieldsIn<typeof tagSchema>;
  relations: {
    /** The `item` records whose `tagids` lists this one. */
    items: ItemShape[];
  };
}

/** The table's row type, for your own queries. */
export interface TagTable {
  id: Generated<number>;
  name: string;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const tagFields = {
  id: "int, read-only",
  name: "string(50), required",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
