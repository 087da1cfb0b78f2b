import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { CommandError } from "../command-error.js";
import { shorten } from "../config/shorten.js";

const EXTENSIONS = ["ts", "mts", "js", "mjs", "cjs"];

const EXAMPLE = `import { defineSeed } from "data-api";
  import type config from "./data-api.config.js";

  export default defineSeed<typeof config>(async ({ upsert }) => {
    await upsert("country", [{ code: "de", name: "Germany" }], { by: "code" });
  });`;

/**
 * The path of the seed: the given file, or `seed.ts` beside the configuration. `undefined` if there is none.
 * @throws {CommandError} if the given file is missing, or there is more than one seed.
 */
export function findSeed(asked: string | undefined, configFile: string): string | undefined {
  if (asked !== undefined) {
    const file = path.resolve(asked);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile())
      throw new CommandError(`There is no seed "${shorten(file)}".`);
    if (!EXTENSIONS.includes(path.extname(file).slice(1)))
      throw new CommandError(
        `"${shorten(file)}" is not a seed: its name must end in .${EXTENSIONS.join(", .")}.`,
      );
    return file;
  }
  const [found, ...others] = EXTENSIONS.map((extension) =>
    path.join(path.dirname(configFile), `seed.${extension}`),
  ).filter((file) => existsSync(file));
  if (found !== undefined && others.length > 0) {
    const list = [found, ...others].map(shorten).join(", ");
    throw new CommandError(`There is more than one seed (${list}). Name one with --file.`);
  }
  return found;
}

export function missingSeed(configFile: string): CommandError {
  return new CommandError(
    `There is no seed.{${EXTENSIONS.join(",")}} beside "${shorten(configFile)}". Write one, or name a file with --file:\n\n  ${EXAMPLE}`,
  );
}
