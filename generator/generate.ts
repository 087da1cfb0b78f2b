import type { Config } from "../runtime/config/config.js";
import { resolveModel } from "../runtime/config/resolve-model.js";
import { ConfigError } from "../runtime/errors/config-error.js";
import type { Model } from "../runtime/model/model.js";
import { formatCode } from "./format.js";
import { checkNaming } from "./naming.js";
import { listOutputs, type Output } from "./outputs.js";
import { renderOutput } from "./render.js";

/** A generated file with its text. */
export interface GeneratedFile extends Pick<Output, "entity" | "artifact" | "path"> {
  readonly text: string;
}

/**
 * The generated code of a configuration: the text of each file by its path below the output folder.
 * @throws {ConfigError}
 */
export async function generateFiles(config: Config): Promise<ReadonlyMap<string, string>> {
  const files = await renderModel(resolveModel(config));
  return new Map(files.map(({ path, text }) => [path, text]));
}

/** @throws {ConfigError} for names that cannot stand side by side in generated code. */
export async function renderModel(model: Model): Promise<readonly GeneratedFile[]> {
  const problems = checkNaming(model.entities);
  if (problems.length > 0) throw new ConfigError(problems);
  const files: GeneratedFile[] = [];
  for (const output of listOutputs(model)) {
    const { entity, artifact, path } = output;
    files.push({ entity, artifact, path, text: await formatCode(renderOutput(output)) });
  }
  return files;
}
