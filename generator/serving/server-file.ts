import path from "node:path";
import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { findConfigFiles } from "../config/load-config.js";
import { loadEnv } from "../config/load-env.js";
import { shorten } from "../config/shorten.js";
import { isForPeople } from "../config/explain-error.js";
import { CommandError } from "../command-error.js";

const EXTENSIONS = [".ts", ".mts", ".js", ".mjs"];

/**
 * The path of the server file that a command line names, if it names one.
 * @throws {CommandError} if there is no such file, or more than one is named.
 */
export function findServerFile(paths: readonly string[]): string | undefined {
  const [given, ...others] = paths;
  if (given === undefined) return undefined;
  if (others.length > 0) throw new CommandError(`Only one server file can be run, not ${paths.join(", ")}.`);
  const file = path.resolve(given);
  if (!EXTENSIONS.includes(path.extname(file)))
    throw new CommandError(
      `"${shorten(file)}" is not a server file: its name must end in ${EXTENSIONS.join(", ")}.`,
    );
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new CommandError(`There is no server file "${shorten(file)}".`);
  return file;
}

/** The file beside which `.env` is: the configuration, or the server file if there is no configuration. */
export function besideEnv(serverFile: string, configFile: string | undefined): string {
  return configFile === undefined
    ? (findConfigFiles(process.cwd())[0] ?? serverFile)
    : path.resolve(configFile);
}

/**
 * Runs a program that builds and starts a server. Its modules are loaded once, as Node.js loads those of a program.
 * @throws {CommandError} with the lines of the project that led to the error.
 */
export async function runServerFile(file: string, configFile: string | undefined): Promise<void> {
  loadEnv(besideEnv(file, configFile));
  try {
    if (!/\.m?ts$/.test(file)) await import(pathToFileURL(file).href);
    else {
      const { createJiti } = await import("jiti");
      await createJiti(pathToFileURL(file).href).import(file);
    }
  } catch (error) {
    if (isForPeople(error)) throw error;
    throw new CommandError(`"${shorten(file)}" failed: ${describe(error)}`);
  }
}

/** The message and the lines of the stack outside Node.js and packages. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack = "" } = error;
  const lines = stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line) && !/\bnode:|[\\/]node_modules[\\/]|[\\/]dist[\\/]/.test(line));
  return [`${name}: ${message}`, ...lines].join("\n");
}
