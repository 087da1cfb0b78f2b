import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { CommandError } from "../command-error.js";
import { formatCode, type FormatOptions } from "./format.js";

const endings = ["json", "yaml", "yml", "json5", "toml", "js", "ts", "mjs", "mts", "cjs", "cts"];
const configFiles = [
  ".editorconfig",
  ".prettierrc",
  ...endings.flatMap((ending) => [`.prettierrc.${ending}`, `prettier.config.${ending}`]),
];
const packageFiles = ["package.json", "package.yaml"];

/**
 * The project's Prettier options for a file, which need not exist yet, from its Prettier configuration or
 * `.editorconfig`. Empty for Prettier's defaults.
 * @throws {CommandError} if Prettier cannot use the configuration.
 */
export async function loadProjectFormat(file: string): Promise<FormatOptions> {
  // Prettier is slow to load, and most projects configure nothing.
  if (!isConfigured(path.dirname(file))) return {};
  const prettier = await import("prettier");
  try {
    const options = (await prettier.resolveConfig(file, { editorconfig: true, useCache: false })) ?? {};
    await tryOut(options);
    return options;
  } catch (error) {
    const [reason = ""] = (error as Error).message.split("\n");
    throw new CommandError(
      `Generated files use the project's Prettier configuration, which cannot be used: ${reason}`,
    );
  }
}

/**
 * Finds unusable options before anything is planned: invalid options, missing plugins, and plugins that move
 * the mark in the first line.
 */
async function tryOut(options: FormatOptions): Promise<void> {
  const mark = "// @data-api index";
  const text = await formatCode(
    `${mark}\nimport { b } from "b";\nimport { a } from "a";\n\na(b);\n`,
    options,
  );
  if (!text.startsWith(`${mark}\n`)) throw new Error("a plugin moves the comment in the first line.");
}

function isConfigured(folder: string): boolean {
  const has = (name: string): boolean => existsSync(path.join(folder, name));
  const says = (name: string): boolean =>
    has(name) && readFileSync(path.join(folder, name), "utf8").includes("prettier");
  if (configFiles.some(has) || packageFiles.some(says)) return true;
  const parent = path.dirname(folder);
  return parent !== folder && isConfigured(parent);
}
