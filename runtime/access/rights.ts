import { checkWhere } from "../condition/check-where.js";
import type { CheckedCondition } from "../condition/checked.js";
import { compare } from "../condition/compare.js";
import { and, either } from "../condition/join-conditions.js";
import type { Condition } from "../condition/nodes.js";
import { parseWhere } from "../condition/parse-condition.js";
import { ApiError } from "../errors/api-error.js";
import type { Entity, Permission, PermissionRule } from "../model/model.js";
import { roleOf, type Access } from "./authorize.js";
import { hasClaims } from "./claims.js";
import { rawScope } from "./raw-scope.js";
import { OWNER_ROLE, type Caller } from "./caller.js";

/** The records, and their members, that a caller may read or set. */
export interface Rights {
  /** `undefined`: all records. */
  readonly rows: CheckedCondition | undefined;
  /** The names of fields and links. `undefined`: all. */
  readonly members: ReadonlySet<string> | undefined;
  /** Members that are allowed in only some of those records. */
  readonly guards: readonly MemberGuard[];
}

export interface MemberGuard {
  readonly members: ReadonlySet<string>;
  /** Holds for the records in which the members are allowed. */
  readonly condition: CheckedCondition;
}

/** All members of all records. */
export const everything: Rights = { rows: undefined, members: undefined, guards: [] };

/**
 * Combines policy entries: a member of a record is allowed if one entry allows it. `undefined` if no entry
 * applies to the caller: a claim is missing, or there is no owner to compare with.
 */
export function rightsOf(
  entity: Entity,
  caller: Caller,
  permissions: readonly Permission[],
  access: Access = "public",
): Rights | undefined {
  const isPrivate = access === "private";
  const own = isPrivate ? ownRecords(entity, caller) : undefined;
  if (isPrivate && own === undefined) return undefined;
  if (permissions.some(givesEverything)) return own === undefined ? everything : { ...everything, rows: own };
  const rules = permissions.flatMap((permission) => toRule(permission, entity, caller, isPrivate) ?? []);
  if (rules.length === 0) return undefined;
  return {
    rows: and(own, either(rules.map(({ rows }) => rows))),
    members: union(rules.map(({ members }) => members)),
    guards: guardsOf(rules, entity),
  };
}

function givesEverything(permission: Permission): boolean {
  return typeof permission === "string" && permission !== OWNER_ROLE;
}

/** A policy entry, bound to one caller. */
type Rule = Omit<Rights, "guards">;

function toRule(
  permission: Permission,
  entity: Entity,
  caller: Caller,
  isPrivate: boolean,
): Rule | undefined {
  const needsOwner = roleOf(permission) === OWNER_ROLE && !isPrivate;
  const own = needsOwner ? ownRecords(entity, caller) : undefined;
  if (needsOwner && own === undefined) return undefined;
  if (typeof permission === "string") return { members: undefined, rows: own };
  const { members, where } = parsed(permission, entity);
  if (where === undefined) return { members, rows: own };
  const condition = boundTo(caller, where, entity);
  return condition === undefined ? undefined : { members, rows: and(own, condition) };
}

/** The records that the caller owns. `undefined` if records have no owner or the caller has no id. */
function ownRecords({ ownerField }: Entity, { userId }: Caller): CheckedCondition | undefined {
  if (ownerField === undefined || userId === null) return undefined;
  return compare(ownerField, "=", userId);
}

/** The names of the members that a policy entry allows. `undefined`: all. */
export function membersOfEntry(permission: Permission, entity: Entity): ReadonlySet<string> | undefined {
  return typeof permission === "string" ? undefined : parsed(permission, entity).members;
}

interface ParsedRule {
  readonly members: ReadonlySet<string> | undefined;
  readonly where: Condition | undefined;
}

/** The part of each rule that does not depend on the caller, parsed once. */
const parsedRules = new WeakMap<PermissionRule, ParsedRule>();

function parsed(rule: PermissionRule, entity: Entity): ParsedRule {
  let known = parsedRules.get(rule);
  if (known === undefined) {
    known = {
      members: rule.fields === undefined ? undefined : membersOf(rule.fields, entity),
      where: rule.where === undefined ? undefined : parseWhere(rule.where),
    };
    parsedRules.set(rule, known);
  }
  return known;
}

/** The members that a list includes or does not exclude. */
function membersOf(
  { include, exclude = [] }: NonNullable<PermissionRule["fields"]>,
  entity: Entity,
): ReadonlySet<string> {
  const lower = (list: readonly string[]) => new Set(list.map((name) => name.toLowerCase()));
  const [included, excluded] = [include === undefined ? undefined : lower(include), lower(exclude)];
  return new Set(
    memberNames(entity).filter((name) => {
      const key = name.toLowerCase();
      return (included?.has(key) ?? true) && !excluded.has(key);
    }),
  );
}

function memberNames({ fields, links }: Entity): readonly string[] {
  return [...fields, ...links].map(({ name }) => name);
}

/** Binds a rule's condition to the caller. A claim of the wrong type for its field counts as missing. */
function boundTo(caller: Caller, where: Condition, entity: Entity): CheckedCondition | undefined {
  if (!hasClaims(caller, where)) return undefined;
  try {
    return checkWhere(where, rawScope(entity, caller));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/**
 * Groups the members that only some rules allow: each group has the condition of its rules. Members that every rule
 * allows need no guard.
 */
function guardsOf(rules: readonly Rule[], entity: Entity): readonly MemberGuard[] {
  if (rules.every(({ members }) => members === rules[0]?.members)) return [];
  const groups = new Map<string, { members: Set<string>; givers: readonly Rule[] }>();
  for (const member of memberNames(entity)) {
    const givers = rules.filter(({ members }) => members?.has(member) ?? true);
    if (givers.length === 0 || givers.length === rules.length) continue;
    const key = givers.map((rule) => rules.indexOf(rule)).join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { members: new Set([member]), givers });
    else group.members.add(member);
  }
  return [...groups.values()].flatMap(({ members, givers }): readonly MemberGuard[] => {
    const condition = either(givers.map(({ rows }) => rows));
    return condition === undefined ? [] : [{ members, condition }];
  });
}

function union(sets: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> | undefined {
  const [first] = sets;
  if (sets.every((set) => set === first)) return first;
  const given = sets.filter((set) => set !== undefined);
  return given.length < sets.length ? undefined : new Set(given.flatMap((set) => [...set]));
}
