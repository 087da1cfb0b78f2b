import type { EntityTypes } from "./api-types.js";
import type { CallOptions, Tokens } from "./client-options.js";
import { isInvalidToken, tokensIn, type Connection } from "./connection.js";
import type { Answer } from "./parse-answer.js";
import type { ClientRequest } from "./send-request.js";

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

/** A password, and a code of the second factor or a recovery code. */
export interface SecondFactorProof {
  readonly password: string;
  readonly code: string;
}

/** The second factor of the caller. */
export interface SecondFactorClient<U extends EntityTypes = EntityTypes> {
  /** Continues a log-in that failed with `second-factor-required`. @param answer The `challenge` of that error. */
  logIn(
    answer: { readonly challenge: string; readonly code: string },
    options?: CallOptions,
  ): Promise<LoggedIn<U["id"]>>;
  show(options?: CallOptions): Promise<{ readonly isActive: boolean; readonly recoveryCodesLeft: number }>;
  /** Returns a secret for an authenticator app, and its address for a QR code. */
  begin(
    proof: Pick<SecondFactorProof, "password">,
    options?: CallOptions,
  ): Promise<{ readonly secret: string; readonly uri: string }>;
  /** Activates the second factor by the first code. Ends all other tokens of the user. */
  confirm(
    proof: Pick<SecondFactorProof, "code">,
    options?: CallOptions,
  ): Promise<LoggedIn<U["id"]> & { readonly recoveryCodes: readonly string[] }>;
  /** Makes new recovery codes, which end the former ones. */
  renewRecoveryCodes(
    proof: SecondFactorProof,
    options?: CallOptions,
  ): Promise<{ readonly recoveryCodes: readonly string[] }>;
  /** Removes the second factor. Ends all other tokens of the user. */
  remove(proof: SecondFactorProof, options?: CallOptions): Promise<LoggedIn<U["id"]>>;
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
  /** Codes of an authenticator app, on a server with `auth.secondFactor`. */
  readonly secondFactor: SecondFactorClient<U>;
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
    secondFactor: secondFactorClient(connection),
  };
}

function secondFactorClient({ send, sendPlain, setTokens, renewTokens }: Connection): SecondFactorClient {
  const at = (method: ClientRequest["method"], below: string) => {
    const path = `/api/auth/second-factor${below}`;
    return async <T>(body?: object, options?: CallOptions): Promise<T> =>
      (await send({ method, path, body, ...options })).body as T;
  };
  const renewed = <T extends LoggedIn>(body: T): T => {
    renewTokens(tokensIn({ body }));
    return body;
  };
  const show = at("GET", "");
  const confirm = at("POST", "/confirm");
  const remove = at("DELETE", "");
  return {
    logIn: async (body, options) => {
      const request = { method: "POST", path: "/api/auth/second-factor", body, ...options } as const;
      const answer = await sendPlain(request);
      setTokens(tokensIn(answer));
      return answer.body as LoggedIn;
    },
    show: (options) => show(undefined, options),
    begin: at("POST", "/begin"),
    confirm: async (proof, options) => renewed(await confirm(proof, options)),
    renewRecoveryCodes: at("POST", "/recovery-codes"),
    remove: async (proof, options) => renewed(await remove(proof, options)),
  };
}
