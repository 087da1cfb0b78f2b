import { idParams, idPattern } from "../../runtime/http/paths.js";
import { fieldTypes } from "../../runtime/model/field-type.js";
import { operations, type Entity, type Field } from "../../runtime/model/model.js";
import { namesOf, type EntityNames } from "../naming.js";
import type { EntityArtifact, PathOf } from "../outputs.js";
import { toKey, toLiteral, toUnion } from "./literal.js";

/** What every file of an entity names. */
interface EntityView {
  readonly entity: string;
  readonly names: EntityNames;
}

export interface RepositoryView extends EntityView {
  /** The names of the key's fields as a type, where the key is not `id`. */
  readonly keys: string | undefined;
}

export function repositoryView(entity: Entity): RepositoryView {
  return {
    entity: entity.name,
    names: namesOf(entity),
    keys: isKeyedById(entity) ? undefined : toUnion(entity.keys.map(({ name }) => name)),
  };
}

export interface RoutesView extends EntityView {
  readonly schemaImports: string;
  readonly idPattern: string;
  /** The type of the path's parameters. */
  readonly idParams: string;
  readonly idType: string;
  /** What the id is read from. */
  readonly id: string;
}

export function routesView(entity: Entity): RoutesView {
  const names = namesOf(entity);
  const params = idParams(entity);
  const parts = entity.keys.map(({ name }, index) => `${toKey(name)}: req.params.${params[index] ?? ""}`);
  const isTogether = entity.keys.length > 1;
  const imports = [names.changesSchema, names.newSchema, ...(isTogether ? [`type ${names.keyType}`] : [])];
  return {
    entity: entity.name,
    names,
    schemaImports: imports.join(", "),
    idPattern: idPattern(entity),
    idParams: `{ ${params.map((name) => `${name}: string`).join("; ")} }`,
    idType: isTogether ? names.keyType : typeOf(entity.keys[0]),
    id: isTogether ? `{ ${parts.join(", ")} }` : "req.params.id",
  };
}

function typeOf({ type, values }: Field): string {
  return values === undefined ? fieldTypes[type].typescript : toUnion(values);
}

function isKeyedById({ keys: [key, ...more] }: Entity): boolean {
  return key.name === "id" && more.length === 0;
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
    /** The names of the key's fields as a list, where the key is not `id`. */
    readonly keys: string | undefined;
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
      const keys = isKeyedById(entity) ? undefined : toLiteral(entity.keys.map(({ name }) => name));
      return { entity: entity.name, names: namesOf(entity), table: toKey(table), keys, modules };
    }),
  };
}
