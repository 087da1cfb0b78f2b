import { apiKeyText, parseApiKey, type ApiKey, type KeyCallers } from "../../access/api-key.js";
import { invalidToken } from "../../access/bearer-token.js";
import type { Caller } from "../../access/caller.js";
import { isLockedOut, type CurrentUser, type CurrentUsers } from "../../access/current-user.js";
import { callerOf } from "../../access/user-caller.js";
import { toTokenUserId, type ParseUserId } from "../../access/user-id.js";
import type { DatabaseSession } from "../../database/database-session.js";
import { withApiErrors } from "../../database/fault-to-error.js";
import { ApiError } from "../../errors/api-error.js";
import type { Entity, UserId } from "../../model/model.js";
import type { OwnTokens } from "../../model/settings/auth-settings.js";
import { sha256 } from "../../access/sha256.js";
import { auditAccountChange, type Actor } from "../../write/steps/audit.js";
import { timeAt, timeOrNull } from "../../write/steps/table-access.js";
import type { AccountToken, AccountTokens, TokenParts } from "./account-tokens.js";
import { lockUser } from "./lock-user.js";
import { LookUps } from "./look-ups.js";

/** How long a key is not looked up again, in milliseconds. */
const CHECKED_FOR = 4_000;
/** How often it is stored when a key was used, in milliseconds. */
const USE_INTERVAL = 60_000;
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

/** A key as it was sent. As text it is its hash, so that no key stays in memory. */
type SentKey = TokenParts & { readonly toString: () => string };

/** A key that was found to be valid. */
interface SeenKey {
  readonly token: AccountToken;
  readonly key: ApiKey;
  readonly userId: OwnerId;
  /** The caller for the user's record as it was seen last. */
  last?: { readonly user: CurrentUser; readonly caller: Caller };
}

/**
 * The keys of programs. A key ends when it expires or is revoked, and when its owner is locked or deleted: on other
 * servers a few seconds later. It does not end with a log-out, because a program cannot log in again.
 */
export class ApiKeys implements KeyCallers<Caller> {
  readonly #context: KeysContext;
  readonly #lookUps = new LookUps((sent: SentKey) => this.#read(sent), CHECKED_FOR);

  constructor(context: KeysContext) {
    this.#context = context;
  }

  readonly isKnown = (text: string): boolean => this.#known(parseSent(text)) !== undefined;

  readonly callerOf = (text: string): Caller | Promise<Caller> => {
    const sent = parseSent(text);
    const known = this.#known(sent);
    const user = known && this.#context.current.known(known.userId);
    return known && user && !isLockedOut(user) ? ownerOf(known, user) : this.#find(sent);
  };

  /** The days after which a key expires at the latest. */
  get maxDays(): number {
    return this.#context.settings.maxLifetimeInDays;
  }

  /**
   * Makes a key. Its text is shown once: only a hash is stored.
   * @throws {ApiError} `forbidden` if the user has too many, `invalid-token` if there is no such user.
   */
  create(
    userId: OwnerId,
    { name, expiresInDays, operations, entities }: NewApiKey,
    actor: Actor,
  ): Promise<ListedKey & { readonly key: string }> {
    const { settings, users } = this.#context;
    return this.#inTransaction(async (stored, transaction) => {
      // Of many at the same time, each counts those before it.
      if (!(await lockUser(users, userId, transaction))) throw invalidToken();
      if ((await stored.ofUser("api-key", userId)).length >= settings.maxPerUser)
        throw new ApiError(
          "forbidden",
          `A user may have ${settings.maxPerUser} keys: revoke one before you make another.`,
        );
      const lifetime = (expiresInDays ?? settings.maxLifetimeInDays) * DAY;
      const data = { name, operations, entities };
      const issued = await stored.issue({ purpose: "api-key", userId, lifetime, data });
      await auditAccountChange(transaction, actor, { entity: "api-key", operation: "create", id: issued.id });
      return { ...toListed(issued), key: apiKeyText(issued) };
    });
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

  /** Revokes a key of the user, or all. Returns how many there were. @throws {ApiError} */
  async revoke(userId: OwnerId, id: string | undefined, actor: Actor): Promise<number> {
    try {
      return await this.#inTransaction(async (stored, transaction) => {
        let count = 0;
        for (const token of await stored.ofUser("api-key", userId)) {
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
    } finally {
      this.forget(id);
    }
  }

  /** Looks a key up again when it is used next. @param id `undefined`: all keys. */
  forget(id: string | undefined): void {
    this.#lookUps.forgetAll(({ key }) => id === undefined || key.id === id);
  }

  #inTransaction<T>(work: (stored: AccountTokens, transaction: DatabaseSession) => Promise<T>): Promise<T> {
    const { session, tokens, users } = this.#context;
    return withApiErrors(users, session, () =>
      session.transaction((transaction) => work(tokens.within(transaction), transaction)),
    );
  }

  #known(sent: SentKey | undefined): SeenKey | undefined {
    const seen = sent && this.#lookUps.known(sent);
    return seen !== undefined && Date.now() < (seen.token.expiresAt ?? Infinity) ? seen : undefined;
  }

  async #find(sent: SentKey | undefined): Promise<Caller> {
    const found = this.#known(sent) ?? (sent && (await this.#lookUps.find(sent, () => true)));
    const { current } = this.#context;
    // A key is found with its owner, who is then known unless each request is to look the user up.
    const user = found && (current.known(found.userId) ?? (await current.findNow(found.userId)));
    if (found === undefined || user === undefined || isLockedOut(user))
      throw invalidToken("The key is not valid.");
    return ownerOf(found, user);
  }

  async #read(sent: SentKey): Promise<SeenKey | undefined> {
    const { tokens, current, parseUserId } = this.#context;
    const token = await tokens.find("api-key", sent);
    const key = token && toApiKey(token);
    if (token === undefined || key === undefined) return undefined;
    const userId = toTokenUserId(token.userId, parseUserId);
    // Also if the user is cached for longer: a key ends with its owner.
    const user = await current.findNow(userId);
    if (user === undefined || isLockedOut(user)) return undefined;
    void this.#noteUse(token);
    return { token, key, userId };
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
}

/** `undefined` for a text that cannot be a key. */
function parseSent(text: string): SentKey | undefined {
  const parts = parseApiKey(text);
  if (parts === undefined) return undefined;
  const hash = sha256(text);
  return { ...parts, toString: () => hash };
}

/** The caller with the rights of the owner's record now. */
function ownerOf(seen: SeenKey, user: CurrentUser): Caller {
  if (seen.last?.user !== user) {
    const caller = callerOf(seen.userId, user, { sub: String(seen.userId) }, undefined);
    seen.last = { user, caller: Object.freeze({ ...caller, apiKey: seen.key }) };
  }
  return seen.last.caller;
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
  const { name = "", operations = null, entities = null } = (data ?? {}) as Partial<NewApiKey>;
  const times = {
    createdAt: timeAt(createdAt),
    expiresAt: timeOrNull(expiresAt),
    usedAt: timeOrNull(usedAt),
  };
  return { id, name, ...times, operations, entities };
}
