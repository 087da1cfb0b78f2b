import type { Entity, Model } from "../../model/model.js";
import { endpoints, type EndpointName } from "../endpoints/endpoints.js";

/** The names of an entity in a document. */
export interface DocumentNames {
  /** The name of the schema of its records, from which other names are derived: `NewBlogpost`. */
  readonly type: string;
  readonly operationId: (endpoint: EndpointName, method: string) => string;
}

/** All operations, and the text around the type in their ids. */
const ids = endpoints.flatMap(({ name, methods, description }) =>
  methods.map((method) => {
    // A change has two methods.
    const pattern = name === "update" && method === "put" ? "put*" : description.operationId;
    const [before = "", after = ""] = pattern.split("*");
    return { operation: `${name} ${method}`, before, after };
  }),
);

/** Names from which names of the document's own parts would be derived. */
const ownNames: ReadonlySet<string> = new Set([
  ...["Problem", "Count", "Next", "Changed", "ReadRequest", "Tokens", "Groups"],
]);

/**
 * Names that are plain identifiers and unique, whatever the entities are called. They depend on the entities and
 * their order alone, so that documents for different callers use the same ones.
 */
export function documentNames({ entities }: Pick<Model, "entities">): ReadonlyMap<Entity, DocumentNames> {
  const types = new Set<string>();
  const takenIds = new Set<string>();
  return new Map(
    entities.map((entity) => {
      const type = free(
        pascal(entity.name),
        (name) => ownNames.has(name) || derived(name).some((each) => types.has(each)),
      );
      for (const each of derived(type)) types.add(each);
      const own = new Map<string, string>();
      for (const { operation, before, after } of ids) {
        const id = free(`${before}${type}${after}`, (each) => takenIds.has(each));
        takenIds.add(id);
        own.set(operation, id);
      }
      return [entity, { type, operationId: (endpoint, method) => own.get(`${endpoint} ${method}`) ?? "" }];
    }),
  );
}

/** The names of an entity's schemas. */
function derived(type: string): readonly string[] {
  const ends = ["", "Changes", "KeyedChanges", "Found", "Page"];
  return [...ends.map((end) => `${type}${end}`), `Selected${type}`, `New${type}`];
}

/** The name, with a number if it is taken. */
export function free(name: string, isTaken: (name: string) => boolean): string {
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
