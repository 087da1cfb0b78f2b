import { urlMistake } from "../../model/settings/secure-url.js";
import { ownTokenOptions } from "../../model/settings/auth-settings.js";
import type { AuthConfig, JwtConfig } from "../config.js";
import { mistakesAt, type Mistake, type Rule } from "./rule.js";

/**
 * The length of the HMAC's hash (RFC 7518, section 3.2). An attacker who guesses the key can act as any user.
 */
export const MIN_SECRET_BYTES = 32;

/** In shells of Unix and in PowerShell alike. */
const HOW_TO_MAKE_A_KEY = `Make one with node -p "crypto.randomBytes(${MIN_SECRET_BYTES}).toString('base64url')".`;
export const KEY_TOO_SHORT = `is too short: it must have at least ${MIN_SECRET_BYTES} random bytes in UTF-8. ${HOW_TO_MAKE_A_KEY}`;

/** Usually the environment variable is not set. */
export const KEY_HAS_NO_VALUE = `has no value: set the variable that it comes from, or remove it. ${HOW_TO_MAKE_A_KEY} Commands read ".env", a script of your own with "node --env-file=.env".`;

const userOptions = [...ownTokenOptions, "refreshTokens", "passwordReqs"] as const;

/** Callers must come from one source, and the token options must match the source. */
export const authOptions: Rule = ({ auth }) =>
  auth === undefined ? [] : mistakesAt("auth", checkAuth(auth));

function* checkAuth(auth: AuthConfig): Iterable<Mistake> {
  const { secretKey, jwt, identify } = auth;
  if ("secretKey" in auth && secretKey === undefined) {
    // Running without users would be worse than failing.
    yield ["secretKey", KEY_HAS_NO_VALUE];
    return;
  }
  if (secretKey === undefined && jwt === undefined && identify === undefined)
    yield [
      "",
      'must have "secretKey" for users of this server, "jwt" for those of a provider, or "identify".',
    ];
  for (const other of ["secretKey", "identify"] as const)
    if (jwt !== undefined && auth[other] !== undefined)
      yield ["jwt", `callers come from "${other}" already: remove one of the two.`];
  if (secretKey === undefined) {
    for (const option of userOptions)
      if (auth[option] !== undefined)
        yield [option, 'applies to users of this server, which need "secretKey": remove it.'];
  } else yield* checkSecrets(secretKey);
  if (auth.sessions === "cookie" && identify !== undefined)
    yield [
      "sessions",
      'callers come from "identify", which knows no cookies of this server: remove one of the two.',
    ];
  if (jwt !== undefined) yield* checkProvider(jwt);
}

function* checkSecrets(secretKey: string | readonly (string | undefined)[]): Iterable<Mistake> {
  if (typeof secretKey === "string") {
    if (isTooShort(secretKey)) yield ["secretKey", KEY_TOO_SHORT];
    return;
  }
  for (const [index, secret] of secretKey.entries())
    if (secret === undefined) yield [`secretKey.${index}`, KEY_HAS_NO_VALUE];
    else if (isTooShort(secret)) yield [`secretKey.${index}`, KEY_TOO_SHORT];
    else if (secretKey.indexOf(secret) < index) yield [`secretKey.${index}`, "this key is there already."];
}

function isTooShort(secret: string): boolean {
  return Buffer.byteLength(secret) < MIN_SECRET_BYTES;
}

function* checkProvider({ issuer, jwksUri }: JwtConfig): Iterable<Mistake> {
  // The address of the discovery document is built from it (OpenID Connect Discovery 1.0, section 4).
  const mistake = urlMistake(issuer) ?? (issuer.includes("?") ? "must have no query" : undefined);
  if (mistake !== undefined) yield ["jwt.issuer", `the address ${mistake}.`];
  const keysMistake = jwksUri === undefined ? undefined : urlMistake(jwksUri);
  if (keysMistake !== undefined) yield ["jwt.jwksUri", `the address ${keysMistake}.`];
}
