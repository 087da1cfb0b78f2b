import { invalidToken } from "../../access/bearer-token.js";
import { LOCKED } from "../../access/current-user.js";
import { and } from "../../condition/join-conditions.js";
import { isKey } from "../../condition/key-condition.js";
import type { DatabaseSession } from "../../database/database-session.js";
import type { Entity, UserId } from "../../model/model.js";
import { forgetUser } from "./current-users.js";
import { withApiErrors } from "../../database/fault-to-error.js";
import { auditAccountChange, operator } from "../../write/steps/audit.js";
import { hasValues, updateRow } from "../../write/steps/table-rows.js";
import { notLocked } from "../../write/not-locked.js";
import { newTokenVersion } from "../../write/token-version.js";

/**
 * Invalidates all tokens of a user. Returns the version of new ones.
 * @param from Their version, if a caller with one of them gets a new one. Default: any.
 * @throws {ApiError} `invalid-token` if they have another version by now, or if the database cannot be reached.
 */
export async function endTokens(
  users: Entity,
  id: UserId,
  session: DatabaseSession,
  from?: string | null,
): Promise<string> {
  const tokenversion = newTokenVersion();
  const isAsSeen = from === undefined ? undefined : hasValues(users, { tokenversion: from });
  const where = and(and(isKey(users, [id]), notLocked(users)), isAsSeen);
  try {
    const isDone = await withApiErrors(users, session, () =>
      updateRow(session, users, { tokenversion }, where),
    );
    if (!isDone && from !== undefined) throw invalidToken();
    return tokenversion;
  } finally {
    forgetUser(session, id);
  }
}

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
      const done = { entity: users.name, operation: change, id: String(id) };
      await auditAccountChange(transaction, operator, done);
      return true;
    }),
  );
}
