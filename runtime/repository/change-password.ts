import type { Caller } from "../access/caller.js";
import { isKey } from "../condition/key-condition.js";
import type { Entity, Model } from "../model/model.js";
import { isPasswordOf } from "./log-in.js";
import { repositoryNamed } from "./registry.js";
import { newTokenVersion } from "./token-version.js";
import type { FindUsers, UserRow } from "./user-rows.js";

/** A change of the caller's own password, as it is asked for. */
export interface PasswordChange {
  readonly caller: Caller;
  readonly password: string;
  readonly newPassword: string;
  readonly requestId: string | undefined;
}

/** The user whom a caller is; undefined where there is none. */
export async function findCaller(
  users: Entity,
  { userId }: Caller,
  find: FindUsers,
): Promise<UserRow | undefined> {
  return (await find(isKey(users, [userId])))[0];
}

/**
 * Gives the caller another password and ends the tokens that there are; undefined where the old one is wrong. It asks for no
 * permission but the password, so that users may be kept from changing it without.
 * @param user The caller, as found just before.
 * @throws {ApiError}
 */
export async function changePassword(
  user: UserRow | undefined,
  { caller, password, newPassword, requestId }: PasswordChange,
  users: Entity,
  model: Model,
): Promise<UserRow | undefined> {
  if (!(await isPasswordOf(user, password)) || user === undefined) return undefined;
  const permissions = ["member"];
  const grant = { caller, operation: "update", access: "public", permissions, readPermissions: [] } as const;
  // Only as long as it is the password that was just looked at: nobody undoes a change with one that is not good any more.
  const tokenVersion = { from: user.version, to: newTokenVersion() };
  const written = await repositoryNamed(model, users.name).update(
    user.id,
    { password: newPassword },
    { ...grant, mayRead: false },
    { returning: "id", requestId, tokenVersion },
  );
  return written === undefined ? undefined : { ...user, version: tokenVersion.to };
}
