import { toCaller, type Caller } from "../../access/caller.js";
import type { ParseUserId } from "../../access/user-id.js";
import { compare } from "../../condition/compare.js";
import type { DatabaseSession } from "../../database/database-session.js";
import { withApiErrors } from "../../database/fault-to-error.js";
import type { Entity, UserId } from "../../model/model.js";
import type { AccountMessage, OwnTokens } from "../../model/settings/auth-settings.js";
import { sha256 } from "../../access/sha256.js";
import { actFor } from "../../write/steps/audit.js";
import { onAccountChange } from "../../write/steps/note-account.js";
import { newTokenVersion } from "../../write/token-version.js";
import type { WriteOptions } from "../../write/write-options.js";
import {
  parseToken,
  tokenText,
  type AccountToken,
  type AccountTokens,
  type TokenPurpose,
} from "./account-tokens.js";
import { updateSelf } from "./change-password.js";
import { lockUser } from "./lock-user.js";
import { hasUserName } from "./log-in.js";
import { MessageQueue } from "./message-queue.js";
import { createFindUsers, userField, type FindUsers, type UserRow } from "./user-rows.js";

/** At most this many links of a kind are sent to a user within the time, in milliseconds, by all servers together. */
const MAX_LINKS = 3;
const LINK_WINDOW = 15 * 60_000;

/** How many users with one address get a message. */
const MAX_USERS = 5;

/**
 * What ends with a reset that proves the address for the first time. Until then, another person may have registered with
 * it, and would keep a way into the account.
 */
const keysOfRegistrant: readonly TokenPurpose[] = ["api-key", "passkey", "provider-account"];

/** The messages with a link, each to a page of its own, and with a token of its own purpose. */
type LinkKind = "reset-password" | "verify-email" | "change-email";

interface MessagesContext {
  readonly tokens: OwnTokens;
  readonly users: Entity;
  readonly accountTokens: AccountTokens;
  readonly parseUserId: ParseUserId;
  readonly session: DatabaseSession;
  readonly warn: (message: string) => void;
}

/** A valid token of a link, and its user now. */
interface OpenLink {
  readonly token: AccountToken;
  readonly user: UserRow;
  readonly caller: Caller;
  /** The address that the link was sent to. */
  readonly to: string;
}

/** Messages to users, and the links in them. */
export class AccountMessages {
  readonly #context: MessagesContext;
  readonly #settings: NonNullable<OwnTokens["messages"]>;
  readonly #queue: MessageQueue;
  readonly #find: FindUsers;
  #issuing: Promise<unknown> = Promise.resolve();

  constructor(context: MessagesContext, settings: NonNullable<OwnTokens["messages"]>) {
    this.#context = context;
    this.#settings = settings;
    const { users, tokens, session, warn } = context;
    this.#find = createFindUsers(users, [...tokens.claims, "email", "emailverified"], session);
    this.#queue = new MessageQueue(warn);
    onAccountChange(session.model, ({ kind, userId, to }) => {
      if (kind === "verify-email") this.sendLink(kind, userId);
      else this.#add(kind, userId, (user) => Promise.resolve(toMessage(kind, user, to)));
    });
  }

  get open(): () => void {
    return this.#queue.open;
  }

  get close(): () => Promise<void> {
    return this.#queue.close;
  }

