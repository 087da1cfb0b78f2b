import type { EntityTypes } from "./api-types.js";
import type { CallOptions, Tokens } from "./client-options.js";
import { isInvalidToken, tokensIn, type Connection } from "./connection.js";
import type { Answer } from "./parse-answer.js";

/** The answer to a log-in. There are no tokens if the server has set a cookie. */
export interface LoggedIn<Id = unknown> extends Partial<Tokens> {
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
  /** Renews the tokens now. Requests do it by themselves when a token has expired. */
  refresh(): Promise<LoggedIn<U["id"]>>;
  readonly sessions: SessionsClient;
}

const SESSIONS = "/api/auth/sessions";

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
    sessions: {
      list: async (options) => {
        const { body } = await send({ method: "GET", path: SESSIONS, ...options });
        return (body as { readonly items: readonly OwnSession[] }).items;
      },
      end: async (id, options) => {
        await send({ method: "DELETE", path: `${SESSIONS}/${encodeURIComponent(id)}`, ...options });
        if (id === "current") setTokens(undefined);
      },
      endOthers: async (options) => {
        await send({ method: "DELETE", path: SESSIONS, ...options });
      },
    },
  };
}
