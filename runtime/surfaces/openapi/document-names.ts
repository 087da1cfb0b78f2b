import type { Entity, Model } from "../../model/model.js";
import { endpoints, type EndpointName } from "../endpoints/endpoints.js";
import { openName } from "./name-template.js";

/** The names of an entity in a document. */
export interface DocumentNames {
  /** The name of the schema of its records, from which other names are derived: `NewBlogpost`. */
  readonly type: string;
  /** The name of the entity, the type, and the ids of its operations, by what they are in a template. */
  readonly byOpenName: ReadonlyMap<string, string>;
}

/** The names of an entity in a template, where they are left open. */
export const openNames = {
  entity: openName("name"),
  type: openName("type"),
  operationId: (endpoint: EndpointName, method: string) => openName(`${endpoint} ${method}`),
};

/** The ids of all operations in a template, and the text around the type in them. */
const ids = endpoints.flatMap(({ name, methods, description }) =>
  methods.map((method) => {
    // A change has two methods.
    const pattern = name === "update" && method === "put" ? "put*" : description.operationId;
    const [before = "", after = ""] = pattern.split("*");
    return { open: `${name} ${method}`, before, after };
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
      const byOpenName = new Map([
        ["name", entity.name],
        ["type", type],
      ]);
      for (const { open, before, after } of ids) {
        const id = free(`${before}${type}${after}`, (each) => takenIds.has(each));
        takenIds.add(id);
        byOpenName.set(open, id);
      }
      return [entity, { type, byOpenName }];
    }),
  );
}

/** The names of an entity's schemas. */
function derived(type: string): readonly string[] {
  const ends = ["", "Changes", "KeyedChanges", "Found", "Page"];
  return [...ends.map((end) => `${type}${end}`), `Selected${type}`, `New${type}`];
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
