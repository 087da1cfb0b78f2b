import { idParams, idPattern } from "../../runtime/http/paths.js";
import { fieldTypes } from "../../runtime/model/field-type.js";
import { operations, type Entity, type Field } from "../../runtime/model/model.js";
import { namesOf, type EntityNames } from "../naming.js";
import type { Tree } from "../outputs.js";
import { hookViews, type HookView } from "./hook-views.js";
import { toKey, toLiteral, toUnion } from "./literal.js";
import { modulesOf, type Modules } from "./modules.js";

/** What every file of an entity names. */
export interface EntityView {
  readonly entity: string;
  readonly names: EntityNames;
}

export interface RepositoryView extends EntityView {
  readonly modules: Modules;
  readonly imports: string;
  /** The names of the key's fields as a type, where the key is not `id`. */
  readonly keys: string | undefined;
  readonly hooks: readonly HookView[];
}

export function repositoryView(entity: Entity, tree: Tree): RepositoryView {
  const names = namesOf(entity);
  const hooks = hookViews(entity, names);
  return {
    entity: entity.name,
    names,
    modules: modulesOf(entity.name, "repository", tree),
    imports: ["Repository", ...hooks.map(({ eventType }) => `type ${eventType}`).toSorted()].join(", "),
    hooks,
    keys: keyUnion(entity),
  };
}

export interface RoutesView extends EntityView {
  readonly modules: Modules;
  readonly schemaImports: string;
  readonly idPattern: string;
  /** The type of the path's parameters. */
  readonly idParams: string;
  readonly idType: string;
  /** What the id is read from. */
  readonly id: string;
}

export function routesView(entity: Entity, tree: Tree): RoutesView {
  const names = namesOf(entity);
  const params = idParams(entity);
  const parts = entity.keys.map(({ name }, index) => `${toKey(name)}: req.params.${params[index] ?? ""}`);
  const isTogether = entity.keys.length > 1;
  const imports = [names.changesSchema, names.newSchema, ...(isTogether ? [`type ${names.keyType}`] : [])];
  return {
    entity: entity.name,
    names,
    modules: modulesOf(entity.name, "routes", tree),
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

/** The names of the key's fields as a type; undefined for `id`, which is the default. */
export function keyUnion(entity: Entity): string | undefined {
  return isKeyedById(entity) ? undefined : toUnion(entity.keys.map(({ name }) => name));
}

export function isKeyedById({ keys: [key, ...more] }: Entity): boolean {
  return key.name === "id" && more.length === 0;
}

export interface PolicyView extends EntityView {
  readonly policy: readonly { readonly operation: string; readonly permissions: string }[];
}

export function policyView(entity: Entity): PolicyView {
  const policy = operations.map((operation) => ({
    operation,
    permissions: toLiteral(entity.policy[operation]),
  }));
  return { entity: entity.name, names: namesOf(entity), policy };
}
