import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Config } from "../../runtime/config/config.js";
import { DataApi } from "../../runtime/data-api.js";
import type { Seed, SeedReport } from "../../runtime/seed.js";
import { INDEX_PATH } from "../artifacts.js";
import { CommandError } from "../command-error.js";
import { explainAt, importFile } from "../config/load-config.js";
import { shorten } from "../config/shorten.js";

/** The server object of a project, as far as a seed needs it. */
export interface ProjectApi {
  seedAsync(seed: Seed): Promise<SeedReport>;
  stopAsync(): Promise<void>;
}

/** Whether there is generated code in this folder. */
export function hasGeneratedCode(out: string): boolean {
  const index = path.resolve(out, INDEX_PATH);
  return existsSync(index) && readFileSync(index, "utf8").startsWith("// @data-api index");
}

/**
 * Builds the server object as the project does: from its generated code if there is some, so that what was edited there
 * applies, else from the configuration.
 * @throws {CommandError} if the generated code cannot be loaded.
 */
export async function projectApi(config: Config, out: string): Promise<ProjectApi> {
  if (!hasGeneratedCode(out)) return new DataApi(config);
  const index = path.resolve(out, INDEX_PATH);
  const { createApi } = (await importFile(index).catch((error: unknown) => {
    throw new CommandError(
      `The generated code in "${shorten(index)}" cannot be loaded: ${explainAt(error, index)}`,
    );
  })) as { createApi: (config: Config) => ProjectApi };
  return createApi(config);
}
