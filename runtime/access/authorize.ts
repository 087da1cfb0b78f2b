import { ApiError } from "../errors/api-error.js";
import type { Operation, Permission, Policy } from "../model/model.js";
import { OWNER_ROLE, type Caller } from "./caller.js";

/** What a caller has been allowed to do: passed on to what does it, which applies the rest of the caller's rights. */
export interface Grant {
  readonly caller: Caller;
  readonly operation: Operation;
  /** Whether only the caller's own records are meant. */
  readonly access: Access;
  /** What lets the caller through: at least one entry of the policy. */
  readonly permissions: readonly Permission[];
  /** What lets the caller see records: a write answers with the record only as far as that goes. None: not at all. */
  readonly readPermissions: readonly Permission[];
  /** Whether the caller may see records at all. */
  readonly mayRead: boolean;
}

export type Access = "public" | "private";

/**
 * Lets the caller through, or not.
 * @throws {ApiError} 401 for a caller who is not known, 403 for one who is and may not, 404 for another `access`.
 */
export function authorize(
  caller: Caller,
  policy: Partial<Policy>,
  operation: Operation,
  access = "public",
): Grant {
  const checkedAccess = parseAccess(access);
  const permissions = permissionsOf(caller, policy, operation);
  if (permissions.length === 0) throw denied(caller, `The operation "${operation}" is not allowed.`);
  if (checkedAccess === "private" && !caller.isAuthenticated) {
    throw denied(caller, "Private access needs a token: it gives the caller's own records.");
  }
  const readPermissions = operation === "read" ? permissions : permissionsOf(caller, policy, "read");
  return {
    caller,
    operation,
    access: checkedAccess,
    permissions,
    readPermissions,
    mayRead: readPermissions.length > 0,
  };
}

/** The answer to a caller who may not. */
export function denied(caller: Caller, detail: string): ApiError {
  if (caller.isAuthenticated) return new ApiError("forbidden", detail);
  return new ApiError("authentication-required", detail);
}

/** What of the policy this caller has. An operation without an entry is allowed to nobody. */
export function permissionsOf(
  caller: Caller,
  policy: Partial<Policy>,
  operation: Operation,
): readonly Permission[] {
  return policy[operation]?.filter((permission) => hasRole(caller, roleOf(permission))) ?? [];
}

export function roleOf(permission: Permission): string {
  return typeof permission === "string" ? permission : permission.role;
}

/** Whoever is known may own a record: which ones, each record says. */
function hasRole(caller: Caller, role: string): boolean {
  return role === OWNER_ROLE ? caller.isAuthenticated : caller.roles.includes(role);
}

function parseAccess(access: string): Access {
  const word = access.toLowerCase();
  if (word === "public" || word === "private") return word;
  throw new ApiError("unknown-path", `The access must be "public" or "private".`);
}
