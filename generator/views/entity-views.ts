import {
  endpoints,
  endpointsOf,
  idParams,
  neededOperations,
  endpointPath,
  type EndpointName,
} from "../../runtime/surfaces/endpoints/endpoints.js";
import { fieldTypes } from "../../runtime/model/field-type.js";
import {
  operations,
  type Entity,
  type Field,
  type Model,
  type Operation,
} from "../../runtime/model/model.js";
import { generatedNames, type EntityNames } from "../naming.js";
import type { Tree } from "../artifacts.js";
import { hookViews, type HookView } from "./hook-views.js";
import { toKey, toLiteral, toUnion } from "./literal.js";
import { modulesOf, type Modules } from "./modules.js";

/** The parts that the views of all files of an entity share. */
export interface EntityView {
  readonly entity: string;
  readonly names: EntityNames;
}

export interface RepositoryView extends EntityView {
  readonly modules: Modules;
  /** The types that are imported from the schema. */
  readonly recordTypes: string;
  /** The input types of create and update; `never` for a read-only entity. */
  readonly newType: string;
  readonly changesType: string;
  readonly imports: string;
  /** The names of the key fields as a union type. */
  readonly keys: string;
  readonly hooks: readonly HookView[];
}

export function repositoryView(entity: Entity, tree: Tree): RepositoryView {
  const names = generatedNames(entity);
  const hooks = hookViews(entity, names);
  return {
    entity: entity.name,
    names,
    modules: modulesOf(entity.name, "repository", tree),
    recordTypes: [
      names.type,
      ...(entity.isReadOnly ? [names.shape] : [names.changesType, names.shape, names.newType]),
    ].join(", "),
    newType: entity.isReadOnly ? "never" : names.newType,
    changesType: entity.isReadOnly ? "never" : names.changesType,
    imports: ["Repository", ...hooks.map(({ eventType }) => `type ${eventType}`).toSorted()].join(", "),
    hooks,
    keys: keyUnion(entity),
  };
}

/** The operations that some role may perform over HTTP. Only these get handlers and body schemas. */
export function openOperations({ policy }: Entity): ReadonlySet<Operation> {
  return new Set(operations.filter((operation) => policy[operation].length > 0));
}

export interface RoutesView extends KeyedView {
  readonly modules: Modules;
  readonly isOpen: boolean;
  /** Whether the entity has an endpoint that some role may use, by the name of the endpoint. */
  readonly has: Readonly<Record<EndpointName, boolean>>;
  /** The operations that no role may perform, as text. */
  readonly closed: string;
}

/** The properties of an entity's key for its routes. */
interface KeyedView extends EntityView {
  /** The path of each endpoint, by its name. */
  readonly paths: Readonly<Record<string, string>>;
  /** The type of the path parameters. */
  readonly idParams: string;
  readonly idType: string;
  /** The expression that reads the id. */
  readonly id: string;
}

export function routesView(
  entity: Entity,
  tree: Tree,
  { endpoints: families }: Pick<Model, "endpoints">,
): RoutesView {
  const open = openOperations(entity);
  return {
    ...keyedView(entity, idParams(entity)),
    modules: modulesOf(entity.name, "routes", tree),
    isOpen: open.size > 0,
    has: openEndpoints(entity, open, families),
    closed: operations
      .filter((operation) => !open.has(operation))
      .join(", ")
      .replace(/, (\w+)$/, " or $1"),
  };
}

function openEndpoints(
  entity: Entity,
  open: ReadonlySet<Operation>,
  families: Model["endpoints"],
): RoutesView["has"] {
  const found = endpointsOf(entity, families)
    .filter((endpoint) => neededOperations(endpoint).every((operation) => open.has(operation)))
    .map(({ name }) => name);
  return Object.fromEntries(endpoints.map(({ name }) => [name, found.includes(name)])) as RoutesView["has"];
}

function keyedView(entity: Entity, params: readonly string[]): KeyedView {
  const names = generatedNames(entity);
  const parts = entity.keys.map(({ name }, index) => `${toKey(name)}: req.params.${params[index] ?? ""}`);
  const isTogether = entity.keys.length > 1;
  const [key] = entity.keys;
  return {
    entity: entity.name,
    names,
    paths: Object.fromEntries(endpoints.map((endpoint) => [endpoint.name, endpointPath(endpoint, params)])),
    idParams: `{ ${params.map((name) => `${name}: string`).join("; ")} }`,
    idType: isTogether ? names.keyType : key === undefined ? "never" : typescriptTypeOf(key),
    id: isTogether ? `{ ${parts.join(", ")} }` : `req.params.${params[0] ?? ""}`,
  };
}

/** The routes of version 0.1: two handlers that find records, and numbered parameters. */
export function previousRoutesView(entity: Entity, tree: Tree): object {
  const isTogether = entity.keys.length > 1;
  const params = isTogether ? entity.keys.map((_, index) => `key${index + 1}`) : ["id"];
  const isKeyed = entity.keys.length > 0;
  return { ...routesView(entity, tree, { endpoints: ["path"] }), ...keyedView(entity, params), isKeyed };
}

export function typescriptTypeOf({ type, values, of }: Field): string {
  if (type === "list") {
    const item = fieldTypes[of ?? "string"].typescript;
    return `readonly ${item.includes("|") ? `(${item})` : item}[]`;
  }
  return values === undefined ? fieldTypes[type].typescript : toUnion(values);
}

/** The names of the key fields as a union type, `never` if there are none. */
export function keyUnion({ keys }: Entity): string {
  return keys.length === 0 ? "never" : toUnion(keys.map(({ name }) => name));
}

export function isKeyedById({ keys: [key, ...more] }: Entity): boolean {
  return key?.name === "id" && more.length === 0;
}

export interface PolicyView extends EntityView {
  readonly policy: readonly { readonly operation: string; readonly permissions: string }[];
}

export function policyView(entity: Entity): PolicyView {
  const policy = operations.map((operation) => ({
    operation,
    permissions: toLiteral(entity.policy[operation]),
  }));
  return { entity: entity.name, names: generatedNames(entity), policy };
}
