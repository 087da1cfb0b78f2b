import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { ApiError } from "../errors/api-error.js";
import type { ProviderTokens } from "../model/settings/auth-settings.js";
import { traceHeaders } from "../observe/telemetry.js";
import { urlMistake } from "../model/settings/secure-url.js";

/** How long the provider may take to answer, in milliseconds. */
const TIMEOUT = 5_000;
/** How long fetched keys are used before they are fetched again, in milliseconds. */
const MAX_AGE = 600_000;
/** The shortest time between two fetches because of a token whose key is unknown or broken. */
const COOL_DOWN = 30_000;
/** The minimum length of RSA keys (RFC 7518, section 3.3). */
const MIN_RSA_BITS = 2048;
/** The delay before a retry after the provider failed to answer. It doubles after each failure. */
const FIRST_DELAY = 1_000;
const MAX_DELAY = 60_000;

/**
 * The keys of an identity provider, fetched when the first token arrives. `createRemoteJWKSet` of `jose` is not used:
 * while the provider does not answer, it sends a request for every token.
 */
export function providerKeys(provider: ProviderTokens): JWTVerifyGetKey {
  const keys = new ProviderKeys(provider);
  return (...token) => keys.find(token);
}

type Asked = Parameters<JWTVerifyGetKey>;
type Key = Awaited<ReturnType<JWTVerifyGetKey>>;

/**
 * Fetches the provider's keys. Waiting callers share one request. While the provider does not answer, retries back
 * off and known keys stay valid.
 */
class ProviderKeys {
  readonly #provider: ProviderTokens;
  #keys: JWTVerifyGetKey | undefined;
  #loadedAt = -Infinity;
  /** `undefined` if the last request was answered. */
  #failure: unknown;
  #failures = 0;
  #nextAttempt = -Infinity;
  #loading: Promise<void> | undefined;
  /** The `jwks_uri` of the discovery document. */
  #discovered: string | undefined;

  constructor(provider: ProviderTokens) {
    this.#provider = provider;
  }

  /**
   * @throws {ApiError} `identity-provider-unavailable`. Errors of `jose` about a token that matches no key
   * pass through.
   */
  async find(token: Asked): Promise<Key> {
    if (performance.now() - this.#loadedAt > MAX_AGE) {
      const loading = this.#load();
      // While the provider does not answer, tokens with known keys do not wait for it.
      if (this.#keys === undefined || this.#failures === 0) await loading;
    }
    try {
      return await this.#known(token);
    } catch (error) {
      // The provider may have added or corrected the key since the last fetch.
      const mayBeKnown = !(error instanceof errors.JWKSMultipleMatchingKeys);
      if (!mayBeKnown || performance.now() - this.#loadedAt < COOL_DOWN) throw error;
    }
    await this.#load();
    if (this.#failures > 0) throw this.#unavailable(this.#failure);
    return this.#known(token);
  }

  async #known(token: Asked): Promise<Key> {
    if (this.#keys === undefined) throw this.#unavailable(this.#failure);
    try {
      const key = await this.#keys(...token);
      checkLength(key);
      return key;
    } catch (error) {
      // The token is at fault: it matches no key, or more than one.
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error;
      throw this.#unavailable(error);
    }
  }

  /** Fetches the keys, or does nothing until the delay after a failure has passed. Never rejects. */
  async #load(): Promise<void> {
    if (this.#loading === undefined && performance.now() < this.#nextAttempt) return;
    await (this.#loading ??= this.#fetch().finally(() => {
      this.#loading = undefined;
    }));
  }

  async #fetch(): Promise<void> {
    try {
      const uri = this.#provider.jwksUri ?? (this.#discovered ??= await discoverKeys(this.#provider));
      this.#keys = createLocalJWKSet((await fetchJson(uri)) as JSONWebKeySet);
      this.#loadedAt = performance.now();
      this.#failures = 0;
      this.#failure = undefined;
    } catch (error) {
      const delay = Math.min(FIRST_DELAY * 2 ** this.#failures++, MAX_DELAY);
      // Random, so that several servers do not retry at the same time.
      this.#nextAttempt = performance.now() + delay * (0.5 + Math.random() / 2);
      this.#failure = error;
      // The keys may have moved.
      this.#discovered = undefined;
    }
  }

  #unavailable(cause: unknown): ApiError {
    const seconds = Math.max(1, Math.ceil((this.#nextAttempt - performance.now()) / 1_000));
    return new ApiError(
      "identity-provider-unavailable",
      "The token cannot be verified: the identity provider cannot be reached. Try again in a moment.",
      { headers: { "Retry-After": String(seconds) }, cause },
    );
  }
}

/** @throws {Error} For an RSA key that is too short. */
function checkLength(key: Key): void {
  const algorithm: object = "algorithm" in key ? key.algorithm : {};
  const bits = "modulusLength" in algorithm ? Number(algorithm.modulusLength) : MIN_RSA_BITS;
  if (bits < MIN_RSA_BITS)
    throw new Error(
      `The identity provider has an RSA key of ${bits} bits: at least ${MIN_RSA_BITS} are required.`,
    );
}

/** Reads the `jwks_uri` of the provider (OpenID Connect Discovery 1.0, sections 4.1 to 4.3). */
async function discoverKeys({ issuer }: ProviderTokens): Promise<string> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const found = (await fetchJson(url)) as { readonly issuer?: unknown; readonly jwks_uri?: unknown } | null;
  if (found?.issuer !== issuer)
    throw new Error(`The identity provider at ${url} has a different issuer than "auth.jwt.issuer".`);
  const uri = found.jwks_uri;
  if (typeof uri !== "string" || urlMistake(uri) !== undefined)
    throw new Error(`The identity provider at ${url} has no safe "jwks_uri".`);
  return uri;
}

/** Fetches JSON. Rejects redirects. */
async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT),
    headers: { Accept: "application/json", ...traceHeaders() },
  });
  if (response.status !== 200) throw new Error(`The identity provider answers ${response.status} at ${url}.`);
  return response.json();
}
