import type { ListedKey } from "../repository/users/api-keys.js";
import type { AskedKey } from "../repository/users/check-new-key.js";
import type { EntityTypes } from "./api-types.js";
import { authCalls } from "./auth-calls.js";
import type { CallOptions, LoggedIn, Tokens } from "./client-options.js";
import { isInvalidToken, type Connection } from "./connection.js";
import {
  passkeyClient,
  secondFactorClient,
  type PasskeyClient,
  type SecondFactorClient,
} from "./factor-clients.js";

/** A change of the caller's own password. */
export interface PasswordChange {
  readonly password: string;
  readonly newPassword: string;
  /** Default: the new password. Pass what was typed the second time to let the server compare them. */
  readonly confirmPassword?: string | undefined;
}

/** A new password for the token of a link. */
export interface PasswordReset extends Omit<PasswordChange, "password"> {
  readonly token: string;
}

/** An account at a provider that the caller can log in with. */
export interface LinkedAccount {
  readonly id: string;
  readonly provider: string;
  readonly createdAt: string;
}

/** Log-in with providers. Pages of another origin need `server.cors.credentials`. */
export interface ProvidersClient<Id = unknown> {
  /** The names of the providers. */
  names(options?: CallOptions): Promise<string[]>;
  /** The address that a page opens to log in: `location.assign(…)`. @param returnTo A path of your pages. */
  logInUrl(name: string, returnTo?: string): string;
  /** Logs in with the code that a page gets behind `#code=`. */
  exchange(code: string, options?: CallOptions): Promise<LoggedIn<Id>>;
  /** Returns the address that a page opens to link an account to the caller. @param proof `code` if a second factor is active. */
  link(
    name: string,
    proof: { readonly password: string; readonly code?: string | undefined; readonly returnTo?: string },
    options?: CallOptions,
  ): Promise<string>;
  accounts(options?: CallOptions): Promise<LinkedAccount[]>;
  unlink(id: string, options?: CallOptions): Promise<void>;
}

/** A key that a program sends instead of a token. */
export type ApiKeyInput = AskedKey;

/** Keys for programs. */
export interface KeysClient {
  /** Makes a key. Only this answer has the key itself. */
  create(input: ApiKeyInput, options?: CallOptions): Promise<ListedKey & { readonly key: string }>;
  /** Those that have not expired, the oldest first. */
  list(options?: CallOptions): Promise<readonly ListedKey[]>;
  /** @param id `undefined` revokes all. */
  revoke(id: string | undefined, options?: CallOptions): Promise<void>;
}

/** A session of the caller: a log-in on one device. */
export interface OwnSession {
  readonly id: string;
  /** The `User-Agent` of the log-in. */
  readonly device: string | null;
  readonly createdAt: string | null;
  readonly usedAt: string;
  readonly expiresAt: string;
  /** Whether it is the one of this client. */
  readonly isCurrent: boolean;
}

/** The caller's own sessions, on a server with refresh tokens or cookies. */
export interface SessionsClient {
  /** The newest first. */
  list(options?: CallOptions): Promise<readonly OwnSession[]>;
  /** Ends a session with its tokens. `current` is that of this client. */
  end(id: string, options?: CallOptions): Promise<void>;
  /** Ends all sessions but that of this client. */
  endOthers(options?: CallOptions): Promise<void>;
}

/** Log-in and what belongs to it, on a server that has its own users. The client keeps the tokens. */
export interface AuthClient<U extends EntityTypes = EntityTypes> {
  /** The tokens that the client uses now. `undefined` for an anonymous caller, and for one with a cookie. */
  readonly tokens: Tokens | undefined;
  logIn(
    credentials: { readonly username: string; readonly password: string },
    options?: CallOptions,
  ): Promise<LoggedIn<U["id"]>>;
  /** Ends all tokens of the user, on every device. To log out here only, use `sessions.end("current")`. */
  logOut(options?: CallOptions): Promise<void>;
  /** Forgets the tokens without a request. */
  forget(): void;
  /** Adds a user and returns its id. The client keeps the tokens that it has. */
  register(
    input: U["input"] & { readonly confirmPassword?: string | undefined },
    options?: CallOptions,
  ): Promise<U["id"]>;
  /** Ends all other tokens of the user. */
  changePassword(change: PasswordChange, options?: CallOptions): Promise<LoggedIn<U["id"]>>;
  /** Sends a link to reset the password. The answer does not tell whether there is such a user. */
  forgotPassword(
    user: { readonly username: string } | { readonly email: string },
    options?: CallOptions,
  ): Promise<void>;
  /** Sets a new password with the token of a link. Ends all tokens of the user. */
  resetPassword(reset: PasswordReset, options?: CallOptions): Promise<void>;
  /** Verifies or changes the e-mail address with the token of a link. */
  verifyEmail(token: string, options?: CallOptions): Promise<void>;
  /** Sends the caller another link to verify the e-mail address. */
  sendVerification(options?: CallOptions): Promise<void>;
  /** Sends a link to a new e-mail address, which changes it. @param change `code` if a second factor is active. */
  changeEmail(
    change: { readonly email: string; readonly password: string; readonly code?: string | undefined },
    options?: CallOptions,
  ): Promise<void>;
  /** Renews the tokens now. Requests do it by themselves when a token has expired. */
  refresh(): Promise<LoggedIn<U["id"]>>;
  readonly providers: ProvidersClient<U["id"]>;
  /** Codes of an authenticator app, on a server with `auth.secondFactor`. */
  readonly secondFactor: SecondFactorClient<U>;
  /** On a server with `auth.passkeys`. */
  readonly passkeys: PasskeyClient<U>;
  /** The user's keys for programs, if the server has them. */
  readonly keys: KeysClient;
  readonly sessions: SessionsClient;
}

