import type { Scope } from "../condition/scope.js";
import { readableFields } from "../model/fields.js";
import type { Entity, Relation } from "../model/model.js";
import { claimOf } from "./claims.js";
import type { Caller } from "./caller.js";

/**
 * All members of an entity and of the related records, whatever the rights. For server code, and for the rules of
 * permissions: a rule that was subject to rights would need the rules to be evaluated first.
 * @param caller The caller whose values replace `@user` in the rule.
 */
export function rawScope(entity: Entity, caller?: Caller): Scope {
  return {
    entity,
    fields: readableFields(entity),
    relationNames: () => entity.relations.map(({ name }) => name),
    relation: (name) => {
      const relation = relationNamed(entity, name);
      return relation && { relation, target: rawScope(relation.target, caller), rows: undefined };
    },
    claim: (name) => caller && claimOf(caller, name),
  };
}

/** The relation of this name, ignoring case. */
export function relationNamed({ relations }: Entity, name: string): Relation | undefined {
  const wanted = name.toLowerCase();
  return relations.find((relation) => relation.name.toLowerCase() === wanted);
}
