/** A session that has not ended: a log-in on one device. */
export interface CurrentSession {
  /** May be known to everyone: it only names the session. */
  readonly id: string;
  readonly userId: string;
  /** The version of the user's tokens that it belongs to. */
  readonly version: string | null;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface CurrentSessions {
  /** The cached session. `undefined` if a look-up is needed. */
  readonly known: (id: string) => CurrentSession | undefined;
  /**
   * The session, if it is one of this user and has not ended; else `undefined`.
   * @throws {ApiError} if the database cannot be reached.
   */
  readonly find: (id: string, userId: string) => Promise<CurrentSession | undefined>;
}

/** Finds the session of a cookie. `undefined` if it has ended. @throws {ApiError} if the database cannot be reached. */
export type FindByCookie = (cookie: string) => Promise<CurrentSession | undefined>;
