import { ApiError } from "../errors/api-error.js";
import type { Operation, Permission, Policy } from "../model/model.js";
import type { OwnOperation } from "../model/own-operation.js";
import { keyAllows, keyAllowsCall } from "./api-key.js";
import { guest, onlyGuest, OWNER_ROLE, type Caller } from "./caller.js";

/** Permission to run an operation. The code that runs it applies the row and member rights of the caller. */
export interface Grant {
  readonly caller: Caller;
  readonly operation: Operation;
  /** `private` if the caller requested only their own records. */
  readonly access: Access;
  /** The policy entries that apply to the caller: at least one. */
  readonly permissions: readonly Permission[];
  /** The caller's entries for "read". They limit the record that a write answers with; if empty, it has none. */
  readonly readPermissions: readonly Permission[];
  /** Whether the caller may read records at all. */
  readonly mayRead: boolean;
  /** Set if server code asks for a caller. `undefined` for an endpoint. */
  readonly isServerCode?: true;
}

export type Access = "public" | "private";

/**
 * Checks that the policy allows the operation to the caller.
 * @throws {ApiError} 401 if the caller may log in and has not, 403 if the caller is not allowed, 404 for an unknown
 * `access`.
 */
export function authorize(
  caller: Caller,
  policy: Partial<Policy>,
  operation: Operation,
  access = "public",
): Grant {
  const checkedAccess = parseAccess(access);
  const known = checkedAccess === "public" ? knownGrant(caller, policy, operation) : undefined;
  if (known !== undefined) return known;
  const permissions = permissionsOf(caller, policy, operation);
  if (permissions.length === 0) throw denied(caller, `The operation "${operation}" is not allowed.`);
  if (checkedAccess === "private" && !caller.isAuthenticated)
    throw denied(caller, "Private access requires a token: it returns the caller's own records.");
  const readPermissions = operation === "read" ? permissions : permissionsOf(caller, policy, "read");
  const grant = {
    caller,
    operation,
    access: checkedAccess,
    permissions,
    readPermissions,
    mayRead: readPermissions.length > 0,
  };
  if (isShared(caller)) addKnown(policy, grant);
  return grant;
}

/** A grant, and the policy entries that it was made from. */
interface KnownGrant {
  readonly grant: Grant;
  readonly own: Policy[Operation] | undefined;
  readonly read: Policy["read"] | undefined;
}

/**
 * The grants of anonymous callers, who share one caller object. Without this cache, grants and the rights computed
 * from them took 5 % of a find by id.
 */
const grantsOfGuests = new WeakMap<Partial<Policy>, Map<Operation, KnownGrant>>();

function isShared(caller: Caller): boolean {
  return caller === guest || caller === onlyGuest;
}

function knownGrant(caller: Caller, policy: Partial<Policy>, operation: Operation): Grant | undefined {
  if (!isShared(caller)) return undefined;
  const known = grantsOfGuests.get(policy)?.get(operation);
  const isCurrent =
    known?.grant.caller === caller && known.own === policy[operation] && known.read === policy.read;
  return isCurrent ? known.grant : undefined;
}

function addKnown(policy: Partial<Policy>, grant: Grant): void {
  const { operation } = grant;
  const known = grantsOfGuests.get(policy) ?? new Map<Operation, KnownGrant>();
  grantsOfGuests.set(policy, known.set(operation, { grant, own: policy[operation], read: policy.read }));
}

/**
 * Checks that one of the caller's roles may call the operation.
 * @throws {ApiError} 401 if the caller may log in and has not, else 403.
 */
export function authorizeCall(caller: Caller, operation: Pick<OwnOperation, "name" | "roles">): void {
  if (!mayCall(caller, operation)) throw denied(caller, `The operation "${operation.name}" is not allowed.`);
}

export function mayCall(caller: Caller, operation: Pick<OwnOperation, "name" | "roles">): boolean {
  return caller.roles.some((role) => operation.roles.includes(role)) && keyAllowsCall(caller, operation);
}

/** The error for a caller who is not allowed: 401 if the caller may log in and has not, else 403. */
export function denied(caller: Caller, detail: string): ApiError {
  if (caller.hasNoLogIn)
    return new ApiError("forbidden", `${detail} Without "auth", every caller is a guest.`);
  if (caller.isAuthenticated) return new ApiError("forbidden", detail);
  return new ApiError("authentication-required", detail);
}

/** The entity of each policy: generated code has policies of its own. `undefined` for a policy of several. */
const entityNames = new WeakMap<Partial<Policy>, string | undefined>();

/** Says which entity a policy is of, for callers with keys that are narrowed to entities. */
export function nameEntityOf(policy: Partial<Policy>, entityName: string): void {
  const isShared = entityNames.has(policy) && entityNames.get(policy) !== entityName;
  entityNames.set(policy, isShared ? undefined : entityName);
}

/**
 * The policy entries for the operation that apply to the caller, as far as the caller's key allows. If there are none, it
 * is denied.
 */
export function permissionsOf(
  caller: Caller,
  policy: Partial<Policy>,
  operation: Operation,
): readonly Permission[] {
  if (!keyAllows(caller, operation, entityNames.get(policy))) return [];
  return policy[operation]?.filter((permission) => hasRole(caller, roleOf(permission))) ?? [];
}

export function roleOf(permission: Permission): string {
  return typeof permission === "string" ? permission : permission.role;
}

/** Every known caller may own records. Ownership is checked for each record. */
function hasRole(caller: Caller, role: string): boolean {
  return role === OWNER_ROLE ? caller.isAuthenticated : caller.roles.includes(role);
}

function parseAccess(access: string): Access {
  const word = access.toLowerCase();
  if (word === "public" || word === "private") return word;
  throw new ApiError("unknown-path", `The access must be "public" or "private".`);
}
