import type { Entity, Model } from "../../model/model.js";
import { free } from "./document-names.js";
import type { OpenapiDocument, PathItems } from "./openapi-types.js";

/** The tags of operations that belong to no entity, in order. */
const otherTags = {
  many: { name: "Writes of many records", description: "Writes of many records, of all entities." },
  paths: { name: "Reads by path", description: "Reads of all entities by path." },
  streams: { name: "Streams", description: "Records as NDJSON and CSV." },
  batch: { name: "batch", description: "Several operations in one transaction." },
  operations: { name: "operations", description: "Operations of this server." },
} as const;

export type OtherTag = keyof typeof otherTags;
export type TagNames = Readonly<Record<OtherTag, string>>;

/** The names of the other tags. One that an entity has gets a number: `batch2`. */
export function tagNames({ entities }: Pick<Model, "entities">): TagNames {
  const taken = new Set(entities.map(({ name }) => loose(name)));
  const isTaken = (name: string) => taken.has(loose(name));
  return Object.fromEntries(
    Object.entries(otherTags).map(([tag, { name }]) => [tag, free(name, isTaken)]),
  ) as unknown as TagNames;
}

/** Names of tags that differ in nothing else are one name in generated code. */
function loose(name: string): string {
  return name.toLowerCase().replaceAll(/[_ ]/g, "");
}

/**
 * The tags of entities, and those of other paths. The endpoints of users have the tag of their records, whose
 * description not everyone may see.
 */
export function tagsOf(
  shown: readonly Entity[],
  { entities }: Pick<Model, "entities">,
  names: TagNames,
  ofServer: PathItems,
  ofUsers: PathItems,
): OpenapiDocument["tags"] {
  const isShown = new Set(shown);
  const hasAuth = Object.keys(ofUsers).length > 0;
  const used = new Set(
    Object.values(ofServer).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags)),
  );
  const ofEntities = entities
    .filter((entity) => isShown.has(entity) || (hasAuth && entity.users !== undefined))
    .map((entity) => {
      const { name, description = `The records of "${name}".` } = entity;
      return { name, description: isShown.has(entity) ? description : "Log-in and tokens." };
    });
  const ofOthers = Object.entries(otherTags).map(([tag, { description }]) => ({
    name: names[tag as OtherTag],
    description,
  }));
  return [...ofEntities, ...ofOthers.filter(({ name }) => used.has(name))];
}
