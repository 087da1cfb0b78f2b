// @data-api message/repository
import {
  Repository,
  type AfterCreate,
  type AfterDelete,
  type AfterUpdate,
  type BeforeDelete,
  type BeforeUpdate,
} from "data-api/kit";
import type {
  Message,
  MessageChanges,
  MessageShape,
} from "./message.schema.js";

/** Access to `message` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class MessageRepository extends Repository<MessageShape> {
  /** Runs after a record has been added, in the same transaction. */
  protected override afterCreate(event: AfterCreate<Message>) {
    return this.entity.hooks.afterCreate?.(event);
  }

  /** Runs before a record is changed, in the same transaction: gives the changes to use instead, if any. */
  protected override beforeUpdate(
    event: BeforeUpdate<Message, MessageChanges>,
  ) {
    return this.entity.hooks.beforeUpdate?.(event);
  }

  /** Runs after a record has been changed, in the same transaction. */
  protected override afterUpdate(event: AfterUpdate<Message>) {
    return this.entity.hooks.afterUpdate?.(event);
  }

  /** Runs before a record is deleted, in the same transaction. */
  protected override beforeDelete(event: BeforeDelete<Message>) {
    return this.entity.hooks.beforeDelete?.(event);
  }

  /** Runs after a record has been deleted, in the same transaction. */
  protected override afterDelete(event: AfterDelete<Message>) {
    return this.entity.hooks.afterDelete?.(event);
  }
}
