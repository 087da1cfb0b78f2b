import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import type { Config } from "data-api";

const GENERATOR = "../../dist/generator/generate-files.js";

/**
 * Generates the code of a configuration as JavaScript. The output must be inside the package, where
 * "data-api/kit" can be resolved.
 */
export async function generate(config: Config, output: string): Promise<void> {
  const { generateFiles } = (await import(GENERATOR)) as {
    generateFiles: (config: Config) => Promise<ReadonlyMap<string, string>>;
  };
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  for (const [path, text] of await generateFiles(config)) {
    const file = join(output, path.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, ts.transpileModule(text, { compilerOptions }).outputText);
  }
}
