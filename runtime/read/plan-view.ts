import type { Grant } from "../access/authorize.js";
import { readRights, rightsToTargets } from "../access/granted-rights.js";
import { everything, type Rights } from "../access/rights.js";
import { scopeOf, type Viewer } from "../access/caller-scope.js";
import { rawScope } from "../access/raw-scope.js";
import type { Scope } from "../condition/scope.js";
import type { Entity } from "../model/model.js";

/** The members of an entity that a caller may select, and those that conditions and orders may use. */
export interface View {
  readonly entity: Entity;
  readonly rights: Rights;
  readonly scope: () => Scope;
  /** The view of another entity. `undefined` if the caller may read nothing of it. */
  readonly of: (target: Entity) => View | undefined;
  /** The rights to other entities that have been looked up so far. `undefined` without a grant. */
  readonly lookedUp: ReadonlyMap<Entity, Rights | undefined> | undefined;
}

/** Without a grant: all members. @throws {ApiError} 401 or 403 */
export function viewOf(entity: Entity, grant: Grant | undefined): View {
  const lookedUp = grant && new Map<Entity, Rights | undefined>();
  const viewer: Viewer | undefined = grant && {
    caller: grant.caller,
    rightsTo: rightsToTargets(grant.caller, lookedUp),
  };
  const viewWith = (target: Entity, rights: Rights): View => {
    let scope: Scope | undefined;
    return {
      entity: target,
      rights,
      scope: () => (scope ??= viewer ? scopeOf(target, rights, viewer) : rawScope(target)),
      of,
      lookedUp,
    };
  };
  const of = (target: Entity) => {
    const rights = viewer ? viewer.rightsTo(target) : everything;
    return rights && viewWith(target, rights);
  };
  return viewWith(entity, readRights(entity, grant));
}
