import { randomBytes } from "node:crypto";
import { isSameSecret } from "../../access/same-secret.js";
import { TableAccess, timeOrNull, timeAt, type StoredRow } from "../../write/steps/table-access.js";
import type { DatabaseSession } from "../../database/database-session.js";
import { withApiErrors } from "../../database/fault-to-error.js";
import type { Entity, UserId } from "../../model/model.js";
import { sha256 } from "../../access/sha256.js";
import { removeExpired } from "../../write/steps/remove-expired.js";
import { newPublicId } from "./public-id.js";

/** What a token is for. A token for one purpose is never accepted for another. */
export type TokenPurpose =
  | "api-key"
  | "reset-password"
  | "verify-email"
  | "change-email"
  | "second-factor"
  | "recovery-code"
  | "log-in"
  | "passkey"
  | "passkey-challenge"
  | "provider-state"
  | "provider-code"
  | "provider-account";

/** A stored token, without its secret. Times are in milliseconds since 1970. */
export interface AccountToken {
  /** May be known to everyone: it only names the token. */
  readonly id: string;
  readonly purpose: TokenPurpose;
  /** The user's id as text. `null` for a token that belongs to no user yet. */
  readonly userId: string | null;
  readonly createdAt: number;
  /** `undefined`: never. */
  readonly expiresAt: number | undefined;
  readonly usedAt: number | undefined;
  readonly tries: number;
  readonly data: unknown;
}

/** A token to store. */
export interface NewAccountToken {
  readonly purpose: TokenPurpose;
  readonly userId: UserId;
  /** In milliseconds. Default: it never expires. */
  readonly lifetime?: number | undefined;
  /** JSON. Never a secret in clear text. */
  readonly data?: unknown;
  /** Default: a random id. At most 43 characters. */
  readonly id?: string;
}

/** The parts of a token as its bearer has it. */
export interface TokenParts {
  readonly id: string;
  readonly secret: string;
}

/** 128 random bits, and 256 random bits, in base64url. */
const TOKEN = /^([\w-]{22})\.([\w-]{43})$/;

/** The table of users' keys, links, challenges and credentials. Only hashes of secrets are stored. */
export class AccountTokens {
  readonly #session: DatabaseSession;
  readonly #table: Entity;
  readonly #rows: TableAccess;

  constructor(session: DatabaseSession, table: Entity) {
    this.#session = session;
    this.#table = table;
    this.#rows = new TableAccess(session, table);
  }

