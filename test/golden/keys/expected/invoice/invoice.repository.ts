// @data-api invoice/repository
import { Repository } from "data-api/kit";
import type { InvoiceShape } from "./invoice.schema.js";

/**
 * Typed access to `invoice` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class InvoiceRepository extends Repository<InvoiceShape> {}
