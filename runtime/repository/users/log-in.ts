import { isLockedOut } from "../../access/current-user.js";
import { verifySecret } from "../../access/secrets.js";
import type { CheckedCondition } from "../../condition/checked.js";
import { compare } from "../../condition/compare.js";
import { isKey } from "../../condition/key-condition.js";
import { DatabaseError } from "../../database/wire/database-error.js";
import type { DatabaseSession } from "../../database/database-session.js";
import type { Entity } from "../../model/model.js";
import { formerUserNameKey, userNameKey } from "../../model/values/user-name.js";
import { isUserName, MAX_PASSWORD_LENGTH } from "../../write/input/check-user.js";
import { updateRow } from "../../write/steps/table-rows.js";
import { userField, type FindUsers, type UserRow } from "./user-rows.js";

interface LogInContext {
  readonly users: Entity;
  readonly find: FindUsers;
  readonly database: DatabaseSession;
}

/**
 * Finds a user by name and password; `undefined` if either is wrong or the user is locked. Neither the result nor
 * the time taken reveals which.
 * @throws {ApiError} if the database cannot be reached, or too many log-ins run at once.
 */
export async function logInByPassword(
  username: string,
  password: string,
  { users, find, database }: LogInContext,
): Promise<UserRow | undefined> {
  const user = await findByName(username, users, find);
  if (!(await isPasswordOf(user, password)) || user === undefined || isLockedOut(user)) return undefined;
  const key = keyOf(username);
  if (user.usernamekey !== key) await renewKey(users, user, key, database);
  return user;
}

/** @throws {ApiError} if the database cannot be reached. */
export async function findByName(
  username: string,
  users: Entity,
  find: FindUsers,
): Promise<UserRow | undefined> {
  const former = formerUserNameKey(username);
  const found = await find.where(hasUserName(users, username));
  // Prefer a user who is still stored under the former key for this name.
  return found.find(({ usernamekey }) => usernamekey === former) ?? found[0];
}

/** Whether the password is that of the user. Takes the same time if there is no user. @throws {ApiError} */
export async function isPasswordOf(user: UserRow | undefined, password: string): Promise<boolean> {
  const isPossible = Array.from(password.normalize("NFC")).length <= MAX_PASSWORD_LENGTH;
  const isRight = await verifySecret(isPossible ? password : "", user?.password ?? null);
  return isRight && isPossible;
}

/** The condition for the user with this name: several, if one is stored under the former key for the name. */
export function hasUserName(users: Entity, username: string): CheckedCondition {
  const [key, former] = [keyOf(username), formerUserNameKey(username)];
  const field = userField(users, "usernamekey");
  const is = (value: string) => compare(field, "=", value);
  return former === undefined ? is(key) : { kind: "or", conditions: [is(key), is(former)] };
}

/** Invalid names are looked up too, as a key that no user has, so that the time is the same. */
function keyOf(username: string): string {
  return isUserName(username) ? userNameKey(username) : "";
}

/** Updates the user's key to the current form of the name. A failure is reported and does not fail the log-in. */
async function renewKey(
  users: Entity,
  { id, usernamekey }: UserRow,
  key: string,
  session: DatabaseSession,
): Promise<void> {
  const isAsSeen = isKey({ keys: [...users.keys, userField(users, "usernamekey")] }, [id, usernamekey]);
  try {
    await updateRow(session, users, { usernamekey: key }, isAsSeen);
  } catch (error) {
    const isTaken = error instanceof DatabaseError && error.kind === "unique";
    session.reportFault(
      error,
      isTaken
        ? `The user ${id} now has the same name as another user, because "ẞ" equals "ß": rename one of the two.`
        : "giving a user another key failed",
    );
  }
}
