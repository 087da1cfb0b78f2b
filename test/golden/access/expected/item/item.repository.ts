// @data-api item/repository
import { Repository, type AfterCommit, type BeforeCreate } from "data-api/kit";
import type { Item, ItemShape, NewItem } from "./item.schema.js";

/** Access to `item` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class ItemRepository extends Repository<ItemShape> {
  /** Runs before a record is added, in the same transaction: gives the input to use instead, if any. */
  protected override beforeCreate(event: BeforeCreate<NewItem>) {
    return this.entity.hooks.beforeCreate?.(event);
  }

  /** Runs after a write has been committed: nothing that it throws changes the answer. */
  protected override afterCommit(event: AfterCommit<Item>) {
    return this.entity.hooks.afterCommit?.(event);
  }
}
