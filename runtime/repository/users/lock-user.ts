import { isKey } from "../../condition/key-condition.js";
import type { DatabaseSession } from "../../database/database-session.js";
import type { Entity, UserId } from "../../model/model.js";
import { EntityReads } from "../../records/entity-reads.js";

/**
 * Locks the row of a user until the transaction ends, so that others count and write before or after, on all servers.
 * @returns Whether there is such a user.
 */
export async function lockUser(
  users: Entity,
  id: Exclude<UserId, null>,
  transaction: DatabaseSession,
): Promise<boolean> {
  const rows = await new EntityReads(users, transaction).lock(isKey(users, [id]));
  return rows.length > 0;
}
