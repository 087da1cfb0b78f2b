import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { CommandError } from "./command-error.js";
import { formatCode, type FormatOptions } from "./format.js";

const endings = ["json", "yaml", "yml", "json5", "toml", "js", "ts", "mjs", "mts", "cjs", "cts"];
/** The files that configure a project's formatting. */
const configFiles = [
  ".editorconfig",
  ".prettierrc",
  ...endings.flatMap((ending) => [`.prettierrc.${ending}`, `prettier.config.${ending}`]),
];
const packageFiles = ["package.json", "package.yaml"];

/**
 * The Prettier options that the project around an output folder has for the code in it, from its configuration of Prettier
 * or its `.editorconfig`; none for Prettier's defaults. They are those of `index.ts`, so that all generated files are alike.
 * @throws {CommandError} for a configuration that Prettier cannot use.
 */
export async function loadProjectFormat(folder: string): Promise<FormatOptions> {
  // Prettier takes long to load, and most projects say nothing.
  if (!isConfigured(folder)) return {};
  const file = path.join(folder, "index.ts");
  const prettier = await import("prettier");
  try {
    const options = (await prettier.resolveConfig(file, { editorconfig: true, useCache: false })) ?? {};
    await tryOut(options);
    return options;
  } catch (error) {
    const [reason = ""] = (error as Error).message.split("\n");
    throw new CommandError(
      `Generated code is formatted as your project is, and its Prettier configuration cannot be used: ${reason}`,
    );
  }
}

/** An option that is none, a plugin that is missing, or one that moves the line by which files are found, is found out before anything is planned. */
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
