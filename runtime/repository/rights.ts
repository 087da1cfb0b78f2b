import { denied, type Grant } from "../access/authorize.js";
import type { Caller } from "../access/caller.js";
import { everything, rightsOf, type Rights } from "../access/rights.js";
import { checkCondition, type CheckedCondition } from "../condition/check-condition.js";
import { both } from "../condition/join-conditions.js";
import { parseCondition } from "../condition/parse-condition.js";
import { ApiError } from "../errors/api-error.js";
import { readableFields } from "../model/fields.js";
import type { Entity, Field, Operation } from "../model/model.js";

/** What each grant comes to, found out once for all who ask during a request. */
const knownRights = new WeakMap<Grant, { readonly entity: Entity; readonly rights: Rights }>();

/**
 * What the operation of a grant may be done to; everything without one.
 * @throws {ApiError} 401 or 403 where nothing is left, 404 for private access to records that have no owner.
 */
export function grantedRights(entity: Entity, grant: Grant | undefined): Rights {
  if (grant === undefined) return everything;
  const known = knownRights.get(grant);
  if (known?.entity === entity) return known.rights;
  const { caller, operation, access, permissions } = grant;
  if (access === "private" && entity.ownerField === undefined) {
    throw new ApiError(
      "unknown-path",
      `Records of "${entity.name}" have no owner: there are none of one's own.`,
    );
  }
  const rights = rightsOf(entity, caller, permissions, access);
  if (rights === undefined) throw denied(caller, `The operation "${operation}" is not allowed.`);
  knownRights.set(grant, { entity, rights });
  return rights;
}

/** What the caller of a write may read of the records; undefined where it may read none. */
export function readingRights(entity: Entity, grant: Grant | undefined): Rights | undefined {
  if (grant === undefined) return everything;
  const { caller, readPermissions } = grant;
  return readPermissions.length === 0 ? undefined : rightsOf(entity, caller, readPermissions);
}

/**
 * What a caller may read, whatever operation was asked for.
 * @throws {ApiError} 401 or 403 where there is nothing.
 */
export function readRights(entity: Entity, grant: Grant | undefined): Rights {
  if (grant === undefined || grant.operation === "read") return grantedRights(entity, grant);
  const rights = readingRights(entity, grant);
  if (rights === undefined) throw denied(grant.caller, 'The operation "read" is not allowed.');
  return rights;
}

/** The fields that a condition or an order may use: those that the caller may read in every record there is to read. */
export function usableFields(entity: Entity, grant: Grant | undefined): readonly Field[] {
  const { members, guards } = readRights(entity, grant);
  const fields = readableFields(entity);
  if (members === undefined && guards.length === 0) return fields;
  return fields.filter(
    ({ name }) => (members?.has(name) ?? true) && !guards.some((guard) => guard.members.has(name)),
  );
}

/** Whether the caller may set this member in some record. */
export function maySet(entity: Entity, grant: Grant | undefined, name: string): boolean {
  if (grant === undefined) return true;
  const settableBy = entity.fieldsByName.get(name.toLowerCase())?.settableBy;
  const mayByRole = settableBy?.some((role) => grant.caller.roles.includes(role)) ?? true;
  return mayByRole && (grantedRights(entity, grant).members?.has(name) ?? true);
}

/** Whether the caller may be told that there is this member: it can be read or set by the caller in some record. */
export function mayKnow(entity: Entity, grant: Grant | undefined, name: string): boolean {
  // What the server keeps for itself alone is nobody's to know of.
  const system = entity.fieldsByName.get(name.toLowerCase())?.system;
  if (system === "usernamekey" || system === "tokenversion") return false;
  if (grant === undefined) return true;
  const rights = [grantedRights(entity, grant), readingRights(entity, grant)];
  return rights.some((each) => each !== undefined && (each.members?.has(name) ?? true));
}

/** Where these members may be set: undefined for all records. */
export function writableRecords(
  { rows, guards }: Rights,
  names: readonly string[],
): CheckedCondition | undefined {
  return guards
    .filter(({ members }) => names.some((name) => members.has(name)))
    .reduce((condition, guard) => both(condition, guard.condition), rows);
}

/**
 * The records that the entity's `readValidator` lets this caller see; undefined for all of them.
 * A validator that throws or gives a bad condition is a fault of the server and denies.
 */
export function visibleRecords(entity: Entity, caller: Caller | undefined): CheckedCondition | undefined {
  if (caller === undefined || entity.readValidator === undefined) return undefined;
  const condition = entity.readValidator(caller.roles, caller.userId);
  if (condition === undefined || condition === "") return undefined;
  try {
    return checkCondition(parseCondition(condition), entity);
  } catch (error) {
    throw new Error(`The readValidator of "${entity.name}" gave a condition that is not valid.`, {
      cause: error,
    });
  }
}

/**
 * Asks the entity's `writeValidator`.
 * @throws {ApiError} 401 or 403 if it says no.
 */
export async function checkWrite(
  entity: Entity,
  grant: Grant,
  dbRecord: Readonly<Record<string, unknown>> | null,
  inputRecord: Readonly<Record<string, unknown>> | null,
): Promise<void> {
  const { caller, operation } = grant;
  const action = operation as Exclude<Operation, "read">;
  const isAllowed = await entity.writeValidator?.(action, caller.roles, caller.userId, dbRecord, inputRecord);
  // Whatever is not plainly true denies: a validator without an answer has not allowed anything.
  if (isAllowed !== true) throw deniedRecord(grant);
}

/** The answer to a caller who may not do this to this record. */
export function deniedRecord({ caller, operation }: Grant): ApiError {
  return denied(caller, `The operation "${operation}" is not allowed for this record.`);
}
