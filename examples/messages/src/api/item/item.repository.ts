// @data-api item/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type { Item, ItemChanges, ItemShape, NewItem } from "./item.schema.js";

/**
 * Typed access to `item` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class ItemRepository extends Repository<Item, NewItem, ItemChanges, Database, "id", ItemShape> {}
