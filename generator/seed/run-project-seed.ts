import type { Config } from "../../runtime/config/config.js";
import { DatabaseError } from "../../runtime/database/wire/database-error.js";
import { ConfigError } from "../../runtime/errors/config-error.js";
import { PackageError } from "../../runtime/errors/package-error.js";
import { reasonOf } from "../../runtime/errors/seed-error.js";
import type { Seed, SeedReport } from "../../runtime/seed.js";
import { wordsOf } from "../../runtime/errors/words-of-error.js";
import { CommandError } from "../command-error.js";
import { explainAt, importFile, lineIn } from "../config/load-config.js";
import { shorten } from "../config/shorten.js";
import { projectApi } from "./project-api.js";

/**
 * Runs a seed file through the project's repositories.
 * @param out The folder of generated code, if the project has some.
 * @throws {CommandError} that names the record and its place.
 */
export async function runProjectSeed(config: Config, file: string, out: string): Promise<SeedReport> {
  const seed = await loadSeed(file);
  const api = await projectApi(config, out);
  try {
    return await api.seedAsync(seed);
  } catch (error) {
    throw explainFailure(error, file);
  } finally {
    await api.stopAsync();
  }
}

/** @throws {CommandError} */
async function loadSeed(file: string): Promise<Seed> {
  const module = await importFile(file).catch((error: unknown) => {
    throw new CommandError(`The seed "${shorten(file)}" cannot be loaded: ${explainAt(error, file)}`);
  });
  const { default: seed } = module as { default?: unknown };
  if (typeof seed === "function") return seed as Seed;
  throw new CommandError(
    `The seed "${shorten(file)}" has no function as its default export. Write: export default defineSeed<typeof config>(async ({ upsert }) => { … })`,
  );
}

/** Errors of the database or the configuration are not mistakes of the seed, and have their own messages. */
function explainFailure(error: unknown, file: string): unknown {
  if (error instanceof ConfigError || error instanceof PackageError) return error;
  if (error instanceof DatabaseError && error.stack?.includes(file) !== true) {
    if (error.outcome !== "unknown") return error;
    return new CommandError(
      `${wordsOf(error)}\nWhether the seed was kept is unknown. Run it again: it changes only what differs.`,
    );
  }
  return new CommandError(
    `The seed failed, and nothing of it was kept:\n  ${placeIn(error, file)}${reasonOf(error)}`,
  );
}

/** `seed.ts:12: `, if the stack has a line of the seed. */
function placeIn(error: unknown, file: string): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const line = lineIn(cause.stack ?? "", file);
    if (line !== undefined) return `${shorten(file)}:${line}: `;
  }
  return `${shorten(file)}: `;
}
