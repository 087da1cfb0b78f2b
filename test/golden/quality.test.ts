import fs from "node:fs";
import path from "node:path";
import * as prettier from "prettier";
import ts from "typescript";
import { expect, test } from "vitest";
import { lacksExtra, loadExtra } from "../extras/extras.js";
import { goldenFolders, placeOfGolden } from "./folders.js";

// The committed output meets the standards of code written by hand.
const repository = path.resolve(import.meta.dirname, "../..");
const files = goldenFolders
  .map(placeOfGolden)
  .flatMap((place) =>
    fs.readdirSync(place, { recursive: true, encoding: "utf8" }).map((file) => path.join(place, file)),
  )
  .filter((file) => file.endsWith(".ts"));

const program = ts.createProgram(files, {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  types: ["node"],
  typeRoots: [path.join(repository, "node_modules/@types")],
  paths: {
    "data-api": [path.join(repository, "runtime/index.ts")],
    "data-api/kit": [path.join(repository, "runtime/kit.ts")],
    "data-api/schema": [path.join(repository, "runtime/schema.ts")],
  },
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
});

test("the compiler reports nothing for generated code in its strictest mode", () => {
  expect(files.length).toBeGreaterThan(100);
  const diagnostics = files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  const format = {
    getCanonicalFileName: String,
    getCurrentDirectory: () => repository,
    getNewLine: () => "\n",
  };
  expect(ts.formatDiagnostics([...program.getOptionsDiagnostics(), ...diagnostics], format)).toBe("");
});

/** The part of these packages that is used here. */
interface Linter {
  readonly js: { readonly configs: { readonly recommended: object } };
  readonly tseslint: {
    readonly configs: { readonly strictTypeChecked: object; readonly stylisticTypeChecked: object };
  };
  readonly defineConfig: (...configs: readonly object[]) => object;
  readonly ESLint: new (options: object) => {
    lintFiles(files: readonly string[]): Promise<
      readonly {
        readonly filePath: string;
        readonly messages: readonly {
          readonly line: number;
          readonly message: string;
          readonly ruleId: string | null;
        }[];
      }[]
    >;
  };
}

test.skipIf(lacksExtra("eslint"))(
  "the linter reports nothing for generated code with every strict and stylistic rule",
  async () => {
    const { defineConfig, ESLint, js, tseslint } = await loadExtra<Linter>("eslint");
    const eslint = new ESLint({
      cwd: repository,
      overrideConfigFile: true,
      overrideConfig: defineConfig(
        js.configs.recommended,
        tseslint.configs.strictTypeChecked,
        tseslint.configs.stylisticTypeChecked,
        { languageOptions: { parserOptions: { programs: [program] } } },
      ),
    });
    const results = await eslint.lintFiles(files);
    expect(results).toHaveLength(files.length);
    const messages = results.flatMap(({ filePath, messages }) =>
      messages.map(
        ({ line, message, ruleId }) =>
          `${path.relative(repository, filePath)}:${String(line)} ${message} (${String(ruleId)})`,
      ),
    );
    expect(messages).toEqual([]);
  },
);

test("Prettier with its defaults would change nothing in generated code", async () => {
  for (const file of files) {
    const text = fs.readFileSync(file, "utf8");
    const isClean = await prettier.check(text, { parser: "typescript" });
    expect(isClean, file).toBe(true);
  }
});
