import { resolveModel } from "../../runtime/config/resolve-model.js";
import { ConfigError } from "../../runtime/errors/config-error.js";
import type { Model } from "../../runtime/model/model.js";
import { checkSelects } from "../../runtime/webhooks/check-selects.js";
import { loadConfig } from "./load-config.js";

/**
 * Loads and resolves the given configuration file, or the one in the working directory.
 * @throws {ConfigError} A list of every mistake that a server would find when it starts.
 */
export async function loadModel(file: string | undefined): Promise<Model> {
  const model = resolveModel(await loadConfig(file));
  const mistakes = checkSelects(model);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return model;
}
