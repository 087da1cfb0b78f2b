import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { ApiError } from "../errors/api-error.js";
import type { ProviderTokens } from "../model/auth-settings.js";
import { traceHeaders } from "../observe/telemetry.js";
import { urlMistake } from "../model/secure-url.js";

/** How long the provider may take to answer, in milliseconds. */
const TIMEOUT = 5_000;
/** How long keys are taken without a look whether they are still the provider's. */
const MAX_AGE = 600_000;
/** How soon after they came they are fetched again for a token of a key that is not among them, or broken. */
const COOL_DOWN = 30_000;
/** How long a provider that did not answer is left alone: twice as long each time. */
const FIRST_DELAY = 1_000;
const MAX_DELAY = 60_000;

/** The keys of an identity provider, found when the first token comes. */
export function providerKeys(provider: ProviderTokens): JWTVerifyGetKey {
  const keys = new ProviderKeys(provider);
  return (...token) => keys.find(token);
}

type Asked = Parameters<JWTVerifyGetKey>;
type Key = Awaited<ReturnType<JWTVerifyGetKey>>;

/**
 * Keys that are fetched by one request at a time, whoever waits for it, and less and less often while the provider does not
 * answer. Those that are known go on being taken meanwhile.
 */
class ProviderKeys {
  readonly #provider: ProviderTokens;
  #keys: JWTVerifyGetKey | undefined;
  #loadedAt = -Infinity;
  /** Undefined where the last request was answered. */
  #failure: unknown;
  #failures = 0;
  #nextAttempt = -Infinity;
  #loading: Promise<void> | undefined;
  /** Where the discovery document says that the keys are. */
  #discovered: string | undefined;

  constructor(provider: ProviderTokens) {
    this.#provider = provider;
  }

  /** @throws {ApiError} `identity-provider-unavailable`, and what `jose` throws for a token that names no key. */
  async find(token: Asked): Promise<Key> {
    if (Date.now() - this.#loadedAt > MAX_AGE) {
      const loading = this.#load();
      // While the provider is away, nobody waits for it whose key is known.
      if (this.#keys === undefined || this.#failures === 0) await loading;
    }
    try {
      return await this.#known(token);
    } catch (error) {
      // It names a key that may be there, or whole, by now.
      const mayBeKnown = !(error instanceof errors.JWKSMultipleMatchingKeys);
      if (!mayBeKnown || Date.now() - this.#loadedAt < COOL_DOWN) throw error;
    }
    await this.#load();
    if (this.#failures > 0) throw this.#unavailable(this.#failure);
    return this.#known(token);
  }

  async #known(token: Asked): Promise<Key> {
    if (this.#keys === undefined) throw this.#unavailable(this.#failure);
    try {
      return await this.#keys(...token);
    } catch (error) {
      // Of the token: it names no key of the provider's, or not which one.
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error;
      throw this.#unavailable(error);
    }
  }

  /** Fetches the keys, unless the provider is left alone after it has failed. It never rejects. */
  async #load(): Promise<void> {
    if (this.#loading === undefined && Date.now() < this.#nextAttempt) return;
    await (this.#loading ??= this.#fetch().finally(() => {
      this.#loading = undefined;
    }));
  }

  async #fetch(): Promise<void> {
    try {
      const uri = this.#provider.jwksUri ?? (this.#discovered ??= await discoverKeys(this.#provider));
      this.#keys = createLocalJWKSet((await fetchJson(uri)) as JSONWebKeySet);
      this.#loadedAt = Date.now();
      this.#failures = 0;
      this.#failure = undefined;
    } catch (error) {
      const delay = Math.min(FIRST_DELAY * 2 ** this.#failures++, MAX_DELAY);
      // Not all servers at once.
      this.#nextAttempt = Date.now() + delay * (0.5 + Math.random() / 2);
      this.#failure = error;
      // They may have moved.
      this.#discovered = undefined;
    }
  }

  #unavailable(cause: unknown): ApiError {
    const seconds = Math.max(1, Math.ceil((this.#nextAttempt - Date.now()) / 1_000));
    return new ApiError(
      "identity-provider-unavailable",
      "The identity provider cannot say now whether the token is valid. Try again in a moment.",
      { headers: { "Retry-After": String(seconds) }, cause },
    );
  }
}

/** Where the provider says that its keys are (OpenID Connect Discovery 1.0, sections 4.1 to 4.3). */
async function discoverKeys({ issuer }: ProviderTokens): Promise<string> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const found = (await fetchJson(url)) as { readonly issuer?: unknown; readonly jwks_uri?: unknown } | null;
  if (found?.issuer !== issuer)
    throw new Error(`The identity provider at ${url} calls itself otherwise than "auth.jwt.issuer".`);
  const uri = found.jwks_uri;
  if (typeof uri !== "string" || urlMistake(uri) !== undefined)
    throw new Error(`The identity provider at ${url} gives no safe "jwks_uri".`);
  return uri;
}

/** What stands at an address, and not at another one that it sends us to. */
async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT),
    headers: { Accept: "application/json", ...traceHeaders() },
  });
  if (response.status !== 200) throw new Error(`The identity provider answers ${response.status} at ${url}.`);
  return response.json();
}
