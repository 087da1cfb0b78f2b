import { randomBytes, randomInt } from "node:crypto";
import { authorize, type Grant } from "../../access/authorize.js";
import { guest } from "../../access/caller.js";
import { userIdParser } from "../../access/user-id.js";
import { isKey } from "../../condition/key-condition.js";
import type { CheckedComparison } from "../../condition/checked.js";
import { compare } from "../../condition/compare.js";
import type { DatabaseSession } from "../../database/database-session.js";
import { ApiError } from "../../errors/api-error.js";
import type { Policy } from "../../model/model.js";
import { sha256 } from "../../access/sha256.js";
import { userNameKey } from "../../model/values/user-name.js";
import { isUserName, MAX_PASSWORD_LENGTH } from "../../write/input/check-user.js";
import { inputSchemaOf } from "../../write/input/input-schemas.js";
import { inputParser } from "../../write/input/parse-input.js";
import type { WriteOptions } from "../../write/write-options.js";
import type { AnyRepository } from "../repository.js";
import type { AccountToken, AccountTokens } from "./account-tokens.js";
import { createFindUsers, userField, type UserRow } from "./user-rows.js";
import type { Users } from "./users.js";

const PURPOSE = "provider-account";
/** How often a name is chosen while others take the same names. */
const MAX_NAMES = 5;

export interface ProviderAccount {
  /** Follows from the issuer and the user's id there. */
  readonly id: string;
  /** The provider's name in the configuration. */
  readonly provider: string;
}

/** What is stored with an account. */
interface AccountData {
  readonly provider: string;
  /** A hash of the user's stored password, if it is a random one that nobody knows. */
  readonly unknownPassword?: string;
}

export function accountId(issuer: string, subject: string): string {
  return sha256(`${issuer}\n${subject}`);
}

export class ProviderAccounts {
  readonly #users: Users;
  readonly #tokens: AccountTokens;
  readonly #session: DatabaseSession;
  /** Who may register, as the endpoints of users have it. */
  readonly #policy: Partial<Policy>;

  constructor(users: Users, tokens: AccountTokens, session: DatabaseSession, policy: Partial<Policy>) {
    this.#users = users;
    this.#tokens = tokens;
    this.#session = session;
    this.#policy = policy;
  }

