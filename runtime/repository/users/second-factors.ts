import { randomBytes } from "node:crypto";
import { SealedText } from "../../access/sealed-text.js";
import type { TokenSubject } from "../../access/own-tokens.js";
import { stepOfCode, toBase32, TOTP_STEP } from "../../access/totp.js";
import type { DatabaseSession } from "../../database/database-session.js";
import type { Entity, UserId } from "../../model/model.js";
import { sha256 } from "../../access/sha256.js";
import { parseToken, tokenText, type AccountToken, type AccountTokens } from "./account-tokens.js";
import { endTokens } from "./end-tokens.js";
import { lockUser } from "./lock-user.js";

/** RFC 4226, section 4: 160 bits. */
const SECRET_BYTES = 20;
/** 80 bits: too many to guess, so that a fast hash is enough. */
const RECOVERY_BYTES = 10;
const RECOVERY_CODES = 10;
/**
 * How many wrong codes of an authenticator app in a row end its codes (NIST SP 800-63B, section 3.2.2: at most 100).
 * After that only a recovery code is accepted, and codes again after it. Three steps are accepted at any time, so this
 * many tries find a code in 3 of 10,000 attacks.
 */
const MAX_WRONG_CODES = 100;
/** How many codes may be tried to confirm a new secret, whose holder may have only a stolen token. */
const MAX_CONFIRM_TRIES = 10;
const CHALLENGE_LIFETIME = 5 * 60_000;
const MAX_CHALLENGE_TRIES = 5;

type Id = Exclude<UserId, null>;

/** The dependencies of `SecondFactors`. */
interface FactorContext {
  readonly tokens: AccountTokens;
  readonly secretKeys: readonly [string, ...string[]];
  readonly users: Entity;
  readonly session: DatabaseSession;
}

/** A log-in that waits for a code. It ends with this version of the user's tokens. */
interface Challenge extends AccountToken {
  readonly version: string | null;
}

/**
 * Codes of authenticator apps (TOTP, RFC 6238) and recovery codes. The row of a factor has one id for each user, and
 * its `usedat` is the time of the last step whose code was used: each code works once, and no older one does. A factor
 * without it has not been confirmed, and log-ins do not ask for it.
 */
export class SecondFactors {
  readonly #context: FactorContext;
  readonly #sealed: SealedText;

  constructor(context: FactorContext) {
    this.#context = context;
    this.#sealed = new SealedText(context.secretKeys, "data-api second factor");
  }

