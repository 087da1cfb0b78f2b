// @data-api order_line/repository
import { Repository } from "data-api/kit";
import type { OrderLineShape } from "./order_line.schema.js";

/** Access to `order_line` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class OrderLineRepository extends Repository<OrderLineShape> {}
