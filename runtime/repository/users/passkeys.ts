import { createHash } from "node:crypto";
import type { UserId } from "../../model/model.js";
import { sha256 } from "../../access/sha256.js";
import { parseToken, tokenText, type AccountToken, type AccountTokens } from "./account-tokens.js";
import type { UserRow } from "./user-rows.js";

const CHALLENGE_LIFETIME = 5 * 60_000;
/** How often a log-in is noted again, while the same passkey logs in elsewhere at the same time. */
const MAX_LOOKS = 5;

type Id = Exclude<UserId, null>;

/** The stored part of a credential. */
export interface StoredCredential {
  readonly name: string;
  /** In base64url, as the authenticator names it. */
  readonly credentialId: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  /** How often it was used, as the authenticator counts. 0 if it does not count. */
  readonly counter: number;
  /** Whether it is also on other devices of its user. */
  readonly isBackedUp: boolean;
}

/** A passkey of a user. */
export interface Passkey {
  readonly row: AccountToken;
  readonly credential: StoredCredential;
}

/**
 * Passkeys and the challenges for them. The id of a passkey's row is the hash of its credential's id, so that a
 * credential belongs to one user.
 */
export class Passkeys {
  readonly #tokens: AccountTokens;

  constructor(tokens: AccountTokens) {
    this.#tokens = tokens;
  }

  /**
   * A challenge, which works once.
   * @param user `undefined` for a log-in, whose user is not known yet.
   * @throws {ApiError}
   */
  async challenge(user?: Pick<UserRow, "id" | "version">): Promise<string> {
    const token = await this.#tokens.issue({
      purpose: "passkey-challenge",
      userId: user?.id ?? null,
      lifetime: CHALLENGE_LIFETIME,
      data: { version: user?.version ?? null },
    });
    return tokenText(token);
  }

  /** Takes the challenge away. Returns whether it was issued for this user, and is valid. @throws {ApiError} */
  async takeChallenge(text: string, user?: Pick<UserRow, "id" | "version">): Promise<boolean> {
    const taken = await this.#tokens.take("passkey-challenge", parseToken(text));
    if (taken === undefined) return false;
    const { version } = taken.data as { readonly version: string | null };
    const userId = user === undefined ? null : String(user.id);
    return taken.userId === userId && version === (user?.version ?? null);
  }

  /** @throws {ApiError} `unique-conflict` if the credential is stored already. */
  async add(userId: Id, credential: StoredCredential): Promise<Passkey> {
    const id = toId(credential.credentialId);
    return toPasskey(await this.#tokens.add({ purpose: "passkey", userId, id, data: credential }));
  }

  /** The passkey with this credential. @throws {ApiError} */
  async find(credentialId: string): Promise<Passkey | undefined> {
    const row = await this.#tokens.byId("passkey", toId(credentialId));
    return row && toPasskey(row);
  }

  /** @throws {ApiError} */
  async ofUser(userId: Id): Promise<readonly Passkey[]> {
    return (await this.#tokens.ofUser("passkey", userId)).map(toPasskey);
  }

  /** Removes a passkey of the user. Returns whether it was there. @throws {ApiError} */
  async remove(userId: Id, id: string): Promise<boolean> {
    const row = await this.#tokens.byId("passkey", id);
    return row?.userId === String(userId) && this.#tokens.remove(row);
  }

  /**
   * Notes a log-in. Returns whether the counter allows it: one that does not grow is that of a copy (WebAuthn, section
   * 6.1.1).
   * @throws {ApiError}
   */
  async noteUse(
    { row, credential }: Passkey,
    { counter, isBackedUp }: Pick<StoredCredential, "counter" | "isBackedUp">,
  ): Promise<boolean> {
    let seen: Passkey | undefined = { row, credential };
    for (let look = 0; look < MAX_LOOKS && seen !== undefined; look++) {
      const { usedAt = 0 } = seen.row;
      const isCounted = counter > 0 || seen.credential.counter > 0;
      if (isCounted && counter <= seen.credential.counter) return false;
      const data = { ...seen.credential, counter, isBackedUp };
      // Later than the last use in any case, because changes compare it.
      if (await this.#tokens.change(seen.row, { data, usedAt: Math.max(Date.now(), usedAt + 1) }))
        return true;
      seen = await this.find(credential.credentialId);
    }
    return false;
  }
}

/**
 * What authenticators know a user by. It is the same for all passkeys of a user and shows nothing of the user
 * (WebAuthn, section 14.6.1).
 */
export function userHandle(userId: Id | string): Buffer {
  return createHash("sha256").update(`passkeys of ${userId}`).digest();
}

function toPasskey(row: AccountToken): Passkey {
  return { row, credential: row.data as StoredCredential };
}

function toId(credentialId: string): string {
  return sha256(Buffer.from(credentialId, "base64url"));
}
