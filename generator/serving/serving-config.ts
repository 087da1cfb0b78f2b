import type { Config } from "../../runtime/config/config.js";

/**
 * The configuration with what a server that runs by itself has otherwise than one in a program: it goes on trying to open a
 * database that is away, because nobody else would, and tells what it does.
 */
export function servingConfig(config: Config): Config {
  // What is not of this form is for the check to complain of.
  if (!isObject(config)) return config;
  const { server = {} } = config;
  if (!isObject(server)) return config;
  const { log = {}, startsWithoutDatabase = true } = server;
  if (!isObject(log)) return config;
  return {
    ...config,
    server: { ...server, startsWithoutDatabase, log: { ...log, level: log.level ?? "info" } },
  };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
