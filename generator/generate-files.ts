import type { Config } from "../runtime/config/config.js";
import { resolveModel } from "../runtime/config/resolve-model.js";
import { ConfigError } from "../runtime/errors/config-error.js";
import type { Model } from "../runtime/model/model.js";
import { formatCode } from "./files/format.js";
import { checkNaming } from "./naming.js";
import { indexOutput, listEntityOutputs, operationOutput, recordedOutputs } from "./outputs.js";
import { freshTree } from "./artifacts.js";
import { renderOutput } from "./render.js";

/**
 * Generates the code of a configuration as for an empty project: the text of each file by its path.
 * @throws {ConfigError}
 */
export async function generateFiles(
  config: Config,
  format: typeof formatCode = formatCode,
): Promise<ReadonlyMap<string, string>> {
  const model = resolveGeneratedModel(config);
  const outputs = model.entities.flatMap((entity) => listEntityOutputs(entity, model, freshTree));
  const files = new Map<string, string>();
  const operations = model.ownOperations.map((operation) => operationOutput(operation));
  for (const output of [...outputs, ...operations, indexOutput(model, freshTree), ...recordedOutputs(model)])
    files.set(output.path, await format(await renderOutput(output)));
  return files;
}

/**
 * Resolves a configuration for the generator.
 * @throws {ConfigError} for mistakes, and for two entities whose names collide in generated code.
 */
export function resolveGeneratedModel(config: Config): Model {
  const model = resolveModel(config);
  const problems = checkNaming(model);
  if (problems.length > 0) throw new ConfigError(problems);
  return model;
}
