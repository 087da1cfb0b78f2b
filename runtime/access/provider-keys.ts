import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { ApiError } from "../errors/api-error.js";
import type { ProviderTokens } from "../model/auth-settings.js";
import { traceHeaders } from "../observe/telemetry.js";
import { urlMistake } from "../model/secure-url.js";

/** How long the provider may take to answer, in milliseconds. */
const TIMEOUT = 5000;
const RETRY_AFTER = "5";

/**
 * The keys of an identity provider, found when the first token comes and fetched again for one of a key that is not known
 * yet, at most every 30 seconds; none is kept longer than ten minutes.
 */
export function providerKeys(provider: ProviderTokens): JWTVerifyGetKey {
  let loading: Promise<JWTVerifyGetKey> | undefined;
  return async (header, token) => {
    try {
      loading ??= loadKeys(provider);
      const keys = await loading.catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return await keys(header, token);
    } catch (error) {
      // Of the token: it names no key of the provider's, or not which one.
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error;
      throw new ApiError(
        "identity-provider-unavailable",
        "The identity provider cannot say now whether the token is valid. Try again in a moment.",
        { headers: { "Retry-After": RETRY_AFTER }, cause: error },
      );
    }
  };
}

async function loadKeys(provider: ProviderTokens): Promise<JWTVerifyGetKey> {
  const uri = provider.jwksUri ?? (await discoverKeys(provider));
  return createRemoteJWKSet(new URL(uri), {
    timeoutDuration: TIMEOUT,
    [customFetch]: (url, options) =>
      fetch(url, { ...options, headers: { ...Object.fromEntries(options.headers), ...traceHeaders() } }),
  });
}

/** Where the provider says that its keys are (OpenID Connect Discovery 1.0, sections 4.1 to 4.3). */
async function discoverKeys({ issuer }: ProviderTokens): Promise<string> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await fetch(url, {
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT),
    headers: { Accept: "application/json", ...traceHeaders() },
  });
  if (!response.ok) throw new Error(`The identity provider answers ${response.status} at ${url}.`);
  const found = (await response.json()) as { readonly issuer?: unknown; readonly jwks_uri?: unknown } | null;
  if (found?.issuer !== issuer)
    throw new Error(`The identity provider at ${url} calls itself otherwise than "auth.jwt.issuer".`);
  const uri = found.jwks_uri;
  if (typeof uri !== "string" || urlMistake(uri) !== undefined)
    throw new Error(`The identity provider at ${url} gives no safe "jwks_uri".`);
  return uri;
}
