import type { Entity, Model } from "../../model/model.js";
import { endpoints, type EndpointName } from "../paths/endpoints.js";
import { openName } from "./name-template.js";

/** The names of an entity in a document. */
export interface DocumentNames {
  /** In paths and tags. */
  readonly name: string;
  /** The name of its records' schema, with which the others are made: `NewBlogpost`. */
  readonly type: string;
  /** By endpoint and method. */
  readonly operationId: (endpoint: EndpointName, method: string) => string;
}

/** The names of any entity, left open. */
export const openNames: DocumentNames = {
  name: openName("name"),
  type: openName("type"),
  operationId: (endpoint, method) => openName(`${endpoint} ${method}`),
};

/** Inserts the names that are left open in a template. */
export function nameIn(names: DocumentNames): (open: string) => string {
  return (open) => {
    if (open === "name" || open === "type") return names[open];
    const [endpoint, method = ""] = open.split(" ");
    return names.operationId(endpoint as EndpointName, method);
  };
}

/** How the operations of an entity are called, where `Blogpost` is the entity. */
const patterns: Readonly<Record<EndpointName, string>> = {
  findAll: "findAll*",
  findByCondition: "find*ByCondition",
  findById: "find*ById",
  readPage: "read*Page",
  readByBody: "query*",
  aggregate: "aggregate*",
  readById: "read*",
  create: "create*",
  update: "update*",
  delete: "delete*",
};

/** Names with which those of the document's own parts would be made. */
const ownNames: ReadonlySet<string> = new Set([
  ...["Problem", "Count", "Next", "Changed", "ReadRequest", "Tokens", "Groups"],
]);

/**
 * Names that are plain identifiers and unique, whatever the entities are called. They depend on the entities and
 * their order alone, so that documents for different callers use the same ones.
 */
export function documentNames({ entities }: Pick<Model, "entities">): ReadonlyMap<Entity, DocumentNames> {
  const types = new Set<string>();
  const ids = new Set<string>();
  return new Map(
    entities.map((entity) => {
      const type = free(
        pascal(entity.name),
        (name) => ownNames.has(name) || derived(name).some((each) => types.has(each)),
      );
      for (const each of derived(type)) types.add(each);
      const byEndpoint = new Map<string, string>();
      for (const { name, methods } of endpoints)
        for (const method of methods) {
          const wanted = method === "put" ? `put${type}` : patterns[name].replace("*", type);
          const id = free(wanted, (each) => ids.has(each));
          ids.add(id);
          byEndpoint.set(`${name} ${method}`, id);
        }
      const operationId = (endpoint: string, method: string) => byEndpoint.get(`${endpoint} ${method}`) ?? "";
      return [entity, { name: entity.name, type, operationId }];
    }),
  );
}

/** The names of an entity's schemas. */
function derived(type: string): readonly string[] {
  return [type, `Selected${type}`, `New${type}`, `${type}Changes`, `${type}Found`, `${type}Page`];
}

function free(name: string, isTaken: (name: string) => boolean): string {
  let found = name;
  for (let number = 2; isTaken(found); number++) found = `${name}${number}`;
  return found;
}

/** `blog_post` → `BlogPost` */
function pascal(name: string): string {
  return name
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
