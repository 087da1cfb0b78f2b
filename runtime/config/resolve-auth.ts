import { claimName } from "../access/bind-claims.js";
import { comparisonsOf, type Comparison } from "../condition/nodes.js";
import { parseCondition } from "../condition/parse-condition.js";
import { ApiError } from "../errors/api-error.js";
import type { AuthSettings, PasswordRules } from "../model/auth-settings.js";
import type { AuthConfig, Config, JwtAlgorithm, PermissionConfig } from "./config.js";

const DEFAULT_LIFETIME_IN_MINS = 60;
const DEFAULT_ISSUER = "data-api";
const DEFAULT_ALGORITHMS: readonly JwtAlgorithm[] = ["RS256", "PS256", "ES256", "EdDSA"];
const DEFAULT_USER_CHECK_IN_SECS = 5;
const MIN_PASSWORD_LENGTH = 8;

/** Who the callers are, with all that is left out filled in. */
export function resolveAuth(auth: AuthConfig, entities: Config["entities"]): AuthSettings {
  return {
    tokens: resolveTokens(auth, entities),
    identify: auth.identify,
    hasUsers: auth.secretKey !== undefined,
  };
}

function resolveTokens(
  { secretKey, jwt, ...auth }: AuthConfig,
  entities: Config["entities"],
): AuthSettings["tokens"] {
  if (secretKey !== undefined) {
    return {
      kind: "own",
      secretKey,
      lifetimeInMins: auth.tokenLifetimeInMins ?? DEFAULT_LIFETIME_IN_MINS,
      issuer: auth.issuer ?? DEFAULT_ISSUER,
      audience: auth.audience ?? DEFAULT_ISSUER,
      claims: askedClaims(entities),
      userCheckInterval: (auth.userCheckInSecs ?? DEFAULT_USER_CHECK_IN_SECS) * 1_000,
    };
  }
  if (jwt === undefined) return undefined;
  return {
    kind: "provider",
    issuer: jwt.issuer,
    audience: jwt.audience,
    jwksUri: jwt.jwksUri,
    rolesClaim: jwt.rolesClaim ?? "roles",
    userIdClaim: jwt.userIdClaim ?? "sub",
    algorithms: [...(jwt.algorithms ?? DEFAULT_ALGORITHMS)],
  };
}

/** What the permissions ask of a caller but the id. */
export function askedClaims(entities: Config["entities"]): readonly string[] {
  const permissions = Object.values(entities).flatMap((entity) => Object.values(entity.permissions).flat());
  return [...new Set(permissions.flatMap(claimsOf))].filter((claim) => claim !== "id");
}

function claimsOf(permission: PermissionConfig | undefined): readonly string[] {
  if (typeof permission !== "object" || permission.where === undefined) return [];
  return comparisonsIn(permission.where).flatMap((comparison) => claimName(comparison) ?? []);
}

/** Of a condition that is none, the check of the permissions tells what is wrong. */
function comparisonsIn(where: string): readonly Comparison[] {
  try {
    return comparisonsOf(parseCondition(where));
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

export function resolvePasswordRules({ passwordReqs = {} }: AuthConfig): PasswordRules {
  return {
    minLength: passwordReqs.minLength ?? MIN_PASSWORD_LENGTH,
    uppercaseChar: passwordReqs.uppercaseChar ?? false,
    lowercaseChar: passwordReqs.lowercaseChar ?? false,
    digitChar: passwordReqs.digitChar ?? false,
    specialChar: passwordReqs.specialChar ?? false,
  };
}
