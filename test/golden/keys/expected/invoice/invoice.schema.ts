// @data-api invoice/schema
import { field, z, type FieldsIn, type Generated } from "data-api/schema";

/** What a read answers with. */
export const invoiceSchema = z.object({
  total: field.decimal().nullable(),
  nr: field.bigint(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newInvoiceSchema = z.object({
  total: field.decimal().nullish(),
});

/** What an update may change. */
export const invoiceChangesSchema = z
  .object({
    total: field.decimal().nullable(),
  })
  .partial();

export type Invoice = z.output<typeof invoiceSchema>;
export type NewInvoice = z.input<typeof newInvoiceSchema>;
export type InvoiceChanges = z.input<typeof invoiceChangesSchema>;

/** What `select`, `where` and `orderBy` may use. */
export interface InvoiceShape {
  fields: FieldsIn<typeof invoiceSchema>;
  relations: object;
}

/** The table's row type, for your own queries. */
export interface InvoiceTable {
  total: string | null;
  "Invoice No": Generated<number | bigint>;
  createdat: string;
  updatedat: string;
}

/** The fields of the configuration that these schemas are for. With other fields the server does not start. */
export const invoiceFields = {
  total: "decimal(38, 10), nullable",
  nr: "bigint, read-only",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
