import { randomBytes } from "node:crypto";
import type { TokenSubject } from "../../access/own-tokens.js";
import type { ParseUserId } from "../../access/user-id.js";
import { timeAt } from "../../write/steps/table-access.js";
import { deriveKeys, keyedHash, type DerivedKeys } from "../../access/derived-keys.js";
import type { Sessions } from "./sessions.js";
import type { FindUsers, UserRow } from "./user-rows.js";

/**
 * How long a used token still returns the same next token, in milliseconds, because a client may send it twice or
 * lose the answer.
 */
const GRACE = 10_000;
/** The maximum number of attempts for a refresh while other requests change the session. */
const MAX_LOOKS = 3;

/** The format of a token: the session's name, a dot and a secret. */
const TOKEN = /^([\w-]{22})\.[\w-]{43}$/;

/** The dependencies of `RefreshTokens`. */
interface RefreshContext {
  readonly sessions: Sessions;
  readonly secretKeys: readonly [string, ...string[]];
  readonly find: FindUsers;
  readonly parseUserId: ParseUserId;
  /** Logs the reuse of a token. */
  readonly warn: (message: string) => void;
}

/** A session with the token that continues it. */
export interface RefreshableSession {
  readonly sessionId: string;
  readonly refreshToken: string;
}

/** The user of a refreshed session, and the next refresh token. */
interface RefreshedSession extends RefreshableSession {
  readonly user: UserRow;
}

/**
 * Refresh tokens with rotation (RFC 9700, section 4.14.2). Each token works once. Reuse ends the session,
 * because either the client or a thief has used a stolen token. A session belongs to one version of the
 * user's tokens and ends with that version.
 *
 * The next token is derived from the current one and the server's key, so it can be returned again without
 * being stored. A session that was begun with a former key gets the current one with its next token.
 */
export class RefreshTokens {
  readonly #context: RefreshContext;
  /** The current key. */
  readonly #key: Buffer;
  readonly #keys: DerivedKeys;

  constructor(context: RefreshContext) {
    this.#context = context;
    this.#keys = deriveKeys(context.secretKeys, "data-api refresh tokens");
    [this.#key] = this.#keys;
  }

  /** Begins a session with its first token. @throws {ApiError} if the database cannot be reached. */
  async begin(user: TokenSubject, device: string | undefined): Promise<RefreshableSession> {
    // Not the session's id, which others may know: a wrong token for a session's name ends it.
    const name = randomBytes(16).toString("base64url");
    const refreshToken = `${name}.${randomBytes(32).toString("base64url")}`;
    const sessionId = await this.#context.sessions.begin(user, device, () => ({
      sessionhash: toHash(this.#key, name),
      currenthash: toHash(this.#key, refreshToken),
      previoushash: null,
    }));
    return { sessionId, refreshToken };
  }

  /** Refreshes a session; `undefined` if it has ended or never existed. @throws {ApiError} */
  async use(token: string): Promise<RefreshedSession | undefined> {
    const [, name] = TOKEN.exec(token) ?? [];
    if (name === undefined) return undefined;
    const { sessions, find, parseUserId, warn } = this.#context;
    for (let look = 0; look < MAX_LOOKS; look++) {
      const found = await this.#findSession(name);
      const now = Date.now();
      if (found === undefined || found.session.expiresAt <= now) return undefined;
      const { session, key } = found;
      const user = await find.byId(parseUserId(session.userId));
      if (user === undefined || user.version !== session.version) return undefined;
      const presented = toHash(key, token);
      if (session.currentHash === presented) {
        const next = nextToken(this.#key, name, token);
        const values = {
          id: session.id,
          sessionhash: toHash(this.#key, name),
          currenthash: toHash(this.#key, next),
          previoushash: toHash(this.#key, token),
          changedat: timeAt(now),
          expiresat: sessions.expiry(now, session.endsAt),
        };
        if (await sessions.change({ sessionhash: session.nameHash, currenthash: presented }, values))
          return { user, sessionId: session.id, refreshToken: next };
        // Another request used the same token.
        continue;
      }
      if (session.previousHash === presented && now - session.usedAt <= GRACE) {
        // Another server may have made it with a key that is not the first here.
        const next = this.#keys
          .map((each) => nextToken(each, name, token))
          .find((each) => toHash(key, each) === session.currentHash);
        if (next !== undefined) return { user, sessionId: session.id, refreshToken: next };
      }
      await sessions.endNamed(session);
      warn(`A refresh token of the user ${user.id} was used a second time: the session has been ended.`);
      return undefined;
    }
    return undefined;
  }

  /**
   * The session with this name, and the key that its hashes were made with. One statement looks for all keys: between
   * two, another server may give the session a key that was looked for already.
   */
  async #findSession(name: string) {
    const hashes = this.#keys.map((key) => toHash(key, name));
    const session = await this.#context.sessions.named(hashes);
    const key = session && this.#keys[hashes.indexOf(session.nameHash)];
    return key && { session, key };
  }
}

/** The hash that is stored for a token or a session's name. */
function toHash(key: Buffer, text: string): string {
  return keyedHash(key, "stored", text);
}

function nextToken(key: Buffer, name: string, token: string): string {
  return `${name}.${keyedHash(key, "next", token)}`;
}