  /** Whether log-ins need a code. @throws {ApiError} */
  async isActive(userId: Id): Promise<boolean> {
    return (await this.#factor(userId))?.usedAt !== undefined;
  }

  /** @throws {ApiError} */
  async recoveryCodesLeft(userId: Id): Promise<number> {
    return (await this.#context.tokens.ofUser("recovery-code", userId)).length;
  }

  /** Stores a new secret, which has to be confirmed. `undefined` if a factor is active. @throws {ApiError} */
  async begin({ id: userId, version }: Pick<TokenSubject, "id" | "version">): Promise<Buffer | undefined> {
    const { tokens } = this.#context;
    const secret = randomBytes(SECRET_BYTES);
    const data = { secret: this.#sealed.seal(secret, contextOf(userId)), version };
    const pending = await this.#factor(userId);
    if (pending?.usedAt !== undefined) return undefined;
    if (pending === undefined)
      await tokens.add({ purpose: "second-factor", userId, id: factorId(userId), data });
    else if (!(await tokens.change(pending, { data, tries: 0 }))) return undefined;
    return secret;
  }

  /**
   * Activates the new secret if the code is right, and ends all tokens of the user. Returns the recovery codes and the
   * version of new tokens.
   * @throws {ApiError} `invalid-token` if the user's tokens have ended meanwhile, such as with a new password.
   */
  async confirm(
    { id: userId, version: from }: Pick<TokenSubject, "id" | "version">,
    code: string,
  ): Promise<{ readonly recoveryCodes: readonly string[]; readonly version: string } | undefined> {
    const { tokens, session, users } = this.#context;
    const pending = await this.#factor(userId);
    if (pending === undefined || pending.usedAt !== undefined) return undefined;
    // Begun with a password or a log-in that has ended since.
    if ((pending.data as Pick<TokenSubject, "version">).version !== from) return undefined;
    if (!(await tokens.countTry(pending, MAX_CONFIRM_TRIES))) return undefined;
    const use = this.#useOf(pending, userId, dense(code));
    if (use === undefined) return undefined;
    return session.transaction(async (transaction) => {
      const within = tokens.within(transaction);
      if (!(await within.change(pending, use))) return undefined;
      const version = await endTokens(users, userId, transaction, from);
      return { recoveryCodes: await renewCodes(within, userId), version };
    });
  }

  /**
   * Whether this is the current code of the user's app or one of the recovery codes. Of the same code at the same time,
   * one is right.
   * @throws {ApiError}
   */
  async verify(userId: Id, code: string): Promise<boolean> {
    const { tokens } = this.#context;
    const factor = await this.#factor(userId);
    if (factor?.usedAt === undefined) return false;
    const given = dense(code);
    if (/\D/.test(given)) {
      const isRight = await tokens.remove({ purpose: "recovery-code", id: recoveryId(userId, given) });
      if (isRight) await tokens.change(factor, { tries: 0 });
      return isRight;
    }
    if (!(await tokens.countTry(factor, MAX_WRONG_CODES))) return false;
    const use = this.#useOf(factor, userId, given);
    return use !== undefined && tokens.change(factor, use);
  }

  /** Makes new recovery codes, which end the old ones. @throws {ApiError} */
  async renewRecoveryCodes(userId: Id): Promise<readonly string[]> {
    const { tokens, session, users } = this.#context;
    return session.transaction(async (transaction) => {
      // Of two at the same time, the second one removes the codes of the first.
      await lockUser(users, userId, transaction);
      return renewCodes(tokens.within(transaction), userId);
    });
  }

  /**
   * Removes the factor with its recovery codes, and ends all tokens of the user, which may have any version by default.
   * Returns the version of new ones.
   * @throws {ApiError} `invalid-token` if the user's tokens have ended meanwhile, such as with a new password.
   */
  async remove({ id, version }: Pick<TokenSubject, "id"> & Partial<TokenSubject>): Promise<string> {
    const { tokens, session, users } = this.#context;
    return session.transaction(async (transaction) => {
      await tokens.within(transaction).removeOfUser(id, "second-factor", "recovery-code", "log-in");
      return endTokens(users, id, transaction, version);
    });
  }

  /** A challenge for a user who has logged in otherwise. It ends with the user's tokens. @throws {ApiError} */
  async challenge({ id, version }: TokenSubject): Promise<string> {
    const challenge = {
      purpose: "log-in",
      userId: id,
      lifetime: CHALLENGE_LIFETIME,
      data: { version },
    } as const;
    return tokenText(await this.#context.tokens.issue(challenge));
  }

  /** The challenge, with the version of the user's tokens that it belongs to. @throws {ApiError} */
  async findChallenge(text: string): Promise<Challenge | undefined> {
    const found = await this.#context.tokens.find("log-in", parseToken(text));
    if (found === undefined || found.tries >= MAX_CHALLENGE_TRIES) return undefined;
    return { ...found, ...(found.data as Pick<Challenge, "version">) };
  }

  /** Whether the code answers the challenge, which then ends. @throws {ApiError} */
  async answer(challenge: AccountToken, userId: Id, code: string): Promise<boolean> {
    const { tokens } = this.#context;
    if (!(await tokens.countTry(challenge, MAX_CHALLENGE_TRIES))) return false;
    return (await this.verify(userId, code)) && tokens.remove(challenge);
  }

  #factor(userId: Id): Promise<AccountToken | undefined> {
    return this.#context.tokens.byId("second-factor", factorId(userId));
  }

  /**
   * The change that notes the use of a code. `undefined` if the code is wrong, or not newer than the last one. It also
   * encrypts the secret with the current key.
   */
  #useOf({ data, usedAt = 0 }: AccountToken, userId: Id, code: string) {
    const secret = this.#sealed.open((data as { readonly secret: string }).secret, contextOf(userId));
    if (secret === undefined)
      throw new Error(
        `The second factor of the user ${userId} was encrypted with a key that is not in "auth.secretKey".`,
      );
    const step = stepOfCode(secret, code);
    if (step === undefined || step * TOTP_STEP <= usedAt) return undefined;
    const sealed = this.#sealed.seal(secret, contextOf(userId));
    return { data: { secret: sealed }, usedAt: step * TOTP_STEP, tries: 0 };
  }
}

async function renewCodes(tokens: AccountTokens, userId: Id): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(RECOVERY_BYTES)));
  await tokens.removeOfUser(userId, "recovery-code");
  for (const code of codes)
    await tokens.add({ purpose: "recovery-code", userId, id: recoveryId(userId, code) });
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1-"));
}

/** A code as people type it: without blanks and hyphens, in upper case. */
function dense(code: string): string {
  return code.replace(/[\s-]/g, "").toUpperCase();
}

function contextOf(userId: Id): string {
  return `second factor of ${userId}`;
}

/** Each user has one, so that two begun at the same time cannot both be active. */
function factorId(userId: Id): string {
  return toId("second-factor", userId);
}

/** The hash of a recovery code is its id. The user is part of it, so that it is no other user's code. */
function recoveryId(userId: Id, code: string): string {
  return toId("recovery-code", userId, code);
}

function toId(...parts: readonly (string | number)[]): string {
  return sha256(JSON.stringify(parts.map(String)));
}
