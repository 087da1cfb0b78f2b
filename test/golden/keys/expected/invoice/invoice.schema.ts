// @data-api invoice/schema
import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";
import type { Database } from "../.data-api/database.js";

/** What a read answers with. */
export const invoiceSchema = z.object({
  total: field.decimal().nullable(),
  nr: field.bigint(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What callers may write. */
const invoiceInputs = invoiceSchema.omit({
  nr: true,
  createdat: true,
  updatedat: true,
});

/** What a create takes. */
export const newInvoiceSchema = z.object({
  ...invoiceInputs.shape,
  total: invoiceSchema.shape.total.optional(),
});

/** What an update may change. */
export const invoiceChangesSchema = z
  .object({ ...invoiceInputs.shape })
  .partial();

export type Invoice = z.output<typeof invoiceSchema>;
export type NewInvoice = z.input<typeof newInvoiceSchema>;
export type InvoiceChanges = z.input<typeof invoiceChangesSchema>;
export type InvoiceTable = RowsIn<Database, "invoice">;

/** The types of the repository: of records, inputs and tables, and of `select`, `where` and `orderBy`. */
export interface InvoiceShape {
  record: Invoice;
  input: NewInvoice;
  changes: InvoiceChanges;
  key: "nr";
  tables: Database;
  fields: FieldsIn<typeof invoiceSchema>;
  relations: object;
}