export function authClient(connection: Connection): AuthClient {
  const { send, tokens, setTokens, refresh } = connection;
  const { asCaller, plain, logsIn, renews, silent, items } = authCalls(connection);
  const logOut = asCaller("POST", "/logout");
  const changePassword = renews(asCaller("POST", "/password"));
  const resetPassword = plain("POST", "/password/reset");
  const verifyEmail = plain("POST", "/email/verify");
  const sendVerification = silent(asCaller("POST", "/email/send"));
  const endOthers = asCaller("DELETE", "/sessions");
  return {
    get tokens() {
      return tokens();
    },
    logIn: logsIn(plain("POST", "/token")),
    logOut: async (options) => {
      try {
        await logOut(undefined, options);
      } catch (error) {
        if (!isInvalidToken(error)) throw error;
      }
      setTokens(undefined);
    },
    forget: () => setTokens(undefined),
    register: async (input, options) => {
      const { password } = input as { readonly password?: unknown };
      const body = { confirmPassword: password, ...(input as object) };
      return (await send({ method: "POST", path: "/api/data/user", body, ...options })).body;
    },
    changePassword: (change, options) =>
      changePassword({ confirmPassword: change.newPassword, ...change }, options),
    forgotPassword: silent(plain("POST", "/password/forgot")),
    resetPassword: (reset, options) =>
      resetPassword({ confirmPassword: reset.newPassword, ...reset }, options),
    verifyEmail: (token, options) => verifyEmail({ token }, options),
    sendVerification: (options) => sendVerification(undefined, options),
    changeEmail: silent(asCaller("POST", "/email/change")),
    refresh: async () => (await refresh()).body as LoggedIn,
    providers: providersClient(connection),
    secondFactor: secondFactorClient(connection),
    passkeys: passkeyClient(connection),
    keys: {
      create: asCaller("POST", "/keys"),
      list: items(asCaller("GET", "/keys")),
      revoke: (id, options) =>
        asCaller("DELETE", id === undefined ? "/keys" : `/keys/${encodeURIComponent(id)}`)(
          undefined,
          options,
        ),
    },
    sessions: {
      list: items(asCaller("GET", "/sessions")),
      end: async (id, options) => {
        await asCaller("DELETE", `/sessions/${encodeURIComponent(id)}`)(undefined, options);
        if (id === "current") setTokens(undefined);
      },
      endOthers: (options) => endOthers(undefined, options),
    },
  };
}

function providersClient(connection: Connection): ProvidersClient {
  const { asCaller, plain, logsIn, items } = authCalls(connection);
  const at = (...parts: readonly string[]) => ["/providers", ...parts.map(encodeURIComponent)].join("/");
  const names = items<{ readonly name: string }>(plain("GET", at()));
  const exchange = logsIn(plain("POST", at("token"), { hasCookies: true }));
  return {
    names: async (options) => (await names(options)).map(({ name }) => name),
    logInUrl: (name, returnTo) =>
      `${connection.base}/api/auth${at(name, "log-in")}${returnTo === undefined ? "" : `?returnTo=${encodeURIComponent(returnTo)}`}`,
    exchange: (code, options) => exchange({ code }, options),
    link: async (name, body, options) => {
      const link = asCaller("POST", at(name, "link"), { hasCookies: true });
      return (await link<{ readonly url: string }>(body, options)).url;
    },
    accounts: items(asCaller("GET", at("accounts"))),
    unlink: (id, options) => asCaller("DELETE", at("accounts", id))(undefined, options),
  };
}
