import type { GeneratedFile } from "./generate.js";

/** Where the text of a file as it was last generated is kept. Keyed by entity and artifact, so that a file may move. */
export function basePath({ entity, artifact }: Pick<GeneratedFile, "entity" | "artifact">): string {
  return entity === undefined
    ? `${BASE_FOLDER}/${artifact}.ts.base`
    : `${BASE_FOLDER}/${entity}/${artifact}.ts.base`;
}

const BASE_FOLDER = ".data-api/base";

/** Tells reviews to fold the baselines away. */
export const attributesFile = {
  path: ".data-api/.gitattributes",
  text: "base/** linguist-generated\n",
} as const;
