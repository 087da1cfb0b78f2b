import { createHash } from "node:crypto";
import { apiKeyText, parseApiKey, type ApiKey, type KeyCallers } from "../../access/api-key.js";
import { invalidToken } from "../../access/bearer-token.js";
import { toCaller, type Caller } from "../../access/caller.js";
import { isLockedOut, type CurrentUser, type CurrentUsers } from "../../access/current-user.js";
import { toTokenUserId, type ParseUserId } from "../../access/user-id.js";
import { isKey } from "../../condition/key-condition.js";
import type { DatabaseSession } from "../../database/database-session.js";
import { faultToError } from "../../database/fault-to-error.js";
import { ApiError } from "../../errors/api-error.js";
import type { Entity, UserId } from "../../model/model.js";
import type { OwnTokens } from "../../model/settings/auth-settings.js";
import { EntityReads } from "../../records/entity-reads.js";
import { auditAccountChange, type Actor } from "../../write/steps/audit.js";
import type { AccountToken, AccountTokens, TokenParts } from "./account-tokens.js";

/** How long a key is not looked up again, in milliseconds. */
const CHECKED_FOR = 4_000;
/** How often it is stored when a key was used, in milliseconds. */
const USE_INTERVAL = 60_000;
const MAX_KEYS = 10_000;
const DAY = 86_400_000;

type OwnerId = Exclude<UserId, null>;

/** What a key is made with. The names are those of the configuration. */
export interface NewApiKey {
  readonly name: string;
  /** Default: the maximum. */
  readonly expiresInDays?: number | undefined;
  readonly operations?: readonly string[] | undefined;
  readonly entities?: readonly string[] | undefined;
}

/** A key, without its secret. Times are ISO texts. */
export interface ListedKey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** Within a minute. `null`: never. */
  readonly usedAt: string | null;
  /** `null`: all. */
  readonly operations: readonly string[] | null;
  readonly entities: readonly string[] | null;
}

/** The dependencies of `ApiKeys`. */
interface KeysContext {
  readonly settings: Exclude<OwnTokens["apiKeys"], false>;
  readonly tokens: AccountTokens;
  readonly users: Entity;
  readonly current: CurrentUsers;
  readonly parseUserId: ParseUserId;
  readonly session: DatabaseSession;
}

/** A key that was found to be valid. */
interface SeenKey {
  /** That of the key, so that no key stays in memory. */
  readonly hash: string;
  readonly token: AccountToken;
  readonly key: ApiKey;
  readonly userId: OwnerId;
  readonly until: number;
  /** The caller for the user's record as it was seen last. */
  last: { readonly user: CurrentUser; readonly caller: Caller } | undefined;
}

/** A running look-up. */
interface Look {
  readonly id: string;
  readonly found: Promise<SeenKey | undefined>;
}

/**
 * The keys of programs. A key ends when it expires or is revoked, and when its owner is locked or deleted: on other
 * servers a few seconds later. It does not end with a log-out, because a program cannot log in again.
 */
export class ApiKeys implements KeyCallers<Caller> {
  readonly #context: KeysContext;
  /** By id. */
  readonly #seen = new Map<string, SeenKey>();
  /** By hash: a wrong key may have the id of a right one. */
  readonly #looks = new Map<string, Look>();

  constructor(context: KeysContext) {
    this.#context = context;
  }

  readonly isKnown = (text: string): boolean => this.#known(text) !== undefined;

  readonly callerOf = (text: string): Caller | Promise<Caller> => {
    const known = this.#known(text);
    const user = known && this.#context.current.known(known.userId);
    return known && user && !isLockedOut(user) ? callerOf(known, user) : this.#find(text);
  };

  /** The days after which a key expires at the latest. */
  get maxDays(): number {
    return this.#context.settings.maxLifetimeInDays;
  }

