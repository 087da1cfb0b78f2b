// @data-api order_line/repository
import { Repository } from "data-api/kit";
import type { OrderLineShape } from "./order_line.schema.js";

/**
 * Typed access to `order_line` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class OrderLineRepository extends Repository<OrderLineShape> {}
