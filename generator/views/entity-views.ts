import { operations, type Entity } from "../../runtime/model/model.js";
import { namesOf, type EntityNames } from "../naming.js";
import type { EntityArtifact, PathOf } from "../outputs.js";
import { toKey, toLiteral } from "./literal.js";

/** What every file of an entity names. */
interface EntityView {
  readonly entity: string;
  readonly names: EntityNames;
}

export function repositoryView(entity: Entity): EntityView {
  return { entity: entity.name, names: namesOf(entity) };
}

export interface RoutesView extends EntityView {
  readonly idType: "number" | "string";
}

export function routesView(entity: Entity): RoutesView {
  return {
    entity: entity.name,
    names: namesOf(entity),
    idType: entity.keys[0].type === "uuid" ? "string" : "number",
  };
}

export interface PolicyView extends EntityView {
  readonly policy: readonly { readonly operation: string; readonly roles: string }[];
}

export function policyView(entity: Entity): PolicyView {
  const policy = operations.map((operation) => ({ operation, roles: toLiteral(entity.policy[operation]) }));
  return { entity: entity.name, names: namesOf(entity), policy };
}

export interface IndexView {
  readonly entities: readonly (EntityView & {
    readonly table: string;
    /** Where each of its files is imported from. */
    readonly modules: Readonly<Record<EntityArtifact, string>>;
  })[];
}

export function indexView(entities: readonly Entity[], pathOf: PathOf): IndexView {
  const moduleOf: PathOf = (entity, artifact) =>
    toLiteral(`./${pathOf(entity, artifact).replace(/\.ts$/, ".js")}`);
  return {
    entities: entities.map((entity) => {
      const table = entity.schema === undefined ? entity.table : `${entity.schema}.${entity.table}`;
      const modules = {
        schema: moduleOf(entity.name, "schema"),
        repository: moduleOf(entity.name, "repository"),
        routes: moduleOf(entity.name, "routes"),
        policy: moduleOf(entity.name, "policy"),
      };
      return { entity: entity.name, names: namesOf(entity), table: toKey(table), modules };
    }),
  };
}
