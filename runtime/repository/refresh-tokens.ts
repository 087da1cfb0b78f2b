import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { TokenSubject } from "../access/own-tokens.js";
import type { ParseUserId } from "../access/user-id.js";
import { isKey } from "../condition/key-condition.js";
import type { DatabaseSession } from "../database/database-session.js";
import { EntityWrites } from "../database/entity-writes.js";
import { ownFields } from "../database/selection.js";
import type { Entity, RefreshTokenSettings } from "../model/model.js";
import { EntityReads } from "./entity-reads.js";
import { faultToError } from "./fault-to-error.js";
import { removeExpired } from "./remove-expired.js";
import { hasValues, insertRow, updateRow } from "./table-rows.js";
import type { FindUsers, UserRow } from "./user-rows.js";

/** For so long a token that has been used gives the same one again: to a client that sent it twice, or got no answer. */
const GRACE = 10_000;
/** How often a session is looked at that changes meanwhile. */
const MAX_LOOKS = 3;

/** The session, and what of it is given out anew each time. */
const TOKEN = /^([\w-]{22})\.[\w-]{43}$/;

/** What refresh tokens are made with. */
interface RefreshContext {
  readonly settings: RefreshTokenSettings;
  readonly secretKey: string;
  readonly users: Entity;
  readonly find: FindUsers;
  readonly parseUserId: ParseUserId;
  readonly session: DatabaseSession;
  /** Is told of a token that came twice. */
  readonly warn: (message: string) => void;
}

/** A user whose session goes on, and the token for the next time. */
interface Refreshed {
  readonly user: UserRow;
  readonly refreshToken: string;
}

/**
 * Tokens that give others, once each (RFC 9700, section 4.14.2): one that comes again later has been stolen, from the
 * client or by it, and ends the session. A session belongs to a version of the user's tokens, and so ends with it.
 *
 * The next token follows from the one before and the server's key. So it need not be stored to be given twice.
 */
export class RefreshTokens {
  readonly #context: RefreshContext;
  readonly #key: Buffer;

  constructor(context: RefreshContext) {
    this.#context = context;
    this.#key = Buffer.from(hkdfSync("sha256", context.secretKey, "", "data-api refresh tokens", 32));
  }

  /** The first token of a session. @throws {ApiError} if the database cannot be reached. */
  async begin({ id, version }: TokenSubject): Promise<string> {
    const { settings, session } = this.#context;
    const { table, sessionLifetime } = settings;
    const name = randomBytes(16).toString("base64url");
    const token = `${name}.${randomBytes(32).toString("base64url")}`;
    const now = Date.now();
    const endsAt = now + sessionLifetime;
    await this.#run(async () => {
      await removeExpired(session, table);
      await insertRow(session, table, {
        sessionhash: this.#hash(name),
        userid: String(id),
        tokenversion: version,
        currenthash: this.#hash(token),
        previoushash: null,
        changedat: toTime(now),
        endsat: toTime(endsAt),
        expiresat: this.#expiry(now, endsAt),
      });
    });
    return token;
  }

  /** Goes on with a session; undefined where it has ended, or there never was one. @throws {ApiError} */
  async use(token: string): Promise<Refreshed | undefined> {
    const [, name] = TOKEN.exec(token) ?? [];
    if (name === undefined) return undefined;
    const { session, settings, find, users, parseUserId } = this.#context;
    const { table } = settings;
    const [sessionhash, presented] = [this.#hash(name), this.#hash(token)];
    return this.#run(async () => {
      await removeExpired(session, table);
      for (let look = 0; look < MAX_LOOKS; look++) {
        const where = isKey(table, [sessionhash]);
        const row = await new EntityReads(table, session).first(where, ownFields(table));
        const now = Date.now();
        if (row === undefined || Date.parse(String(row["expiresat"])) <= now) return undefined;
        const [user] = await find(isKey(users, [parseUserId(row["userid"])]));
        if (user === undefined || user.version !== row["tokenversion"]) return undefined;
        const next = `${name}.${this.#mac("next", token)}`;
        if (row["currenthash"] === presented) {
          const values = {
            currenthash: this.#hash(next),
            previoushash: presented,
            changedat: toTime(now),
            expiresat: this.#expiry(now, Date.parse(String(row["endsat"]))),
          };
          const isAsSeen = hasValues(table, { sessionhash, currenthash: presented });
          if (await updateRow(session, table, values, isAsSeen)) return { user, refreshToken: next };
          // Another request came with the same token.
          continue;
        }
        const isRecent = now - Date.parse(String(row["changedat"])) <= GRACE;
        if (row["previoushash"] === presented && isRecent) return { user, refreshToken: next };
        await new EntityWrites(table, session).delete(where, "id");
        this.#context.warn(
          `A refresh token of the user ${user.id} came again after it had been used: the session has been ended.`,
        );
        return undefined;
      }
      return undefined;
    });
  }

  #expiry(now: number, endsAt: number): string {
    return toTime(Math.min(now + this.#context.settings.lifetime, endsAt));
  }

  /** What is stored of a token, and of a session's name. Another `secretKey` ends all. */
  #hash(text: string): string {
    return this.#mac("stored", text);
  }

  #mac(purpose: "stored" | "next", text: string): string {
    return createHmac("sha256", this.#key).update(`${purpose}:${text}`).digest("base64url");
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { settings, session } = this.#context;
      throw await faultToError(error, settings.table, session);
    }
  }
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