  /**
   * Sends a link in the background.
   * @param to The address. Default: that of the user; a user without one gets nothing.
   */
  sendLink(kind: LinkKind, userId: Exclude<UserId, null>, to?: string): void {
    this.#add(kind, userId, async (user) => {
      const address = to ?? emailOf(user);
      if (address === null || (kind === "verify-email" && user.claims["emailverified"] === true))
        return undefined;
      const link = await this.#issue(kind, user, address);
      return link === undefined ? undefined : toMessage(kind, user, address, link);
    });
  }

  /**
   * Finds the users who get a link to reset their password. Those who have verified the address come first, so that
   * others who registered with it take nobody's place.
   * @throws {ApiError} if the database cannot be reached.
   */
  async findForgetful(given: { readonly username: string } | { readonly email: string }) {
    const { users } = this.#context;
    const where =
      "email" in given
        ? compare(userField(users, "email"), "=", given.email)
        : hasUserName(users, given.username);
    const found = await this.#find.where(where);
    const isVerified = ({ claims }: UserRow) => Number(claims["emailverified"] === true);
    return found.toSorted((a, b) => isVerified(b) - isVerified(a)).slice(0, MAX_USERS);
  }

  /**
   * Sets a new password. Of many at the same time one does it, because each sets it only if the token version is the
   * one that it has read. The hash is made outside a transaction, which would keep others waiting.
   * @returns The user. `undefined` if the token is not valid.
   * @throws {ApiError}
   */
  async resetPassword(
    text: string,
    newPassword: string,
    requestId: string | undefined,
  ): Promise<UserRow | undefined> {
    const { users, session, accountTokens } = this.#context;
    const link = await this.#openLink("reset-password", text);
    if (link === undefined) return undefined;
    const { user, caller, to } = link;
    const tokenVersion = { from: user.version, to: newTokenVersion() };
    const keep: WriteOptions["keep"] = (transaction) =>
      user.claims["emailverified"] === true
        ? Promise.resolve()
        : accountTokens.within(transaction).removeOfUser(user.id, ...keysOfRegistrant);
    const options = { requestId, tokenVersion, verifiedFor: to, keep };
    if (!(await updateSelf(user.id, { password: newPassword }, caller, users, session, options)))
      return undefined;
    // Its other links do not fit the new password any more, so a failure does no harm.
    await accountTokens
      .removeOfUser(user.id, "reset-password", "change-email")
      .catch((error: unknown) => session.reportFault(error, "removing used links failed"));
    return user;
  }

  /**
   * Makes the address of a link the verified address of the user.
   * @returns The user. `undefined` if the token is not valid.
   * @throws {ApiError} `unique-conflict` if another user has the address and it must be unique.
   */
  async verifyEmail(text: string, requestId: string | undefined): Promise<UserRow | undefined> {
    for (const kind of ["verify-email", "change-email"] as const) {
      const link = await this.#openLink(kind, text);
      if (link !== undefined) return this.#confirm(kind, link, requestId);
    }
    return undefined;
  }

  async #confirm(
    kind: "verify-email" | "change-email",
    { token, user, caller, to }: OpenLink,
    requestId: string | undefined,
  ): Promise<UserRow | undefined> {
    const { users, session, accountTokens } = this.#context;
    const options = { requestId, verifiedFor: emailOf(user) };
    return withApiErrors(users, session, () =>
      session.transaction(async (transaction) => {
        if (!(await accountTokens.within(transaction).remove(token))) return undefined;
        actFor(transaction, { caller, requestId });
        // Users may verify an address that only others can change.
        const own = kind === "change-email" ? caller : undefined;
        const isDone = await updateSelf(user.id, { email: to }, own, users, transaction, options);
        return isDone ? user : undefined;
      }),
    );
  }

  /** The link of a token, if it is valid and the user is as when it was sent. @throws {ApiError} */
  async #openLink(kind: LinkKind, text: string): Promise<OpenLink | undefined> {
    const { accountTokens, parseUserId } = this.#context;
    const token = await accountTokens.find(kind, parseToken(text));
    if (token === undefined) return undefined;
    const user = await this.#find.byId(parseUserId(token.userId));
    const { to, print } = token.data as { readonly to: string; readonly print: string };
    if (user === undefined || print !== printOf(kind, user)) return undefined;
    const { id: userId, roles, claims } = user;
    return { token, user, caller: toCaller({ userId, roles, claims }), to };
  }

  /**
   * A new link. `undefined` if the user has got enough of them. One after another, so that links take one connection at
   * a time.
   * @throws {ApiError}
   */
  #issue(kind: LinkKind, user: UserRow, to: string): Promise<string | undefined> {
    const issuing = this.#issuing.then(() => this.#issueNext(kind, user, to));
    this.#issuing = issuing.catch(() => undefined);
    return issuing;
  }

  async #issueNext(kind: LinkKind, user: UserRow, to: string): Promise<string | undefined> {
    const { users, session, accountTokens, tokens } = this.#context;
    const { resetLifetimeInMins, verifyLifetimeInMins } = this.#settings;
    const begin = Date.now() - LINK_WINDOW;
    const lifetime = (kind === "reset-password" ? resetLifetimeInMins : verifyLifetimeInMins) * 60_000;
    const data = { to, print: printOf(kind, user) };
    const parts = await withApiErrors(users, session, () =>
      session.transaction(async (transaction) => {
        // Other servers count and issue before or after, not at the same time.
        await lockUser(users, user.id, transaction);
        const own = accountTokens.within(transaction);
        const issued = await own.ofUser(kind, user.id);
        if (issued.filter(({ createdAt }) => createdAt > begin).length >= MAX_LINKS) return undefined;
        return own.issue({ purpose: kind, userId: user.id, lifetime, data });
      }),
    );
    return parts && `${tokens.pagesUrl?.replace(/\/+$/, "")}/${kind}#token=${tokenText(parts)}`;
  }

  #add(
    kind: AccountMessage["kind"],
    userId: Exclude<UserId, null>,
    prepare: (user: UserRow) => Promise<AccountMessage | undefined>,
  ): void {
    let prepared: Promise<AccountMessage | undefined> | undefined;
    const run = async () => {
      prepared ??= this.#find.byId(userId).then((user) => user && prepare(user));
      const message = await prepared.catch((error: unknown) => {
        // The next try begins again.
        prepared = undefined;
        throw error;
      });
      if (message !== undefined) await this.#settings.sendMessage(message);
    };
    this.#queue.add({ kind, userId, run });
  }
}

function emailOf({ claims: { email } }: UserRow): string | null {
  return textOrNull(email);
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/**
 * What must stay as it is for a link to stay valid: the address, and for links that give an account away, the password.
 * Its hash has random bits, so the print tells nothing.
 */
function printOf(kind: LinkKind, user: UserRow): string {
  const parts = [emailOf(user), kind === "verify-email" ? null : user.password];
  return sha256(JSON.stringify(parts));
}

function toMessage(kind: AccountMessage["kind"], user: UserRow, to: string, link?: string): AccountMessage {
  const { id, username, ...names } = user;
  const [firstname, lastname] = [textOrNull(names.firstname), textOrNull(names.lastname)];
  return { kind, to, link, user: { id, username, firstname, lastname } };
}
