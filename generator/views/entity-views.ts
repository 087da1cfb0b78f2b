import {
  endpoints,
  endpointsOf,
  idParams,
  neededOperations,
  endpointPath,
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
import { toKey, toLiteral, toUnion } from "./literal.js";
import { modulesOf } from "./modules.js";
import { hookNames, type HookName } from "../../runtime/model/hooks.js";

export function repositoryView(entity: Entity, tree: Tree) {
  const names = generatedNames(entity);
  const hooks = hookViews(entity, names);
  return {
    entity: entity.name,
    names,
    modules: modulesOf(entity.name, "repository", tree),
    // The types that are imported from the schema.
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

export function routesView(entity: Entity, tree: Tree, { endpoints: families }: Pick<Model, "endpoints">) {
  const open = openOperations(entity);
  const usable = endpointsOf(entity, families).filter((endpoint) =>
    neededOperations(endpoint).every((operation) => open.has(operation)),
  );
  return {
    ...keyedView(entity, idParams(entity)),
    modules: modulesOf(entity.name, "routes", tree),
    isOpen: open.size > 0,
    // Whether the entity has an endpoint that some role may use, by the name of the endpoint.
    has: Object.fromEntries(endpoints.map((endpoint) => [endpoint.name, usable.includes(endpoint)])),
    // The operations that no role may perform, as text.
    closed: operations
      .filter((operation) => !open.has(operation))
      .join(", ")
      .replace(/, (\w+)$/, " or $1"),
  };
}

const pathsByParams = new Map<string, Readonly<Record<string, string>>>();

/** The paths of all endpoints by their names. Most entities have the same. */
function endpointPaths(params: readonly string[]): Readonly<Record<string, string>> {
  const key = params.join("/");
  const paths =
    pathsByParams.get(key) ??
    Object.fromEntries(endpoints.map((endpoint) => [endpoint.name, endpointPath(endpoint, params)]));
  pathsByParams.set(key, paths);
  return paths;
}

/** The properties of an entity's key for its routes. */
function keyedView(entity: Entity, params: readonly string[]) {
  const names = generatedNames(entity);
  const parts = entity.keys.map(({ name }, index) => `${toKey(name)}: req.params.${params[index] ?? ""}`);
  const isTogether = entity.keys.length > 1;
  const [key] = entity.keys;
  return {
    entity: entity.name,
    names,
    paths: endpointPaths(params),
    idParams: `{ ${params.map((name) => `${name}: string`).join("; ")} }`,
    idType: isTogether ? names.keyType : key === undefined ? "never" : typescriptTypeOf(key),
    // The expression that reads the id.
    id: isTogether ? `{ ${parts.join(", ")} }` : `req.params.${params[0] ?? ""}`,
  };
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

export function policyView(entity: Entity) {
  const policy = operations.map((operation) => ({
    operation,
    permissions: toLiteral(entity.policy[operation]),
  }));
  return { entity: entity.name, names: generatedNames(entity), policy };
}

const hookDocs: Readonly<Record<HookName, string>> = {
  beforeCreate:
    "Runs before a record is added, in the same transaction: gives the input to use instead, if any.",
  afterCreate: "Runs after a record has been added, in the same transaction.",
  beforeUpdate:
    "Runs before a record is changed, in the same transaction: gives the changes to use instead, if any.",
  afterUpdate: "Runs after a record has been changed, in the same transaction.",
  beforeDelete: "Runs before a record is deleted, in the same transaction.",
  afterDelete: "Runs after a record has been deleted, in the same transaction.",
  afterCommit: "Runs after a write has been committed: nothing that it throws changes the answer.",
};

/** The hooks that the configuration defines for the entity, as methods of the repository. */
function hookViews({ hooks }: Entity, { type, newType, changesType }: EntityNames) {
  return hookNames
    .filter((name) => hooks[name] !== undefined)
    .map((name) => {
      const eventType = name.charAt(0).toUpperCase() + name.slice(1);
      const recordTypes =
        name === "beforeCreate" ? newType : name === "beforeUpdate" ? `${type}, ${changesType}` : type;
      return { name, doc: hookDocs[name], event: `${eventType}<${recordTypes}>`, eventType };
    });
}
