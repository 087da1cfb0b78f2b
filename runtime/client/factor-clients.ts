import type { EntityTypes } from "./api-types.js";
import type { CallOptions, LoggedIn } from "./client-options.js";
import { tokensIn, type Connection } from "./connection.js";
import type { ClientRequest } from "./send-request.js";

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

/** A passkey of the caller. */
export interface StoredPasskey {
  readonly id: string;
  readonly name: string;
  /** Whether it is also on other devices of the user. */
  readonly isBackedUp: boolean;
  readonly createdAt: string;
  readonly usedAt: string | null;
}

/** `PublicKeyCredentialCreationOptionsJSON`, as far as the server sets it. Arrays can be changed, as in its type. */
export interface PasskeyCreationOptions {
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly challenge: string;
  readonly timeout: number;
  readonly pubKeyCredParams: { readonly alg: number; readonly type: "public-key" }[];
  readonly excludeCredentials: { readonly id: string; readonly type: "public-key" }[];
  readonly authenticatorSelection: {
    readonly residentKey: "required";
    readonly requireResidentKey: true;
    readonly userVerification: "required";
  };
}

/** `PublicKeyCredentialRequestOptionsJSON`, as far as the server sets it. */
export interface PasskeyRequestOptions {
  readonly rpId: string;
  readonly challenge: string;
  readonly timeout: number;
  readonly userVerification: "required";
}

/** Passkeys. The options are for the browser, and the responses are what `toJSON()` of its credentials returns. */
export interface PasskeyClient<U extends EntityTypes = EntityTypes> {
  /** Options for `PublicKeyCredential.parseCreationOptionsFromJSON`. @param proof `code` if a second factor is active. */
  options(
    proof: { readonly password: string; readonly code?: string | undefined },
    options?: CallOptions,
  ): Promise<PasskeyCreationOptions>;
  add(
    passkey: { readonly name: string; readonly response: unknown },
    options?: CallOptions,
  ): Promise<StoredPasskey>;
  list(options?: CallOptions): Promise<{ readonly count: number; readonly items: readonly StoredPasskey[] }>;
  remove(id: string, options?: CallOptions): Promise<void>;
  /** Options for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
  logInOptions(options?: CallOptions): Promise<PasskeyRequestOptions>;
  logIn(answer: { readonly response: unknown }, options?: CallOptions): Promise<LoggedIn<U["id"]>>;
}

export function secondFactorClient(connection: Connection): SecondFactorClient {
  const at = callsBelow(connection, "/api/auth/second-factor");
  const confirm = at("POST", "/confirm");
  const remove = at("DELETE");
  const renewed = <T extends LoggedIn>(body: T): T => {
    connection.renewTokens(tokensIn({ body }));
    return body;
  };
  return {
    logIn: (body, options) => logInAt("/api/auth/second-factor", connection, body, options),
    show: (options) => at("GET")(undefined, options),
    begin: at("POST", "/begin"),
    confirm: async (proof, options) => renewed(await confirm(proof, options)),
    renewRecoveryCodes: at("POST", "/recovery-codes"),
    remove: async (proof, options) => renewed(await remove(proof, options)),
  };
}

export function passkeyClient(connection: Connection): PasskeyClient {
  const at = callsBelow(connection, "/api/auth/passkeys");
  return {
    options: at("POST", "/options"),
    add: at("POST"),
    list: (options) => at("GET")(undefined, options),
    remove: (id, options) => at("DELETE", `/${encodeURIComponent(id)}`)(undefined, options),
    logInOptions: (options) => at("POST", "/log-in/options")(undefined, options),
    logIn: (body, options) => logInAt("/api/auth/passkeys/log-in", connection, body, options),
  };
}

/** Returns a function that returns calls as the caller, by method and path. */
function callsBelow({ send }: Connection, prefix: string) {
  return (method: ClientRequest["method"], below = "") =>
    async <T>(body?: object, options?: CallOptions): Promise<T> =>
      (await send({ method, path: `${prefix}${below}`, body, ...options })).body as T;
}

/** Logs in, and keeps the tokens. */
async function logInAt(
  path: string,
  { sendPlain, setTokens }: Connection,
  body: object,
  options?: CallOptions,
): Promise<LoggedIn> {
  const answer = await sendPlain({ method: "POST", path, body, ...options });
  setTokens(tokensIn(answer));
  return answer.body as LoggedIn;
}
