import type { ConfigProblem } from "../../errors/config-error.js";
import { urlMistake } from "../../model/secure-url.js";
import type { AuthConfig, JwtConfig } from "../config.js";
import type { RuleInput } from "./rule.js";

/**
 * The length of the HMAC's hash (RFC 7518, section 3.2). An attacker who guesses the key can act as any user.
 */
const MIN_SECRET_BYTES = 32;

/** Callers must come from one source, and token options must belong to the tokens in use. */
export function authOptions({ auth }: RuleInput): readonly ConfigProblem[] {
  return auth === undefined ? [] : [...checkAuth(auth)];
}

function* checkAuth(auth: AuthConfig): Iterable<ConfigProblem> {
  const { secretKey, jwt, identify } = auth;
  if ("secretKey" in auth && secretKey === undefined) {
    // Usually an environment variable is not set. Running without the users would be worse than failing.
    yield {
      path: "auth.secretKey",
      message: "has no value: set the variable that it comes from, or remove it.",
    };
    return;
  }
  if (secretKey === undefined && jwt === undefined && identify === undefined) {
    yield {
      path: "auth",
      message:
        'must have "secretKey" for users of this server, "jwt" for those of a provider, or "identify".',
    };
  }
  if (jwt !== undefined && secretKey !== undefined)
    yield { path: "auth.jwt", message: 'callers come from "secretKey" already: remove one of the two.' };
  if (jwt !== undefined && identify !== undefined)
    yield { path: "auth.jwt", message: 'callers come from "identify" already: remove one of the two.' };
  if (secretKey === undefined) yield* checkWithoutSecret(auth);
  else if (Buffer.byteLength(secretKey) < MIN_SECRET_BYTES) {
    yield {
      path: "auth.secretKey",
      message: `is too short: it must have at least ${MIN_SECRET_BYTES} bytes in UTF-8, made at random.`,
    };
  }
  if (jwt !== undefined) yield* checkProvider(jwt);
}

function* checkWithoutSecret(auth: AuthConfig): Iterable<ConfigProblem> {
  for (const option of [
    "tokenLifetimeInMins",
    "issuer",
    "audience",
    "userCheckInSecs",
    "refreshTokens",
    "passwordReqs",
  ] as const) {
    if (auth[option] === undefined) continue;
    const message = 'is about users of this server, and without "secretKey" there are none: remove it.';
    yield { path: `auth.${option}`, message };
  }
}

function* checkProvider({ issuer, jwksUri }: JwtConfig): Iterable<ConfigProblem> {
  // The address of the discovery document is built from it (OpenID Connect Discovery 1.0, section 4).
  const mistake = urlMistake(issuer) ?? (issuer.includes("?") ? "must have no query" : undefined);
  if (mistake !== undefined) yield { path: "auth.jwt.issuer", message: `the address ${mistake}.` };
  const keysMistake = jwksUri === undefined ? undefined : urlMistake(jwksUri);
  if (keysMistake !== undefined) yield { path: "auth.jwt.jwksUri", message: `the address ${keysMistake}.` };
}
