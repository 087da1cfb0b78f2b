import type { Config } from "../../runtime/config/config.js";
import { readConfig } from "../../runtime/config/read-config.js";

/**
 * Adds the defaults of a stand-alone server: it retries an unavailable database at start, because no program
 * around it would, and it logs at level "info".
 */
export function servingConfig(given: Config): Config {
  const { value, problems } = readConfig(given);
  // An invalid configuration is reported by the regular check.
  if (problems.length > 0 || !isObject(value)) return given;
  const config = value as Config;
  const { server = {} } = config;
  if (!isObject(server)) return config;
  const { log = {}, startsWithoutDatabase = true } = server;
  if (!isObject(log)) return config;
  const { level = "info" } = log;
  return { ...config, server: { ...server, startsWithoutDatabase, log: { ...log, level } } };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
