import { urlMistake } from "../../model/settings/secure-url.js";
import { ownTokenOptions } from "../../model/settings/auth-settings.js";
import type { AuthConfig, JwtConfig, LogInProviderConfig, PasskeysConfig, ServerConfig } from "../config.js";
import { safeKey } from "../check-shape.js";
import { mistakesAt, type Mistake, type Rule } from "./rule.js";

/** The length of the HMAC's hash (RFC 7518, section 3.2). An attacker who guesses the key can act as any user. */
export const MIN_SECRET_BYTES = 32;

/** In shells of Unix and in PowerShell alike. */
const HOW_TO_MAKE_A_KEY = `Make one with node -p "crypto.randomBytes(${MIN_SECRET_BYTES}).toString('base64url')".`;
export const KEY_TOO_SHORT = `is too short: it must have at least ${MIN_SECRET_BYTES} random bytes in UTF-8. ${HOW_TO_MAKE_A_KEY}`;

/** Usually the environment variable is not set. */
export const KEY_HAS_NO_VALUE = `has no value: set the variable that it comes from, or remove it. ${HOW_TO_MAKE_A_KEY} Commands read ".env", a script of your own with "node --env-file=.env".`;

const userOptions = [...ownTokenOptions, "refreshTokens", "passwordReqs"] as const;

/** Callers must come from one source, and the token options must match the source. */
export const authOptions: Rule = ({ auth, server }) =>
  auth === undefined ? [] : mistakesAt("auth", checkAuth(auth, server));

function* checkAuth(auth: AuthConfig, server: ServerConfig | undefined): Iterable<Mistake> {
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
  const hasKeys = secretKey !== undefined && auth.apiKeys !== undefined && auth.apiKeys !== false;
  if (identify !== undefined && hasKeys)
    yield ["apiKeys", 'callers come from "identify", which no key reaches: remove one of the two.'];
  if (auth.sessions === "cookie" && identify !== undefined)
    yield [
      "sessions",
      'callers come from "identify", which knows no cookies of this server: remove one of the two.',
    ];
  if (jwt !== undefined) yield* checkProvider(jwt);
  yield* checkPages(auth);
  yield* checkLogInProviders(auth, server);
  if (typeof auth.secondFactor === "object" && auth.secondFactor.issuer?.includes(":") === true)
    yield ["secondFactor.issuer", "must have no colon: it would separate the name from that of the user."];
  if (auth.passkeys !== undefined) yield* checkPasskeys(auth.passkeys);
}

/** Links come from the configuration only: a header of a request would let its sender choose where they lead. */
function* checkPages({ messages, pagesUrl }: AuthConfig): Iterable<Mistake> {
  if (messages !== undefined && pagesUrl === undefined)
    yield ["pagesUrl", 'is required with "messages": links lead to pages below it.'];
  if (pagesUrl !== undefined) yield* checkAddress("pagesUrl", pagesUrl, /[?#]/);
}

/** Browsers refuse other domains (WebAuthn, section 5.1.2, "valid domain" and "registrable domain suffix"). */
const DOMAIN = /^(?:localhost|(?:[a-z\d_-]+\.)+(?!\d+$)[a-z\d-]+)$/;

function* checkPasskeys({ rpId, origins }: PasskeysConfig): Iterable<Mistake> {
  if (!DOMAIN.test(rpId)) {
    yield ["passkeys.rpId", 'must be a domain in lower case, such as "example.com", or "localhost".'];
    return;
  }
  for (const [index, text] of origins.entries()) {
    const option = `passkeys.origins.${index}`;
    const mistakes = [...checkAddress(option, text)];
    yield* mistakes;
    if (mistakes.length > 0) continue;
    const { origin, hostname } = new URL(text);
    if (origin !== text) yield [option, `must be an origin without a path: "${origin}".`];
    else if (hostname !== rpId && !hostname.endsWith(`.${rpId}`))
      yield [option, `is not on the domain "${rpId}" of "rpId", so browsers refuse it.`];
  }
}

function* checkSecrets(secretKey: string | readonly (string | undefined)[]): Iterable<Mistake> {
  const secrets = [secretKey].flat();
  for (const [index, secret] of secrets.entries()) {
    const option = typeof secretKey === "string" ? "secretKey" : `secretKey.${index}`;
    if (secret === undefined) yield [option, KEY_HAS_NO_VALUE];
    else if (Buffer.byteLength(secret) < MIN_SECRET_BYTES) yield [option, KEY_TOO_SHORT];
    else if (secrets.indexOf(secret) < index) yield [option, "this key is there already."];
  }
}

function* checkProvider({ issuer, jwksUri }: JwtConfig): Iterable<Mistake> {
  yield* checkAddress("jwt.issuer", issuer, IN_ISSUER);
  if (jwksUri !== undefined) yield* checkAddress("jwt.jwksUri", jwksUri);
}

/** The address of the discovery document is built from an issuer (OpenID Connect Discovery 1.0, section 4). */
const IN_ISSUER = /[?]/;

/** @param query What it must not have. Default: it may have a query. */
function* checkAddress(option: string, address: string, query?: RegExp): Iterable<Mistake> {
  const mistake = urlMistake(address) ?? (query?.test(address) ? "must have no query" : undefined);
  if (mistake !== undefined) yield [option, `the address ${mistake}.`];
}

function* checkLogInProviders(
  { providers = {}, pagesUrl }: AuthConfig,
  server: ServerConfig | undefined,
): Iterable<Mistake> {
  const all = Object.entries(providers);
  if (all.length === 0) return;
  for (const [name, provider] of all) {
    const path = `providers.${safeKey(name)}`;
    if (!/^[a-z\d-]{1,32}$/.test(name))
      yield [
        path,
        "a name has 1 to 32 of the characters a to z, 0 to 9 and -, because it is part of addresses.",
      ];
    for (const [option, message] of checkLogInProvider(provider)) yield [`${path}.${option}`, message];
  }
  if (pagesUrl === undefined) yield ["providers", 'needs "pagesUrl": where browsers land after a log-in.'];
  const { publicUrl = "", cors } = server ?? {};
  const mistake = urlMistake(publicUrl);
  if (mistake !== undefined) {
    yield ["providers", `needs "server.publicUrl", to which providers send browsers back: it ${mistake}.`];
    return;
  }
  if (pagesUrl === undefined || urlMistake(pagesUrl) !== undefined) return;
  const { origin } = new URL(pagesUrl);
  const mayBeRead = cors?.credentials === true && cors.origins.includes(origin);
  if (origin !== new URL(publicUrl).origin && !mayBeRead)
    yield [
      "providers",
      `pages of ${origin} need "server.cors" with this origin and "credentials": a log-in ends with a cookie.`,
    ];
}

function* checkLogInProvider(provider: LogInProviderConfig): Iterable<Mistake> {
  const { issuer, scopes } = provider;
  if ("clientSecret" in provider && provider.clientSecret === undefined)
    yield ["clientSecret", "has no value: set the variable that it comes from, or remove it."];
  yield* checkAddress("issuer", issuer, IN_ISSUER);
  if (scopes !== undefined && !scopes.includes("openid"))
    yield ["scopes", 'must contain "openid": without it, the provider does not say who the user is.'];
}
