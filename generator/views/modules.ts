import path from "node:path";
import { INDEX_PATH, type Artifact, type EntityArtifact, type Tree } from "../outputs.js";
import { toLiteral } from "./literal.js";

/** What each file is imported from, as a literal. */
export type Modules = Readonly<Record<Artifact, string>>;

/** How the file of an entity imports the others of its entity, wherever they are. */
export function modulesOf(entity: string, from: EntityArtifact, { pathOf, isDeleted }: Tree): Modules {
  const here = pathOf(entity, from);
  const to = (artifact: EntityArtifact): string => moduleFrom(here, pathOf(entity, artifact));
  const index = moduleFrom(here, INDEX_PATH);
  return {
    index,
    schema: to("schema"),
    // The index has a class in place of one whose file was deleted.
    repository: isDeleted(entity, "repository") ? index : to("repository"),
    routes: to("routes"),
    policy: to("policy"),
  };
}

/** How one file imports another: `"../tag/tag.schema.js"`. Both are below the output folder. */
export function moduleFrom(from: string, to: string): string {
  const relative = path.posix.relative(path.posix.dirname(from), to).replace(/\.([mc]?)tsx?$/, ".$1js");
  return toLiteral(relative.startsWith("../") ? relative : `./${relative}`);
}
