import { invalidToken } from "../../access/bearer-token.js";
import { and } from "../../condition/join-conditions.js";
import { isKey } from "../../condition/key-condition.js";
import type { DatabaseSession } from "../../database/database-session.js";
import type { Entity, UserId } from "../../model/model.js";
import { forgetUser } from "./current-users.js";
import { withApiErrors } from "../../database/fault-to-error.js";
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
