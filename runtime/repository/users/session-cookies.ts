import { randomBytes } from "node:crypto";
import type { FindByCookie } from "../../access/current-session.js";
import { isSameSecret } from "../../access/same-secret.js";
import type { TokenSubject } from "../../access/own-tokens.js";
import { timeAt } from "../../write/steps/table-access.js";
import { deriveKeys, keyedHash, type DerivedKeys } from "../../access/derived-keys.js";
import type { Sessions, StoredSession } from "./sessions.js";

/** A session's time of use is stored this often, in milliseconds. */
const TOUCH_INTERVAL = 300_000;

/** The id of the session, a dot and a secret. */
const COOKIE = /^([\w-]{22})\.[\w-]{43}$/;

/** What sessions by cookie need. */
interface CookieContext {
  readonly sessions: Sessions;
  readonly secretKeys: readonly [string, ...string[]];
  /** Reports a fault that reaches no caller. */
  readonly reportFault: (error: unknown, message: string) => void;
}

/** Sessions whose browser has a cookie. Only a hash of the cookie is stored. */
export class SessionCookies {
  readonly #context: CookieContext;
  readonly #keys: DerivedKeys;
  /** The sessions whose time of use was stored since they were looked up. */
  readonly #touched = new WeakSet<StoredSession>();

  constructor(context: CookieContext) {
    this.#context = context;
    this.#keys = deriveKeys(context.secretKeys, "data-api session cookies");
  }

  /** Begins a session and returns its cookie. @throws {ApiError} if the database cannot be reached. */
  async begin(user: TokenSubject, device: string | undefined): Promise<string> {
    const secret = randomBytes(32).toString("base64url");
    const id = await this.#context.sessions.begin(user, device, (made) => ({
      // The name of a session with refresh tokens. This one has none, so no refresh token leads here.
      sessionhash: randomBytes(32).toString("base64url"),
      currenthash: toHash(this.#keys[0], cookieOf(made, secret)),
      previoushash: null,
    }));
    return cookieOf(id, secret);
  }

  readonly find: FindByCookie = async (cookie) => {
    const [, id] = COOKIE.exec(cookie) ?? [];
    if (id === undefined) return undefined;
    const { sessions } = this.#context;
    const isRight = ({ currentHash }: StoredSession) =>
      this.#keys.some((key) => isSameSecret(toHash(key, cookie), currentHash));
    const known = sessions.known(id);
    if (known !== undefined && isRight(known)) return known;
    const found = await sessions.findFit(id, isRight);
    if (found !== undefined) await this.#touch(found, cookie);
    return found;
  };

  /** Stores that the session is used. A failure is reported and does not fail the request. */
  async #touch(found: StoredSession, cookie: string): Promise<void> {
    const now = Date.now();
    if (now - found.usedAt < TOUCH_INTERVAL || this.#touched.has(found)) return;
    this.#touched.add(found);
    const { sessions, reportFault } = this.#context;
    try {
      await sessions.change(
        { id: found.id, changedat: timeAt(found.usedAt) },
        {
          // The current key, so that a former one can be removed.
          currenthash: toHash(this.#keys[0], cookie),
          changedat: timeAt(now),
          expiresat: sessions.expiry(now, found.endsAt),
        },
      );
    } catch (error) {
      reportFault(error, "storing the use of a session failed");
    }
  }
}

function cookieOf(id: string, secret: string): string {
  return `${id}.${secret}`;
}

function toHash(key: Buffer, cookie: string): string {
  return keyedHash(key, "cookie", cookie);
}
