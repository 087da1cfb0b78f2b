import type { ListedKey } from "../repository/users/api-keys.js";
import type { EntityTypes } from "./api-types.js";
import type { CallOptions, Tokens } from "./client-options.js";
import { isInvalidToken, tokensIn, type Connection } from "./connection.js";
import type { Answer } from "./parse-answer.js";

/** The answer to a log-in. */
export interface LoggedIn<Id = unknown> extends Tokens {
  /** The id of the user. */
  readonly id: Id;
  readonly firstname: string | null;
  readonly lastname: string | null;
}

/** A change of the caller's own password. */
export interface PasswordChange {
  readonly password: string;
  readonly newPassword: string;
  /** Default: the new password. Pass what was typed the second time to let the server compare them. */
  readonly confirmPassword?: string | undefined;
}

/** A key that a program sends instead of a token. */
export interface ApiKeyInput {
  readonly name: string;
  /** Default: the maximum of the server. */
  readonly expiresInDays?: number | undefined;
  /** `read`, `create`, `update`, `delete` and names of operations. Default: all. */
  readonly operations?: readonly string[] | null | undefined;
  /** Names of entities. Default: all. */
  readonly entities?: readonly string[] | null | undefined;
}

/** Keys for programs. */
export interface KeysClient {
  /** Makes a key. Only this answer has the key itself. */
  create(input: ApiKeyInput, options?: CallOptions): Promise<ListedKey & { readonly key: string }>;
  /** Those that have not expired, the oldest first. */
  list(options?: CallOptions): Promise<readonly ListedKey[]>;
  /** @param id `undefined` revokes all. */
  revoke(id: string | undefined, options?: CallOptions): Promise<void>;
}

/** Log-in and what belongs to it, on a server that has its own users. The client keeps the tokens. */
export interface AuthClient<U extends EntityTypes = EntityTypes> {
  /** The tokens that the client uses now. `undefined` for an anonymous caller. */
  readonly tokens: Tokens | undefined;
  logIn(
    credentials: { readonly username: string; readonly password: string },
    options?: CallOptions,
  ): Promise<LoggedIn<U["id"]>>;
  /** Ends all tokens of the user, on every device. To log out here only, use `forget`. */
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
  /** Renews the tokens now. Requests do it by themselves when a token has expired. */
  refresh(): Promise<LoggedIn<U["id"]>>;
  /** The user's keys for programs, if the server has them. */
  readonly keys: KeysClient;
}

export function authClient(connection: Connection): AuthClient {
  const { send, sendPlain, tokens, setTokens, renewTokens, refresh } = connection;
  const begin = (answer: Answer, keep = setTokens) => {
    keep(tokensIn(answer));
    return answer.body as LoggedIn;
  };
  return {
    get tokens() {
      return tokens();
    },
    logIn: async (body, options) =>
      begin(await sendPlain({ method: "POST", path: "/api/auth/token", body, ...options })),
    logOut: async (options) => {
      try {
        await send({ method: "POST", path: "/api/auth/logout", ...options });
      } catch (error) {
        if (!isInvalidToken(error)) throw error;
      }
      setTokens(undefined);
    },
    forget: () => {
      setTokens(undefined);
    },
    register: async (input, options) => {
      const { password } = input as { readonly password?: unknown };
      const body = { confirmPassword: password, ...(input as object) };
      return (await send({ method: "POST", path: "/api/data/user", body, ...options })).body;
    },
    changePassword: async (change, options) => {
      const body = { confirmPassword: change.newPassword, ...change };
      return begin(await send({ method: "POST", path: "/api/auth/password", body, ...options }), renewTokens);
    },
    refresh: async () => (await refresh()).body as LoggedIn,
    keys: keysClient(connection),
  };
}

function keysClient({ send }: Connection): KeysClient {
  const path = "/api/auth/keys";
  return {
    create: async (body, options) => (await send({ method: "POST", path, body, ...options })).body as never,
    list: async (options) => {
      const { body } = await send({ method: "GET", path, ...options });
      return (body as { readonly items: readonly ListedKey[] }).items;
    },
    revoke: async (id, options) => {
      const own = id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
      await send({ method: "DELETE", path: own, ...options });
    },
  };
}
