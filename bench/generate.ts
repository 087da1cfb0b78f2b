import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import type { Config } from "data-api";

const GENERATOR = "../../dist/generator/generate.js";

/** Writes the generated code of a configuration as JavaScript; it stays inside the package, where it finds "data-api/kit". */
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
