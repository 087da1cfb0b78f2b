// @data-api item/repository
import { Repository } from "data-api/kit";
import type { ItemShape } from "./item.schema.js";

/**
 * Typed access to `item` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class ItemRepository extends Repository<ItemShape> {}
