import { claimsOf } from "../../condition/nodes.js";
import { parseWhere } from "../../condition/parse-condition.js";
import { ApiError } from "../../errors/api-error.js";
import { catching } from "../../errors/catching.js";
import { authShape, ownTokenOptions, type AuthSettings } from "../../model/settings/auth-settings.js";
import { parseOptions, pickOptions } from "../../model/settings/option.js";
import type { AuthConfig, Config, PermissionConfig } from "../config.js";

/** The authentication settings with all defaults. */
export function resolveAuth(auth: AuthConfig, entities: Config["entities"]): AuthSettings {
  return {
    tokens: resolveTokens(auth, entities),
    identify: auth.identify,
    hasUsers: auth.secretKey !== undefined,
  };
}

function resolveTokens(auth: AuthConfig, entities: Config["entities"]): AuthSettings["tokens"] {
  const { secretKey, jwt, ...options } = parseOptions(authShape, auth);
  if (jwt !== undefined) return { kind: "provider", ...jwt };
  if (secretKey === undefined) return undefined;
  const claims = askedClaims(entities);
  const [first = "", ...former] = [secretKey].flat().filter((key) => key !== undefined);
  const secretKeys = [first, ...former] as const;
  return { kind: "own", secretKeys, claims, ...pickOptions(options, ownTokenOptions) };
}

/** The claims that permissions use, except `id`. */
function askedClaims(entities: Config["entities"]): readonly string[] {
  const permissions = Object.values(entities).flatMap((entity) => Object.values(entity.permissions).flat());
  return [...new Set(permissions.flatMap(claimsIn))].filter((claim) => claim !== "id");
}

/** Ignores invalid conditions: the permission rule reports them. */
function claimsIn(permission: PermissionConfig | undefined): readonly string[] {
  if (typeof permission !== "object" || permission.where === undefined) return [];
  const { where } = permission;
  return catching(ApiError, () => claimsOf(parseWhere(where))).value ?? [];
}
