import { createLocalJWKSet, errors, type JWTVerifyGetKey } from "jose";
import { ApiError } from "../errors/api-error.js";
import type { ProviderTokens } from "../model/settings/auth-settings.js";
import { traceHeaders } from "../observe/telemetry.js";
import { urlMistake } from "../model/settings/secure-url.js";
import { usableKeys } from "./usable-keys.js";

/** How long the provider may take to answer, in milliseconds. */
const TIMEOUT = 5_000;
/** How long fetched keys are used before they are fetched again, in milliseconds. */
const MAX_AGE = 600_000;
/** The shortest time between two fetches because of a token whose key is unknown or broken. */
const COOL_DOWN = 30_000;
/** The delay before a retry after the provider failed to answer. It doubles after each failure. */
const FIRST_DELAY = 1_000;
const MAX_DELAY = 60_000;

type KeyQuery = Parameters<JWTVerifyGetKey>;
type Key = Awaited<ReturnType<JWTVerifyGetKey>>;

/**
 * The keys of an identity provider, fetched when the first token arrives. Waiting callers share one request. While the
 * provider does not answer, retries back off and known keys stay valid. `createRemoteJWKSet` of `jose` is not used:
 * while the provider does not answer, it sends a request for every token.
 */
export class ProviderKeys {
  readonly #provider: ProviderTokens;
  readonly #warn: (message: string) => void;
  #keys: JWTVerifyGetKey | undefined;
  /** Why no key can be used, if the provider has keys. */
  #unusable: Error | undefined;
  /** The keys that are skipped, to report each once. */
  #skipped: ReadonlySet<string> = new Set();
  #loadedAt = -Infinity;
  /** `undefined` if the last request was answered. */
  #failure: unknown;
  #failures = 0;
  #nextAttempt = -Infinity;
  #loading: Promise<void> | undefined;
  /** The `jwks_uri` of the discovery document. */
  #discovered: string | undefined;

  /** @param warn Receives a sentence for each key that cannot be used. */
  constructor(provider: ProviderTokens, warn: (message: string) => void) {
    this.#provider = provider;
    this.#warn = warn;
  }

  /**
   * @throws {ApiError} `identity-provider-unavailable`. Errors of `jose` about a token that matches no key
   * pass through.
   */
  async find(...token: KeyQuery): Promise<Key> {
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
    await this.renew();
    return this.#known(token);
  }

  /**
   * Fetches the keys again, at most twice a minute: those of a token without a key id may have been replaced.
   * @returns Whether they were fetched.
   * @throws {ApiError} `identity-provider-unavailable`
   */
  async renew(): Promise<boolean> {
    if (performance.now() - this.#loadedAt < COOL_DOWN) return false;
    await this.#load();
    if (this.#failures > 0) throw this.#unavailable(this.#failure);
    return true;
  }

  async #known(token: KeyQuery): Promise<Key> {
    if (this.#keys === undefined) throw this.#unavailable(this.#failure);
    if (this.#unusable !== undefined) throw this.#unavailable(this.#unusable);
    try {
      return await this.#keys(...token);
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
      const { keys, skipped } = usableKeys(await fetchJson(uri));
      this.#keys = createLocalJWKSet({ keys: [...keys] });
      this.#unusable = keys.length === 0 && skipped.length > 0 ? new Error(skipped.join(" ")) : undefined;
      for (const sentence of skipped) if (!this.#skipped.has(sentence)) this.#warn(sentence);
      this.#skipped = new Set(skipped);
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
