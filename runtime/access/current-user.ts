import type { UserId } from "../model/model.js";

/** The current values of a user's record that tokens depend on. */
export interface CurrentUser {
  /** The version that valid tokens carry. `null` for users stored before tokens had versions. */
  readonly version: string | null;
  readonly roles: readonly string[];
  /** Values that permissions can refer to as `@user.<claim>`. `null` if the record no longer has the value. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The token version of a user that an operator has locked: no token has it. Nothing but an unlock changes it. */
export const LOCKED = "locked";

export function isLockedOut({ version }: Pick<CurrentUser, "version">): boolean {
  return version === LOCKED;
}

/** Looks up the user of a token, with the current roles and claims. */
export interface CurrentUsers {
  /** The cached user. `undefined` if a look-up is needed. */
  readonly known: (id: UserId) => CurrentUser | undefined;
  /**
   * The user, if their tokens have this version; else `undefined`.
   * @throws {ApiError} if the database cannot be reached.
   */
  readonly find: (id: UserId, version: string | null) => Promise<CurrentUser | undefined>;
  /** The user now, whatever is cached. @throws {ApiError} if the database cannot be reached. */
  readonly findNow: (id: UserId) => Promise<CurrentUser | undefined>;
}
