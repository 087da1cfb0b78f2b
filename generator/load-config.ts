import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "../runtime/config/config.js";
import { CommandError } from "./command-error.js";

const EXTENSIONS = ["ts", "mts", "js", "mjs", "cjs", "json"];

/** The configuration files that a folder holds, by the names that are looked for. */
export function findConfigFiles(folder: string): readonly string[] {
  return EXTENSIONS.map((extension) => path.join(folder, `data-api.config.${extension}`)).filter((file) =>
    existsSync(file),
  );
}

/**
 * Loads the configuration: the file that is named, or the one in this folder.
 * @throws {CommandError} if there is none, more than one, or one that cannot be run.
 */
export async function loadConfig(file: string | undefined): Promise<Config> {
  const found = file === undefined ? onlyConfigFile() : path.resolve(file);
  if (!existsSync(found)) throw new CommandError(`There is no configuration file "${shorten(found)}".`);
  try {
    return (await loadModule(found)) as Config;
  } catch (error) {
    throw new CommandError(
      `The configuration file "${shorten(found)}" cannot be loaded: ${firstLines(error)}`,
    );
  }
}

function onlyConfigFile(): string {
  const [first, ...others] = findConfigFiles(process.cwd());
  if (first === undefined) {
    throw new CommandError(
      `There is no data-api.config.{${EXTENSIONS.join(",")}} in this folder. Run "npx data-api init" to write one, or name a file with --config.`,
    );
  }
  if (others.length > 0) {
    throw new CommandError(
      `There is more than one configuration file (${[first, ...others].map(shorten).join(", ")}). Name one with --config.`,
    );
  }
  return first;
}

async function loadModule(file: string): Promise<unknown> {
  if (file.endsWith(".json")) return JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  const module: unknown = /\.[mc]?ts$/.test(file)
    ? await loadTypeScript(file)
    : await import(pathToFileURL(file).href);
  return defaultOf(module, file);
}

/** Node 20 does not read TypeScript; jiti strips the types and runs the rest. */
async function loadTypeScript(file: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  return createJiti(import.meta.url, { fsCache: false, moduleCache: false }).import(file);
}

function defaultOf(module: unknown, file: string): unknown {
  const exported = module as { default?: unknown };
  if (exported.default === undefined)
    throw new Error(
      `it has no default export. Write: export default defineConfig({ … }) in "${shorten(file)}"`,
    );
  return exported.default;
}

function shorten(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith("..") ? file : relative;
}

/** The message without the stack; a parser's message has the place in its first lines. */
function firstLines(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n").slice(0, 3).join("\n");
}
