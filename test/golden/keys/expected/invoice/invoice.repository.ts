// @data-api invoice/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  Invoice,
  InvoiceChanges,
  InvoiceShape,
  NewInvoice,
} from "./invoice.schema.js";

/**
 * Typed access to `invoice` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class InvoiceRepository extends Repository<
  Invoice,
  NewInvoice,
  InvoiceChanges,
  Database,
  "nr",
  InvoiceShape
> {}