  /** The same table in a transaction. */
  within(session: DatabaseSession): AccountTokens {
    return new AccountTokens(session, this.#table);
  }

  /** Stores a token and returns it with its secret, which cannot be read again. @throws {ApiError} */
  async issue(token: NewAccountToken): Promise<AccountToken & TokenParts> {
    const secret = randomBytes(32).toString("base64url");
    return { ...(await this.#store(token, toHash(token.purpose, secret))), secret };
  }

  /** Stores a credential that has no secret of ours. @throws {ApiError} */
  async add(token: NewAccountToken): Promise<AccountToken> {
    return this.#store(token, null);
  }

  /** The token, if it is valid for this purpose now. @throws {ApiError} */
  async find(purpose: TokenPurpose, parts: TokenParts | undefined): Promise<AccountToken | undefined> {
    if (parts === undefined) return undefined;
    const row = await this.#row(purpose, parts.id);
    const hash = row?.["hash"];
    const isRight = isSameSecret(typeof hash === "string" ? hash : "", toHash(purpose, parts.secret));
    return row && isRight ? current(row) : undefined;
  }

  /**
   * Takes the token away, if it is valid for this purpose now. Of many at the same time, one gets it. In a transaction
   * that is rolled back it stays.
   * @throws {ApiError}
   */
  async take(purpose: TokenPurpose, parts: TokenParts | undefined): Promise<AccountToken | undefined> {
    const found = await this.find(purpose, parts);
    return found !== undefined && (await this.remove(found)) ? found : undefined;
  }

  /** The token with this id, if it has not expired. Says nothing about who asks. @throws {ApiError} */
  async byId(purpose: TokenPurpose, id: string): Promise<AccountToken | undefined> {
    const row = await this.#row(purpose, id);
    return row && current(row);
  }

  /** The user's tokens of this purpose that have not expired, the oldest first. @throws {ApiError} */
  async ofUser(purpose: TokenPurpose, userId: Exclude<UserId, null>): Promise<readonly AccountToken[]> {
    const isOfUser = this.#rows.has({ userid: String(userId), purpose });
    const rows = await this.#run(() => this.#rows.all(isOfUser));
    return rows
      .flatMap((row) => current(row) ?? [])
      .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  /** The tokens of all users for this purpose that have not expired, the oldest first. @throws {ApiError} */
  async ofAll(purpose: TokenPurpose, max: number): Promise<readonly AccountToken[]> {
    const where = this.#rows.has({ purpose });
    const rows = await this.#run(() => this.#rows.first(where, ["createdat", "id"], max));
    return rows.flatMap((row) => current(row) ?? []);
  }

  /** Removes a token. Returns whether it was there. @throws {ApiError} */
  async remove({ purpose, id }: Pick<AccountToken, "purpose" | "id">): Promise<boolean> {
    return (await this.#run(() => this.#rows.delete(this.#rows.has({ id, purpose })))) > 0;
  }

  /** Removes all tokens of the user for these purposes. @throws {ApiError} */
  async removeOfUser(userId: Exclude<UserId, null>, ...purposes: readonly TokenPurpose[]): Promise<void> {
    for (const purpose of purposes)
      await this.#run(() => this.#rows.delete(this.#rows.has({ userid: String(userId), purpose })));
  }

  /**
   * Counts a try, before its result is known. Returns whether it may be made: at most `max`, however many run at once.
   * @throws {ApiError}
   */
  async countTry({ purpose, id, tries }: AccountToken, max: number): Promise<boolean> {
    for (let seen = tries; seen < max; seen++) {
      const isAsSeen = this.#rows.has({ id, purpose, tries: seen });
      if ((await this.#run(() => this.#rows.update({ tries: seen + 1 }, isAsSeen))) > 0) return true;
    }
    return false;
  }

  /**
   * Replaces what is stored with a token, if it is as it was seen. Returns whether it was: `usedat` is compared, so that
   * of many changes at the same time one is made.
   * @throws {ApiError}
   */
  async change(
    { purpose, id, usedAt }: AccountToken,
    next: { readonly data?: unknown; readonly tries?: number; readonly usedAt?: number },
  ): Promise<boolean> {
    const isAsSeen = this.#rows.has({ id, purpose, usedat: timeOrNull(usedAt) });
    const values = {
      ...(next.data !== undefined && { data: JSON.stringify(next.data) }),
      ...(next.tries !== undefined && { tries: next.tries }),
      ...(next.usedAt !== undefined && { usedat: timeAt(next.usedAt) }),
    };
    return (await this.#run(() => this.#rows.update(values, isAsSeen))) > 0;
  }

  async #store(token: NewAccountToken, hash: string | null): Promise<AccountToken> {
    const { purpose, userId, lifetime, data = null } = token;
    const id = token.id ?? newPublicId();
    const now = Date.now();
    await removeExpired(this.#session, this.#table);
    const row = {
      id,
      purpose,
      hash,
      userid: userId === null ? null : String(userId),
      createdat: timeAt(now),
      expiresat: timeOrNull(lifetime && now + lifetime),
      tries: 0,
      data: data === null ? null : JSON.stringify(data),
    };
    await this.#run(() => this.#rows.insert([row]));
    return toToken({ ...row, usedat: null });
  }

  async #row(purpose: TokenPurpose, id: string): Promise<StoredRow | undefined> {
    return (await this.#run(() => this.#rows.all(this.#rows.has({ id, purpose }))))[0];
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    return withApiErrors(this.#table, this.#session, work);
  }
}

/** The parts of a token in a link or a body. `undefined` if it does not have the form of one. */
export function parseToken(text: string): TokenParts | undefined {
  const [, id, secret] = TOKEN.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** The text of a token, for a link or an answer. */
export function tokenText({ id, secret }: TokenParts): string {
  return `${id}.${secret}`;
}

/** The purpose is part of what is hashed, so that a row whose purpose is changed fits no token. */
function toHash(purpose: TokenPurpose, secret: string): string {
  return sha256(`${purpose}:${secret}`);
}

/** `undefined` if it has expired. */
function current(row: StoredRow): AccountToken | undefined {
  const token = toToken(row);
  return token.expiresAt !== undefined && token.expiresAt <= Date.now() ? undefined : token;
}

function toToken(row: StoredRow): AccountToken {
  const time = (name: string) => {
    const value = row[name];
    return typeof value === "string" ? Date.parse(value) : undefined;
  };
  const { data } = row;
  return {
    id: String(row["id"]),
    purpose: row["purpose"] as TokenPurpose,
    userId: typeof row["userid"] === "string" ? row["userid"] : null,
    createdAt: time("createdat") ?? 0,
    expiresAt: time("expiresat"),
    usedAt: time("usedat"),
    tries: Number(row["tries"]),
    data: typeof data === "string" ? JSON.parse(data) : undefined,
  };
}
