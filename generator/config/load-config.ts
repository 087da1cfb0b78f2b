import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type * as jiti from "jiti";
import { pathToFileURL } from "node:url";
import type { Config } from "../../runtime/config/config.js";
import { findJsonMistake } from "../../runtime/model/values/exact-json.js";
import { CommandError } from "../command-error.js";
import { ConfigLoadError } from "./config-load-error.js";
import { JsonError } from "./json-error.js";
import { loadEnv } from "./load-env.js";
import { shorten } from "./shorten.js";

const EXTENSIONS = ["ts", "mts", "js", "mjs", "cjs", "json"];

export function findConfigFiles(folder: string): readonly string[] {
  return EXTENSIONS.map((extension) => path.join(folder, `data-api.config.${extension}`)).filter((file) =>
    existsSync(file),
  );
}

/**
 * Loads the given configuration file, or the one in the working directory, after `.env` beside it.
 * @throws {CommandError} if there is none or more than one, or `.env` is broken.
 * @throws {ConfigLoadError} if it cannot be loaded.
 */
export async function loadConfig(file: string | undefined): Promise<Config> {
  const found = findConfig(file);
  loadEnv(found);
  try {
    return (await loadModule(found)) as Config;
  } catch (error) {
    throw new ConfigLoadError(
      `The configuration file "${shorten(found)}" cannot be loaded: ${explainAt(error, found)}`,
      found,
      error,
    );
  }
}

/** The path of the configuration file. @throws {CommandError} if there is none, or more than one. */
export function findConfig(file: string | undefined): string {
  const found = file === undefined ? onlyConfigFile() : path.resolve(file);
  if (!statSync(found, { throwIfNoEntry: false })?.isFile())
    throw new CommandError(`There is no configuration file "${shorten(found)}".`);
  if (!EXTENSIONS.includes(path.extname(found).slice(1)))
    throw new CommandError(
      `"${shorten(found)}" is not a configuration file: its name must end in one of .${EXTENSIONS.join(", .")}.`,
    );
  return found;
}

function onlyConfigFile(): string {
  const [first, ...others] = findConfigFiles(process.cwd());
  if (first === undefined)
    throw new CommandError(
      `There is no data-api.config.{${EXTENSIONS.join(",")}} in this folder. Run "npx data-api init" to write one, or name a file with --config.`,
    );
  if (others.length > 0)
    throw new CommandError(
      `There is more than one configuration file (${[first, ...others].map(shorten).join(", ")}). Name one with --config.`,
    );
  return first;
}

async function loadModule(file: string): Promise<unknown> {
  if (file.endsWith(".json")) return parseConfigJson(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  return defaultOf(await importFile(file), file);
}

/** Loads a module of the user, in TypeScript or JavaScript. @param file Its whole path. */
export async function importFile(file: string): Promise<unknown> {
  return /\.[mc]?ts$/.test(file) ? loadTypeScript(file) : loadJavaScript(file);
}

let loads = 0;

/** Loads the file again on each call. While a file is watched, Node's caches would return its first version. */
async function loadJavaScript(file: string): Promise<unknown> {
  const { cache } = createRequire(import.meta.url);
  Reflect.deleteProperty(cache, file);
  const { href } = pathToFileURL(file);
  return import(loads++ === 0 ? href : `${href}?${loads}`);
}

/** Node.js 20 cannot run TypeScript, so jiti strips the types. */
async function loadTypeScript(file: string): Promise<unknown> {
  const { ownExports } = await import("../own-exports.js");
  // As CommonJS, it loads in half the time.
  const { createJiti } = createRequire(import.meta.url)("jiti") as typeof jiti;
  return createJiti(import.meta.url, {
    // Transpiling takes longer than all else. A cached text is that of the same source.
    fsCache: cacheFolder(file) ?? false,
    moduleCache: false,
    // Without a default export, `interopDefault` would return the module itself.
    interopDefault: false,
    virtualModules: { "data-api": ownExports },
  }).import(file);
}

/** The folder where a project's tools have their caches. `undefined` if no packages are installed. */
function cacheFolder(file: string): string | undefined {
  const folder = createRequire(file)
    .resolve.paths("data-api")
    ?.find((each) => existsSync(each));
  return folder && path.join(folder, ".cache/data-api");
}

/** Parses JSON. @throws {JsonError} */
export function parseConfigJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message, position } = findJsonMistake(text) ?? { message: "it is not JSON", position: 0 };
    throw new JsonError(message, text.slice(0, position).split("\n").length, position, error);
  }
}

function defaultOf(module: unknown, file: string): unknown {
  const exported = module as { default?: unknown };
  if (exported.default === undefined)
    throw new Error(
      `it has no default export. Write: export default defineConfig({ … }) in "${shorten(file)}"`,
    );
  return exported.default;
}

/** The message without its stack, but with the line of the file that failed. */
export function explainAt(error: unknown, file: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const brief = message.split("\n").slice(0, 3).join("\n");
  const line = lineIn(stackOf(error, file), file);
  if (error instanceof ReferenceError && brief.endsWith(" before initialization"))
    return `${brief}: files that import each other cannot use each other's values while they load.`;
  return line === undefined || brief.includes(`${path.basename(file)}:${line}`)
    ? brief
    : `line ${line}: ${brief}`;
}

/** The first line of the file that the stack names. */
export function lineIn(stack: string, file: string): string | undefined {
  // From the second load on, the location contains the query of the import.
  const [, after = ""] = stack.replaceAll(/\?\d+:/g, ":").split(`${path.basename(file)}:`);
  return /^\d+/.exec(after)?.[0];
}

/** Node gives no location for a syntax error in an imported module, only for a file that it checks itself. */
function stackOf(error: unknown, file: string): string {
  if (!(error instanceof Error)) return "";
  if (!(error instanceof SyntaxError)) return error.stack ?? "";
  return spawnSync(process.execPath, ["--check", file], { encoding: "utf8" }).stderr;
}
