import { and } from "../../condition/join-conditions.js";
import { isKey } from "../../condition/key-condition.js";
import type { DatabaseSession } from "../../database/database-session.js";
import type { Entity, UserId } from "../../model/model.js";
import { forgetUser } from "./current-users.js";
import { faultToError } from "../../database/fault-to-error.js";
import { updateRow } from "../../write/steps/table-rows.js";
import { notLocked } from "../../write/not-locked.js";
import { newTokenVersion } from "../../write/token-version.js";

/**
 * Invalidates all tokens of a user. Returns the version of new ones.
 * @throws {ApiError} if the database cannot be reached.
 */
export async function endTokens(users: Entity, id: UserId, session: DatabaseSession): Promise<string> {
  const tokenversion = newTokenVersion();
  try {
    await updateRow(session, users, { tokenversion }, and(isKey(users, [id]), notLocked(users)));
    return tokenversion;
  } catch (error) {
    throw await faultToError(error, users, session);
  } finally {
    forgetUser(session, id);
  }
}
