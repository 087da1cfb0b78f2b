import { CURSOR_KEY } from "./worker-messages.js";
import type { Config } from "../../runtime/config/config.js";
import { readConfig } from "../../runtime/config/read-config.js";

/**
 * Adds the defaults of a stand-alone server: it retries an unavailable database at start, because no program
 * around it would, and it logs at level "info".
 * @param host Replaces that of the configuration.
 */
export function servingConfig(given: Config, host?: string): Config {
  const { value, problems } = readConfig(given);
  // An invalid configuration is reported by the regular check.
  if (problems.length > 0 || !isObject(value)) return given;
  const config = value as Config;
  const { server = {} } = config;
  if (!isObject(server)) return config;
  const { log = {}, startsWithoutDatabase = true } = server;
  if (!isObject(log)) return config;
  const { level = "info" } = log;
  const reached = host === undefined ? {} : { host };
  return {
    ...config,
    server: { ...server, ...keyOfWorkers(config), ...reached, startsWithoutDatabase, log: { ...log, level } },
  };
}

/** The key of all workers, unless the configuration has one. */
function keyOfWorkers({ auth, server }: Config): Config["server"] {
  const { [CURSOR_KEY]: cursorKey } = process.env;
  const isGiven = auth?.secretKey !== undefined || (server !== undefined && "cursorKey" in server);
  return isGiven || cursorKey === undefined ? {} : { cursorKey };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
