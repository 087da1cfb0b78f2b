import { keyAllows, type ApiKey } from "../../access/api-key.js";
import { OWNER_ROLE, GUEST_ROLE, MEMBER_ROLE } from "../../access/caller.js";
import { roleOf } from "../../access/authorize.js";
import { namedRoles } from "../../access/named-roles.js";
import { membersOfEntry } from "../../access/rights.js";
import type { Entity, Model, Operation, Permission } from "../../model/model.js";
import { onceForEach } from "../../model/once-for-each.js";

/** The callers that a document is for. */
export interface Audience {
  /** Whether some of them may have the role. */
  readonly mayHave: (role: string) => boolean;
  /** Whether each of them has the role. */
  readonly has: (role: string) => boolean;
  /** The key of the only caller that it is for. */
  readonly apiKey?: ApiKey;
}

/** Every caller of a server. Without authentication, all of them are guests. */
export function everyone({ auth }: Pick<Model, "auth">): Audience {
  const has = (role: string) => role === GUEST_ROLE;
  return { mayHave: auth === undefined ? has : () => true, has };
}

/** The callers with exactly these roles, or one with such a key. */
export function callersWith(roles: readonly string[], apiKey?: ApiKey): Audience {
  const has = (role: string) => roles.includes(role);
  const mayHave = (role: string) => has(role === OWNER_ROLE ? MEMBER_ROLE : role);
  return { mayHave, has, ...(apiKey && { apiKey }) };
}

/** Those of the roles that decide what a document shows, in order. */
export function rolesThatMatter(
  model: Pick<Model, "entities" | "ownOperations">,
  roles: readonly string[],
): readonly string[] {
  const named = namedRoles(model);
  return [...new Set(roles)].filter((role) => role === MEMBER_ROLE || named.has(role)).sort();
}

/** The members of an entity that an audience may read or set. */
export interface Visibility {
  /** Whether each of them may do the operation, on some record at least. */
  readonly isSure: boolean;
  /** Whether some of them may read or set the member. */
  readonly has: (name: string) => boolean;
  /** Whether everyone who may do the operation may read or set the member in each record. */
  readonly alwaysHas: (name: string) => boolean;
}

/** The members that an audience may read or set, computed once. */
const shownOf = onceForEach((audience: Audience) =>
  onceForEach((entity: Entity) => ({
    create: findShown(audience, entity, "create"),
    read: findShown(audience, entity, "read"),
    update: findShown(audience, entity, "update"),
    delete: findShown(audience, entity, "delete"),
  })),
);

/** `undefined` if nobody in the audience may do the operation. */
export function shownTo(audience: Audience, entity: Entity, operation: Operation): Visibility | undefined {
  return shownOf(audience)(entity)[operation];
}

function findShown(audience: Audience, entity: Entity, operation: Operation): Visibility | undefined {
  if (!keyAllows(audience, operation, entity.name)) return undefined;
  const entries = entity.policy[operation]
    .filter((entry) => audience.mayHave(roleOf(entry)))
    .map((entry) => ({
      isSure: audience.has(roleOf(entry)) && !isConditional(entry),
      members: membersOfEntry(entry, entity),
    }));
  if (entries.length === 0) return undefined;
  // The usual case: no entry has a list of members.
  if (entries.every(({ members }) => members === undefined))
    return { isSure: entries.some(({ isSure }) => isSure), has: always, alwaysHas: always };
  const sure = entries.filter(({ isSure }) => isSure);
  const gives = (name: string) => (entry: { readonly members: ReadonlySet<string> | undefined }) =>
    entry.members?.has(name) ?? true;
  return {
    isSure: sure.length > 0,
    has: (name) => entries.some(gives(name)),
    alwaysHas: (name) => entries.every(gives(name)) || sure.some(gives(name)),
  };
}

const always = () => true;

/** Whether the entry applies to some records only. Ownership depends on the record too. */
function isConditional(entry: Permission): boolean {
  return roleOf(entry) === OWNER_ROLE || (typeof entry === "object" && entry.where !== undefined);
}
