// @data-api line/schema
import { field, z } from "data-api/kit";

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

/** The table behind it, as queries of your own see it. */
export interface LineTable {
  orderid: string;
  nr: number;
  product: string | null;
  createdat: string;
  updatedat: string;
}
