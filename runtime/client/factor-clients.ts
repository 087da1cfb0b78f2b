import type { EntityTypes } from "./api-types.js";
import { authCalls } from "./auth-calls.js";
import type { CallOptions, LoggedIn } from "./client-options.js";
import type { Connection } from "./connection.js";

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
  const { asCaller, plain, logsIn, renews } = authCalls(connection);
  const show = asCaller("GET", "/second-factor");
  return {
    logIn: logsIn(plain("POST", "/second-factor")),
    show: (options) => show(undefined, options),
    begin: asCaller("POST", "/second-factor/begin"),
    confirm: renews(asCaller("POST", "/second-factor/confirm")),
    renewRecoveryCodes: asCaller("POST", "/second-factor/recovery-codes"),
    remove: renews(asCaller("DELETE", "/second-factor")),
  };
}

export function passkeyClient(connection: Connection): PasskeyClient {
  const { asCaller, plain, logsIn } = authCalls(connection);
  const list = asCaller("GET", "/passkeys");
  const logInOptions = asCaller("POST", "/passkeys/log-in/options");
  return {
    options: asCaller("POST", "/passkeys/options"),
    add: asCaller("POST", "/passkeys"),
    list: (options) => list(undefined, options),
    remove: (id, options) => asCaller("DELETE", `/passkeys/${encodeURIComponent(id)}`)(undefined, options),
    logInOptions: (options) => logInOptions(undefined, options),
    logIn: logsIn(plain("POST", "/passkeys/log-in")),
  };
}