  /**
   * Makes a key. Its text is shown once: only a hash is stored.
   * @throws {ApiError} `forbidden` if the user has too many, `invalid-token` if there is no such user.
   */
  async create(
    userId: OwnerId,
    { name, expiresInDays, operations, entities }: NewApiKey,
    actor: Actor,
  ): Promise<ListedKey & { readonly key: string }> {
    const { settings, tokens, users, session } = this.#context;
    try {
      return await session.transaction(async (transaction) => {
        // Of many at the same time, each counts those before it.
        const [user] = await new EntityReads(users, transaction).lock(isKey(users, [userId]));
        if (user === undefined) throw invalidToken();
        const stored = tokens.within(transaction);
        if ((await stored.ofUser("api-key", userId)).length >= settings.maxPerUser)
          throw new ApiError(
            "forbidden",
            `A user may have ${settings.maxPerUser} keys: revoke one before you make another.`,
          );
        const lifetime = (expiresInDays ?? settings.maxLifetimeInDays) * DAY;
        const data = { name, operations, entities };
        const issued = await stored.issue({ purpose: "api-key", userId, lifetime, data });
        await auditAccountChange(transaction, actor, {
          entity: "api-key",
          operation: "create",
          id: issued.id,
        });
        return { ...toListed(issued), key: apiKeyText(issued) };
      });
    } catch (error) {
      throw await faultToError(error, users, session);
    }
  }

  /** The user's keys that have not expired, the oldest first. @throws {ApiError} */
  async list(userId: OwnerId): Promise<readonly ListedKey[]> {
    return (await this.#context.tokens.ofUser("api-key", userId)).map(toListed);
  }

  /** The same with their owners. @param userId `undefined`: of all users. @throws {ApiError} */
  async listAll(
    userId: OwnerId | undefined,
    max: number,
  ): Promise<readonly (ListedKey & { readonly userId: string })[]> {
    const { tokens } = this.#context;
    const found = userId === undefined ? tokens.ofAll("api-key", max) : tokens.ofUser("api-key", userId);
    return (await found).map((token) => ({ ...toListed(token), userId: token.userId ?? "" }));
  }

  /** Revokes a key of any user. Returns whether there is one. @throws {ApiError} */
  async revokeById(id: string, actor: Actor): Promise<boolean> {
    const { tokens, parseUserId } = this.#context;
    const token = await tokens.byId("api-key", id);
    if (token === undefined) return false;
    return (await this.revoke(toTokenUserId(token.userId, parseUserId), id, actor)) > 0;
  }

  /**
   * Revokes a key of the user, or all. Returns how many there were.
   * @throws {ApiError}
   */
  async revoke(userId: OwnerId, id: string | undefined, actor: Actor): Promise<number> {
    const { tokens, users, session } = this.#context;
    try {
      return await session.transaction(async (transaction) => {
        const stored = tokens.within(transaction);
        const own = await stored.ofUser("api-key", userId);
        let count = 0;
        for (const token of own) {
          if ((id !== undefined && token.id !== id) || !(await stored.remove(token))) continue;
          count++;
          await auditAccountChange(transaction, actor, {
            entity: "api-key",
            operation: "delete",
            id: token.id,
          });
        }
        return count;
      });
    } catch (error) {
      throw await faultToError(error, users, session);
    } finally {
      this.forget(id);
    }
  }

  /**
   * Looks a key up again when it is used next. A look-up that runs now is not remembered.
   * @param id `undefined`: all keys.
   */
  forget(id: string | undefined): void {
    if (id === undefined) this.#seen.clear();
    else this.#seen.delete(id);
    for (const [hash, look] of this.#looks) if (id === undefined || look.id === id) this.#looks.delete(hash);
  }

  #known(text: string): SeenKey | undefined {
    const seen = this.#seen.get(parseApiKey(text)?.id ?? "");
    if (seen === undefined || seen.hash !== toHash(text)) return undefined;
    const { expiresAt = Infinity } = seen.token;
    return performance.now() < seen.until && Date.now() < expiresAt ? seen : undefined;
  }

  async #find(text: string): Promise<Caller> {
    const found = this.#known(text) ?? (await this.#look(text));
    if (found === undefined) throw invalidToken("The key is not valid.");
    const { current } = this.#context;
    // A key is found with its owner, who is then known unless each request is to look the user up.
    const user = current.known(found.userId) ?? (await current.findNow(found.userId));
    if (user === undefined || isLockedOut(user)) throw invalidToken("The key is not valid.");
    return callerOf(found, user);
  }

