import path from "node:path";
import { INDEX_PATH, type Artifact, type EntityArtifact, type Tree } from "../artifacts.js";
import { toLiteral } from "./literal.js";

/** The module specifier of each file, as a literal. */
export type Modules = Readonly<Record<Exclude<Artifact, "operation">, string>>;

/** How a file of an entity imports the other files of that entity, wherever they are. */
export function modulesOf(entity: string, from: EntityArtifact, { pathOf, isDeleted }: Tree): Modules {
  const here = pathOf(entity, from);
  const to = (artifact: EntityArtifact): string => moduleFrom(here, pathOf(entity, artifact));
  const index = moduleFrom(here, INDEX_PATH);
  return {
    index,
    schema: to("schema"),
    // The index defines a class in place of a deleted repository file.
    repository: isDeleted(entity, "repository") ? index : to("repository"),
    routes: to("routes"),
    policy: to("policy"),
  };
}

/** How one file imports another: `"../tag/tag.schema.js"`. Both are in the output folder. */
export function moduleFrom(from: string, to: string): string {
  const relative = relativePath(from, to).replace(/\.([mc]?)tsx?$/, ".$1js");
  return toLiteral(relative.startsWith("../") ? relative : `./${relative}`);
}

function relativePath(from: string, to: string): string {
  const end = from.lastIndexOf("/") + 1;
  // Most files import those beside them.
  const isBeside = to.lastIndexOf("/") + 1 === end && to.startsWith(from.slice(0, end));
  return isBeside ? to.slice(end) : path.posix.relative(path.posix.dirname(from), to);
}
