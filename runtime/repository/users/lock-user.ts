import { LOCKED } from "../../access/current-user.js";
import { and } from "../../condition/join-conditions.js";
import { isKey } from "../../condition/key-condition.js";
import type { DatabaseSession } from "../../database/database-session.js";
import { withApiErrors } from "../../database/fault-to-error.js";
import type { Entity, UserId } from "../../model/model.js";
import { auditAccountChange } from "../../write/steps/audit.js";
import { hasValues, updateRow } from "../../write/steps/table-rows.js";
import { newTokenVersion } from "../../write/token-version.js";
import { notLocked } from "../../write/not-locked.js";

/** What an operator does with a user's log-ins. */
export type LogInChange = "lock" | "unlock" | "end-sessions";

/**
 * Locks a user, lifts the lock, or ends all sessions. Each ends the user's tokens. A locked user cannot log in, and the
 * user's keys do not work meanwhile.
 * @returns Whether it has changed something: a lock stays until it is lifted.
 * @throws {ApiError}
 */
export async function changeLogIn(
  change: LogInChange,
  id: Exclude<UserId, null>,
  users: Entity,
  session: DatabaseSession,
): Promise<boolean> {
  const state = change === "unlock" ? hasValues(users, { tokenversion: LOCKED }) : notLocked(users);
  const values = { tokenversion: change === "lock" ? LOCKED : newTokenVersion() };
  return withApiErrors(users, session, () =>
    session.transaction(async (transaction) => {
      if (!(await updateRow(transaction, users, values, and(isKey(users, [id]), state)))) return false;
      const actor = { caller: undefined, requestId: undefined };
      await auditAccountChange(transaction, actor, { entity: users.name, operation: change, id: String(id) });
      return true;
    }),
  );
}
