// @data-api message/repository
import { Repository, type AfterCommit, type BeforeCreate } from "data-api/kit";
import type { Message, MessageShape, NewMessage } from "./message.schema.js";

/** Access to `message` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class MessageRepository extends Repository<MessageShape> {
  /** The newest messages that the caller of `as` has received and not read. */
  findUnread() {
    return this.find({
      where: { recipientid: { claim: "id" }, isread: false },
      select: { id: true, text: true, owner: { username: true }, item: { title: true, price: true } },
      orderBy: "~createdat",
      take: 20,
    });
  }

  /** Runs before a record is added, in the same transaction: gives the input to use instead, if any. */
  protected override beforeCreate(event: BeforeCreate<NewMessage>) {
    return this.entity.hooks.beforeCreate?.(event);
  }

  /** Runs after a write has been committed: nothing that it throws changes the answer. */
  protected override afterCommit(event: AfterCommit<Message>) {
    return this.entity.hooks.afterCommit?.(event);
  }
}
