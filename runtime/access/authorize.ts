import { ApiError } from "../errors/api-error.js";
import type { Operation, Permission, Policy } from "../model/model.js";
import { OWNER_ROLE, type Caller } from "./caller.js";

/** Allows a caller to run an operation. The code that runs it applies the caller's row and member rights. */
export interface Grant {
  readonly caller: Caller;
  readonly operation: Operation;
  /** `private` if the caller asked for their own records only. */
  readonly access: Access;
  /** The policy entries that apply to the caller: at least one. */
  readonly permissions: readonly Permission[];
  /**
   * The caller's entries for "read". They limit the record that a write answers with; if empty, it has none.
   */
  readonly readPermissions: readonly Permission[];
  /** Whether the caller may read records at all. */
  readonly mayRead: boolean;
  /** Set if server code asks for a caller. `undefined` for an endpoint. */
  readonly isServerCode?: true;
}

export type Access = "public" | "private";

/**
 * Checks that the policy allows the operation to the caller.
 * @throws {ApiError} 401 for an anonymous caller, 403 for a known one who is not allowed, 404 for an unknown
 * `access`.
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

/** The error for a caller who is not allowed: 403, or 401 for an anonymous caller. */
export function denied(caller: Caller, detail: string): ApiError {
  if (caller.isAuthenticated) return new ApiError("forbidden", detail);
  return new ApiError("authentication-required", detail);
}

/** The policy entries for the operation that apply to the caller. If there are none, it is denied. */
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

/** Every known caller may own records. Whose a record is depends on the record. */
function hasRole(caller: Caller, role: string): boolean {
  return role === OWNER_ROLE ? caller.isAuthenticated : caller.roles.includes(role);
}

function parseAccess(access: string): Access {
  const word = access.toLowerCase();
  if (word === "public" || word === "private") return word;
  throw new ApiError("unknown-path", `The access must be "public" or "private".`);
}