  /** Concurrent requests share a look-up. */
  async #look(text: string): Promise<SeenKey | undefined> {
    const parts = parseApiKey(text);
    if (parts === undefined) return undefined;
    const hash = toHash(text);
    const running = this.#looks.get(hash);
    if (running !== undefined) return running.found;
    const look: Look = { id: parts.id, found: this.#read(parts, hash) };
    this.#looks.set(hash, look);
    try {
      const found = await look.found;
      if (found !== undefined && this.#looks.get(hash) === look) this.#remember(found);
      return found;
    } finally {
      if (this.#looks.get(hash) === look) this.#looks.delete(hash);
    }
  }

  async #read(parts: TokenParts, hash: string): Promise<SeenKey | undefined> {
    const { tokens, current, parseUserId } = this.#context;
    const until = performance.now() + CHECKED_FOR;
    const token = await tokens.find("api-key", parts);
    const key = token && toApiKey(token);
    if (token === undefined || key === undefined) return undefined;
    const userId = toTokenUserId(token.userId, parseUserId);
    // Also if the user is cached for longer: a key ends with its owner.
    const user = await current.findNow(userId);
    if (user === undefined || isLockedOut(user)) return undefined;
    void this.#noteUse(token);
    return { hash, token, key, userId, until, last: { user, caller: toKeyCaller(userId, key, user) } };
  }

  /** A failure fails no request. */
  async #noteUse(token: AccountToken): Promise<void> {
    const { tokens, session } = this.#context;
    if (token.usedAt !== undefined && Date.now() - token.usedAt < USE_INTERVAL) return;
    try {
      await tokens.change(token, { usedAt: Date.now() });
    } catch (error) {
      session.reportFault(error, "storing the use of an API key failed");
    }
  }

  #remember(found: SeenKey): void {
    const [oldest] = this.#seen.keys();
    if (this.#seen.size >= MAX_KEYS && oldest !== undefined) this.#seen.delete(oldest);
    this.#seen.set(found.key.id, found);
  }
}

function toHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

function callerOf(seen: SeenKey, user: CurrentUser): Caller {
  if (seen.last?.user !== user) seen.last = { user, caller: toKeyCaller(seen.userId, seen.key, user) };
  return seen.last.caller;
}

/** The caller with the rights of the owner's record now. */
function toKeyCaller(userId: OwnerId, apiKey: ApiKey, { roles, claims }: CurrentUser): Caller {
  const given = Object.entries(claims).filter(([, value]) => value !== null);
  const caller = toCaller({
    userId,
    roles,
    claims: { sub: String(userId), ...Object.fromEntries(given), roles },
  });
  return Object.freeze({ ...caller, apiKey });
}

/** `undefined` if what is stored is no key's: a list that cannot be read must not mean "all". */
function toApiKey({ id, data }: AccountToken): ApiKey | undefined {
  const { operations, entities } = (data ?? { operations: null }) as Record<string, unknown>;
  if (!isList(operations) || !isList(entities)) return undefined;
  const lower = (names: readonly string[] | undefined) => names?.map((name) => name.toLowerCase());
  return Object.freeze({ id, operations: lower(operations), entities: lower(entities) });
}

function isList(value: unknown): value is readonly string[] | undefined {
  return value === undefined || (Array.isArray(value) && value.every((name) => typeof name === "string"));
}

function toListed({ id, createdAt, expiresAt, usedAt, data }: AccountToken): ListedKey {
  const { name, operations, entities } = (data ?? {}) as Partial<NewApiKey>;
  const time = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  return {
    id,
    name: name ?? "",
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: time(expiresAt),
    usedAt: time(usedAt),
    operations: operations ?? null,
    entities: entities ?? null,
  };
}
