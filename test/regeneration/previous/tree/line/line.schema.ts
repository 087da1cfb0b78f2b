// @data-api line/schema
import { field, z, type FieldsIn } from "data-api/schema";

/** What a read answers with. */
export const lineSchema = z.object({
  orderid: field.string({ minLength: 1, maxLength: 20 }),
  nr: field.int(),
  product: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newLineSchema = z.object({
  orderid: field.string({ minLength: 1, maxLength: 20 }),
  nr: field.int(),
  product: field.string().nullish(),
});

/** What an update may change. */
export const lineChangesSchema = z
  .object({
    product: field.string().nullable(),
  })
  .partial();

export type Line = z.output<typeof lineSchema>;
export type NewLine = z.input<typeof newLineSchema>;
export type LineChanges = z.input<typeof lineChangesSchema>;

/** The fields that identify a record together. */
export type LineKey = Pick<Line, "orderid" | "nr">;

/** What `select`, `where` and `orderBy` may use. */
export interface LineShape {
  fields: FieldsIn<typeof lineSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface LineTable {
  orderid: string;
  nr: number;
  product: string | null;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const lineFields = {
  orderid: "string(1..20), required, not updated",
  nr: "int, required, not updated",
  product: "string(255), nullable",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
