// @data-api invoice/repository
import { Repository } from "data-api/kit";
import type { InvoiceShape } from "./invoice.schema.js";

/** Access to `invoice` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class InvoiceRepository extends Repository<InvoiceShape> {}
