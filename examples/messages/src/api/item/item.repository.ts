// @data-api item/repository
import { Repository } from "data-api/kit";
import type { ItemShape } from "./item.schema.js";

/** Access to `item` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class ItemRepository extends Repository<ItemShape> {}
