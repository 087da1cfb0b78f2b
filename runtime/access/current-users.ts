import type { UserId } from "../model/model.js";

/** What a user's record says now, as far as tokens go by it. */
export interface CurrentUser {
  /** What their tokens must carry to be good; null for users of before there were versions, whose tokens carry none. */
  readonly version: string | null;
  readonly roles: readonly string[];
  /** What permissions may ask for as `@user.<claim>`; null for what is not claimed any more. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Looks up whether the user of a token is still there, and who that is now. */
export interface CurrentUsers {
  /** What was seen a moment ago; undefined for what has to be looked up. */
  readonly known: (id: UserId) => CurrentUser | undefined;
  /**
   * The user whose tokens have this version; undefined where there is none now.
   * @throws {ApiError} if the database cannot say.
   */
  readonly find: (id: UserId, version: string | null) => Promise<CurrentUser | undefined>;
}