  /** The user that an account belongs to. @throws {ApiError} */
  async userOf(id: string): Promise<UserRow | undefined> {
    const account = await this.#tokens.byId(PURPOSE, id);
    if (account === undefined) return undefined;
    const userId = userIdParser(this.#session.model)(account.userId);
    const user = await this.#users.find.byId(userId);
    // The user has been deleted: the account may get another one.
    if (user === undefined) await this.#tokens.remove(account);
    return user;
  }

  /** Gives the user an account. @throws {ApiError} `account-in-use` */
  async link({ id, provider }: ProviderAccount, user: UserRow): Promise<void> {
    let owner = await this.userOf(id);
    if (owner === undefined) {
      const data: AccountData = { provider };
      try {
        await this.#tokens.add({ id, purpose: PURPOSE, userId: user.id, data });
        return;
      } catch (error) {
        if (!isTaken(error)) throw error;
        owner = await this.userOf(id);
      }
    }
    if (owner?.id !== user.id)
      throw new ApiError("account-in-use", "The account at the provider belongs to another user.");
  }

  /** The user's accounts. @throws {ApiError} */
  async list(user: UserRow): Promise<readonly (ProviderAccount & Pick<AccountToken, "createdAt">)[]> {
    const found = await this.#tokens.ofUser(PURPOSE, user.id);
    return found.map(({ id, createdAt, data }) => ({ id, ...(data as AccountData), createdAt }));
  }

  /** Takes an account from its user. Returns whether the user had it. @throws {ApiError} `only-log-in` */
  async unlink(id: string, user: UserRow): Promise<boolean> {
    const account = await this.#tokens.byId(PURPOSE, id);
    if (account === undefined || account.userId !== String(user.id)) return false;
    // To have two accounts, a user must have known the password.
    const { unknownPassword } = account.data as AccountData;
    if (unknownPassword !== undefined && unknownPassword === sha256(JSON.stringify(user.password)))
      throw new ApiError("only-log-in", "Set a password first: this account is the only way to log in.");
    return this.#tokens.remove(account);
  }

  /**
   * Registers a user for an account, as a guest may. The user and the account are written together, and of many requests
   * at once one writes them.
   * @param claims What the provider says about the user.
   * @throws {ApiError} `account-exists`, `registration-needed`
   */
  async register(
    account: ProviderAccount,
    claims: Readonly<Record<string, unknown>>,
    requestId: string | undefined,
  ): Promise<UserRow> {
    const { users, find } = this.#users;
    const email = claims["email_verified"] === true ? textOf(claims["email"]) : undefined;
    // The user who registered with the address may not be its owner.
    if (email !== undefined && (await find.where(this.#is("email", email, true))).length > 0)
      throw new ApiError("account-exists", "A user with the e-mail address of the account exists.");
    const values = {
      email,
      firstname: this.#cut("firstname", claims["given_name"]),
      lastname: this.#cut("lastname", claims["family_name"]),
    };
    for (let attempt = 0; attempt < MAX_NAMES; attempt++) {
      const username = await this.#freeName(claims, attempt);
      try {
        return await this.#create(account, { username, ...values }, requestId);
      } catch (error) {
        if (!isTaken(error)) throw registrationError(error);
        const user = await this.userOf(account.id);
        if (user !== undefined) return user;
      }
    }
    throw new ApiError("registration-needed", `No free name was found for a new "${users.name}".`);
  }

  async #create(
    { id, provider }: ProviderAccount,
    values: Readonly<Record<string, string | undefined>>,
    requestId: string | undefined,
  ): Promise<UserRow> {
    const { users } = this.#users;
    const grant: Grant = authorize(guest, this.#policy, "create");
    const password = randomPassword();
    const given = Object.entries<string | undefined>({ ...values, password, confirmPassword: password });
    const body = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    const schema = inputSchemaOf(users, "create");
    const input = await inputParser(schema, users, { isNew: true, isStrict: false }, grant)(body);
    let created: readonly UserRow[] = [];
    const keep: WriteOptions["keep"] = async (transaction, key) => {
      created = await createFindUsers(users, this.#users.tokens.claims, transaction).where(isKey(users, key));
      for (const { id: userId, password: stored } of created) {
        const data: AccountData = { provider, unknownPassword: sha256(JSON.stringify(stored)) };
        await this.#tokens.within(transaction).add({ id, purpose: PURPOSE, userId, data });
      }
    };
    const repository = this.#session.repository(users.name) as AnyRepository;
    await repository.create(input, grant, { returning: "id", requestId, keep });
    const [user] = created;
    if (user === undefined) throw new Error("The new user cannot be read.");
    return user;
  }

  /** A name like the user's name or e-mail address at the provider. It proves nothing. */
  async #freeName(claims: Readonly<Record<string, unknown>>, attempt: number): Promise<string> {
    const { users, find } = this.#users;
    const given = textOf(claims["preferred_username"]) ?? textOf(claims["email"]) ?? "";
    const room = Math.min(userField(users, "username").maxLength ?? Infinity, 60) - "-000000".length;
    const own = Array.from(given.replace(/@.*/s, "").trim()).slice(0, room).join("");
    const name = isUserName(own) ? own : "user";
    const isFree =
      attempt === 0 && (await find.where(this.#is("usernamekey", userNameKey(name)))).length === 0;
    return isFree ? name : `${name}-${String(randomInt(1_000_000)).padStart(6, "0")}`;
  }

  #cut(field: string, claim: unknown): string | undefined {
    const { maxLength } = userField(this.#users.users, field);
    const text = textOf(claim)?.slice(0, maxLength ?? undefined);
    // Half of a character cannot be stored.
    return text?.replace(/[\ud800-\udbff]$/, "");
  }

  #is(name: string, value: string, ignoresCase = false): CheckedComparison {
    return { ...compare(userField(this.#users.users, name), "=", value), ignoresCase };
  }
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === "string" && claim !== "" ? claim : undefined;
}

/** As long as a password may be, with a character of each kind. */
function randomPassword(): string {
  const kinds = "aA1!";
  return (
    randomBytes(MAX_PASSWORD_LENGTH)
      .toString("base64url")
      .slice(kinds.length - MAX_PASSWORD_LENGTH) + kinds
  );
}

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === "unique-conflict";
}

/** A server that works, but does not register the user: not by guests, or not with what the provider says. */
function registrationError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status >= 500) return error;
  return new ApiError(
    "registration-needed",
    `The user cannot be registered (${error.code}): ${error.message}`,
  );
}
