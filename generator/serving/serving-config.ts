import type { Config } from "../../runtime/config/config.js";
import { readConfig } from "../../runtime/config/read-config.js";

/**
 * The configuration with what a server that runs by itself has otherwise than one in a program: it goes on trying to open a
 * database that is away, because nobody else would, and tells what it does.
 */
export function servingConfig(given: Config): Config {
  const { value, problems } = readConfig(given);
  // What is not of this form is for the check to complain of.
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
