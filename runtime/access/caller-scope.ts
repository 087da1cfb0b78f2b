import type { Scope, ScopedRelation } from "../condition/scope.js";
import type { Entity, Relation } from "../model/model.js";
import type { Grant } from "./authorize.js";
import type { Caller } from "./caller.js";
import { claimOf } from "./claims.js";
import { fieldsIn, isUsable, readRights, rightsToTargets } from "./granted-rights.js";
import { rawScope, relationNamed } from "./raw-scope.js";
import type { Rights } from "./rights.js";

/**
 * The fields and relations that the caller may use, of an entity and of related records. Without a grant: all. A
 * relation is included if the caller may read its target, and its key fields in every record.
 * @throws {ApiError} 401 or 403 if the caller may read nothing of the entity.
 */
export function callerScope(entity: Entity, grant: Grant | undefined): Scope {
  if (grant === undefined) return rawScope(entity);
  const { caller } = grant;
  return scopeOf(entity, readRights(entity, grant), { caller, rightsTo: rightsToTargets(caller) });
}

/** A caller, and what they may read of each entity. */
export interface Viewer {
  readonly caller: Caller;
  /** `undefined` if the caller may read nothing of the entity. */
  readonly rightsTo: (entity: Entity) => Rights | undefined;
}

/** The same, for rights that are known already. */
export function scopeOf(entity: Entity, rights: Rights, viewer: Viewer): Scope {
  const known = new Map<Relation, ScopedRelation | undefined>();
  const scoped = (relation: Relation): ScopedRelation | undefined => {
    if (!known.has(relation)) known.set(relation, scopedRelation(relation, rights, viewer));
    return known.get(relation);
  };
  return {
    entity,
    fields: fieldsIn(entity, rights),
    relationNames: () =>
      entity.relations.filter((relation) => scoped(relation) !== undefined).map(({ name }) => name),
    relation: (name) => {
      const relation = relationNamed(entity, name);
      return relation && scoped(relation);
    },
    claim: (name) => claimOf(viewer.caller, name),
  };
}

function scopedRelation(relation: Relation, rights: Rights, viewer: Viewer): ScopedRelation | undefined {
  const { target, isInverse, memberNames } = relation;
  const rightsToTarget = viewer.rightsTo(target);
  if (rightsToTarget === undefined) return undefined;
  const holder = isInverse ? rightsToTarget : rights;
  if (!memberNames.every((name) => isUsable(name, holder))) return undefined;
  return { relation, target: scopeOf(target, rightsToTarget, viewer), rows: rightsToTarget.rows };
}
