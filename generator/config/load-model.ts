import { resolveModel } from "../../runtime/config/resolve-model.js";
import type { Model } from "../../runtime/model/model.js";
import { loadConfig } from "./load-config.js";

/** Loads and resolves the given configuration file, or the one in the working directory. @throws {ConfigError} */
export async function loadModel(file: string | undefined): Promise<Model> {
  return resolveModel(await loadConfig(file));
}
