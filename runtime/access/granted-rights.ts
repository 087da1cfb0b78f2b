import { denied, permissionsOf, type Grant } from "./authorize.js";
import type { Caller } from "./caller.js";
import { hasClaims } from "./claims.js";
import { rawScope } from "./raw-scope.js";
import { everything, rightsOf, type Rights } from "./rights.js";
import { checkWhere, noRecord } from "../condition/check-where.js";
import type { CheckedCondition } from "../condition/checked.js";
import { and } from "../condition/join-conditions.js";
import { parseWhere } from "../condition/parse-condition.js";
import { ApiError } from "../errors/api-error.js";
import { readableFields } from "../model/fields.js";
import type { Entity, Field } from "../model/model.js";

/** Computes rights once for each grant. Without a grant, they are everything. */
function onceForGrant<R extends Rights | undefined>(
  find: (entity: Entity, grant: Grant) => R,
): (entity: Entity, grant: Grant | undefined) => R | Rights {
  const known = new WeakMap<Grant, { readonly entity: Entity; readonly rights: R }>();
  return (entity, grant) => {
    if (grant === undefined) return everything;
    const last = known.get(grant);
    if (last?.entity === entity) return last.rights;
    const rights = find(entity, grant);
    known.set(grant, { entity, rights });
    return rights;
  };
}

/**
 * The records and members that the grant's operation may touch.
 * @throws {ApiError} 401 or 403 if no rights are left, 404 for private access to records without an owner.
 */
export const grantedRights = onceForGrant((entity, { caller, operation, access, permissions }): Rights => {
  if (access === "private" && entity.ownerField === undefined)
    throw new ApiError(
      "unknown-path",
      `Records of "${entity.name}" have no owner, so there are no private ones.`,
    );
  const rights = rightsOf(entity, caller, permissions, access);
  if (rights === undefined) throw denied(caller, `The operation "${operation}" is not allowed.`);
  return rights;
});

/** The records and members that the caller of a write may read. `undefined` if none. */
export const readingRights = onceForGrant((entity, { caller, readPermissions }) =>
  readPermissions.length === 0 ? undefined : rightsOf(entity, caller, readPermissions),
);

/**
 * The records and members that the caller may read, whatever the grant's operation.
 * @throws {ApiError} 401 or 403 if there are none.
 */
export function readRights(entity: Entity, grant: Grant | undefined): Rights {
  if (grant === undefined || grant.operation === "read") return grantedRights(entity, grant);
  const rights = readingRights(entity, grant);
  if (rights === undefined) throw denied(grant.caller, 'The operation "read" is not allowed.');
  return rights;
}

/**
 * The fields that conditions and orders may use: those that the caller may read in every readable record. The value
 * of any other field could be guessed with conditions.
 */
export function usableFields(entity: Entity, grant: Grant | undefined): readonly Field[] {
  return fieldsIn(entity, readRights(entity, grant));
}

/** The fields that these rights give in every record. */
export function fieldsIn(entity: Entity, rights: Rights): readonly Field[] {
  const fields = readableFields(entity);
  if (rights.members === undefined && rights.guards.length === 0) return fields;
  return fields.filter(({ name }) => isUsable(name, rights));
}

/** Whether the rights give the member in every record. */
export function isUsable(name: string, { members, guards }: Rights): boolean {
  return (members?.has(name) ?? true) && !guards.some((guard) => guard.members.has(name));
}

/**
 * Returns a function that returns the caller's rights to the records of an entity. Each is computed once.
 * @param known Collects the rights that are looked up.
 */
export function rightsToTargets(
  caller: Caller,
  known = new Map<Entity, Rights | undefined>(),
): (target: Entity) => Rights | undefined {
  return (target) => {
    if (!known.has(target)) known.set(target, rightsToRead(target, caller));
    return known.get(target);
  };
}

/** `undefined` if the caller may read nothing. */
function rightsToRead(entity: Entity, caller: Caller): Rights | undefined {
  const permissions = permissionsOf(caller, entity.policy, "read");
  const rights = permissions.length === 0 ? undefined : rightsOf(entity, caller, permissions);
  const visible = rights === undefined ? undefined : visibleRecords(entity, caller);
  return rights === undefined || visible === undefined
    ? rights
    : { ...rights, rows: and(rights.rows, visible) };
}

/**
 * Whether the caller may set this member in at least one record. A key sets no roles: a program with a narrowed one could
 * make an account without its limits.
 */
export function maySet(entity: Entity, grant: Grant | undefined, name: string): boolean {
  if (grant === undefined) return true;
  const { roles, apiKey } = grant.caller;
  const settableBy = entity.fieldsByName.get(name.toLowerCase())?.settableBy;
  const mayByRole =
    settableBy === undefined || (apiKey === undefined && settableBy.some((role) => roles.includes(role)));
  return mayByRole && (grantedRights(entity, grant).members?.has(name) ?? true);
}

/** Whether the caller may learn that this member exists: if they may read or set it in some record. */
export function mayKnow(entity: Entity, grant: Grant | undefined, name: string): boolean {
  // These fields are internal to the server.
  const system = entity.fieldsByName.get(name.toLowerCase())?.system;
  if (system === "usernamekey" || system === "tokenversion") return false;
  if (grant === undefined) return true;
  const rights = [grantedRights(entity, grant), readingRights(entity, grant)];
  return rights.some((each) => each !== undefined && (each.members?.has(name) ?? true));
}

/** The records in which these members may be set. `undefined` for all records. */
export function writableRecords(
  { rows, guards }: Rights,
  names: readonly string[],
): CheckedCondition | undefined {
  return guards
    .filter(({ members }) => names.some((name) => members.has(name)))
    .reduce((condition, guard) => and(condition, guard.condition), rows);
}

/**
 * The records that the entity's `readValidator` allows the caller to see. `undefined` for all.
 * None if the condition refers to a claim that the caller does not have.
 * A validator that throws or returns an invalid condition is a server error, and access is denied.
 */
export function visibleRecords(entity: Entity, caller: Caller | undefined): CheckedCondition | undefined {
  if (caller === undefined || entity.readValidator === undefined) return undefined;
  const condition = entity.readValidator(caller.roles, caller.userId);
  if (condition === undefined || condition === "") return undefined;
  try {
    const parsed = parseWhere(condition);
    return hasClaims(caller, parsed) ? checkWhere(parsed, rawScope(entity, caller)) : noRecord(entity);
  } catch (error) {
    throw new Error(`The readValidator of "${entity.name}" returned an invalid condition.`, { cause: error });
  }
}

/** The error for a caller who may not run the operation on this record. */
export function deniedRecord({ caller, operation }: Grant): ApiError {
  return denied(caller, `The operation "${operation}" is not allowed for this record.`);
}
