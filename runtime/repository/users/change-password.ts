import type { Caller } from "../../access/caller.js";
import type { DatabaseSession } from "../../database/database-session.js";
import type { Entity } from "../../model/model.js";
import { isPasswordOf } from "./log-in.js";
import { newTokenVersion } from "../../write/token-version.js";
import type { WriteOptions } from "../../write/write-options.js";
import type { AnyRepository } from "../repository.js";
import type { UserRow } from "./user-rows.js";

/** A request to change the caller's own password. */
export interface PasswordChange {
  readonly caller: Caller;
  readonly password: string;
  readonly newPassword: string;
  readonly requestId: string | undefined;
}

/**
 * Changes the caller's password and ends all of the user's tokens. Returns `undefined` if the old password is wrong.
 * The old password is the only permission that it needs, so policies may forbid all other updates of users.
 * @param user The caller, as just read.
 * @throws {ApiError}
 */
export async function changePassword(
  user: UserRow | undefined,
  { caller, password, newPassword, requestId }: PasswordChange,
  users: Entity,
  session: DatabaseSession,
): Promise<UserRow | undefined> {
  if (!(await isPasswordOf(user, password)) || user === undefined) return undefined;
  // Update only if the password is still the one just checked: an outdated password must not undo a newer change.
  const tokenVersion = { from: user.version, to: newTokenVersion() };
  const options = { requestId, tokenVersion };
  const isChanged = await updateSelf(user.id, { password: newPassword }, caller, users, session, options);
  return isChanged ? { ...user, version: tokenVersion.to } : undefined;
}

/**
 * Changes a user who has proved to be allowed to, whatever the policies of users permit.
 * @param caller The user. `undefined` for a change by the server itself.
 * @returns Whether the user was as the options demand.
 * @throws {ApiError}
 */
export async function updateSelf(
  id: UserRow["id"],
  changes: object,
  caller: Caller | undefined,
  users: Entity,
  session: DatabaseSession,
  options: WriteOptions,
): Promise<boolean> {
  const permissions = ["member"];
  const grant = { operation: "update", access: "public", permissions, readPermissions: [] } as const;
  const repository = session.repository(users.name) as AnyRepository;
  const written = await repository.update(id, changes, caller && { ...grant, caller, mayRead: false }, {
    ...options,
    returning: "id",
  });
  return written !== undefined;
}
