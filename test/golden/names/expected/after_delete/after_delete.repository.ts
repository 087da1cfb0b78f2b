// @data-api after_delete/repository
import { Repository, type AfterDelete } from "data-api/kit";
import type {
  AfterDeleteRecord,
  AfterDeleteShape,
} from "./after_delete.schema.js";

/** Access to `after_delete` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class AfterDeleteRepository extends Repository<AfterDeleteShape> {
  /** Runs after a record has been deleted, in the same transaction. */
  protected override afterDelete(event: AfterDelete<AfterDeleteRecord>) {
    return this.entity.hooks.afterDelete?.(event);
  }
}
