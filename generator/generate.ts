import type { Config } from "../runtime/config/config.js";
import { resolveModel } from "../runtime/config/resolve-model.js";
import { ConfigError } from "../runtime/errors/config-error.js";
import type { Model } from "../runtime/model/model.js";
import { formatCode } from "./format.js";
import { checkNaming } from "./naming.js";
import { freshTree, indexOutput, listEntityOutputs } from "./outputs.js";
import { renderOutput } from "./render.js";

/**
 * The generated code of a configuration as it is in an empty project: the text of each file by its path.
 * @throws {ConfigError}
 */
export async function generateFiles(config: Config): Promise<ReadonlyMap<string, string>> {
  const model = resolveGeneratedModel(config);
  const outputs = model.entities.flatMap((entity) => listEntityOutputs(entity, model, freshTree));
  const files = new Map<string, string>();
  for (const output of [...outputs, indexOutput(model, freshTree)]) {
    files.set(output.path, await formatCode(renderOutput(output)));
  }
  return files;
}

/** @throws {ConfigError} for mistakes, and for names that cannot stand side by side in generated code. */
export function resolveGeneratedModel(config: Config): Model {
  const model = resolveModel(config);
  const problems = checkNaming(model.entities);
  if (problems.length > 0) throw new ConfigError(problems);
  return model;
}
