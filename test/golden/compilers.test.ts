import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { ConfigError, type Config } from "data-api";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveGeneratedModel } from "../../generator/generate-files.js";
import { indexOutput, listEntityOutputs, recordedOutputs } from "../../generator/outputs.js";
import { freshTree } from "../../generator/artifacts.js";
import { renderOutput } from "../../generator/render.js";
import { dialectNames, type DialectName } from "../../runtime/model/settings/dialect-facts.js";
import messages from "../../examples/messages/data-api.config.js";
import { extraFolder, lacksExtra } from "../extras/extras.js";
import { randomWorld } from "../fuzz/random-world.js";
import { SEED } from "../fuzz/settings.js";
import { configOf } from "../fuzz/world.js";
import { goldenFolders, loadGoldenConfig } from "./folders.js";

// The code for each dialect compiles under the strictest options, with the oldest supported compiler, the project's
// own and the newest. The newest compiles everything. The others are many times slower, and their differences do not
// depend on the dialect: they compile each written configuration for one dialect, and some random ones for each.
const compilers = [
  { name: "typescript-5.6", isInstalled: !lacksExtra("compilers"), config: "tsconfig.sample.json" },
  { name: "typescript", isInstalled: true, config: "tsconfig.sample.json" },
  { name: "typescript-7", isInstalled: true, config: "tsconfig.json" },
];

/** The number of random configurations for each dialect. */
const RANDOM_CONFIGURATIONS = 2;
const RANDOM_IN_SAMPLE = 1;

const compilerOptions = {
  target: "es2023",
  lib: ["es2023"],
  module: "nodenext",
  moduleResolution: "nodenext",
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noUncheckedSideEffectImports: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  forceConsistentCasingInFileNames: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  // Users may also build libraries from the code.
  declaration: true,
  skipLibCheck: true,
  noEmit: true,
};

// Below the repository, so that `data-api/kit` resolves to the published declarations in `dist`.
const repository = path.resolve(import.meta.dirname, "../..");
const parent = path.join(repository, "test/.tmp");
let folder = "";
beforeAll(async () => {
  fs.mkdirSync(parent, { recursive: true });
  folder = fs.mkdtempSync(path.join(parent, "compiled-"));
  const written = await Promise.all(
    goldenFolders.map(async (golden) => ({ name: golden.name, config: await loadGoldenConfig(golden) })),
  );
  const configurations = [...written, { name: "messages", config: messages }];
  const sample: string[] = [];
  const worlds = fc.sample(randomWorld, { seed: SEED, numRuns: RANDOM_CONFIGURATIONS * dialectNames.length });
  for (const [index, dialect] of dialectNames.entries()) {
    const first = index * RANDOM_CONFIGURATIONS;
    const random = worlds.slice(first, first + RANDOM_CONFIGURATIONS).map(configOf);
    for (const [number, world] of random.entries()) {
      await writeTree(dialect, `random-${number}`, world);
      if (number < RANDOM_IN_SAMPLE) sample.push(`${dialect}/random-${number}/**/*.ts`);
    }
    for (const [number, { name, config }] of configurations.entries()) {
      // This configuration has many names, which are the same for every dialect.
      if (name === "names" && dialect !== "sqlite") continue;
      await writeTree(dialect, name, config);
      if (name === "names" || number % dialectNames.length === index)
        sample.push(`${dialect}/${name}/**/*.ts`);
    }
  }
  writeConfig("tsconfig.json", ["**/*.ts"]);
  writeConfig("tsconfig.sample.json", sample);
});
afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

function writeConfig(file: string, include: readonly string[]): void {
  fs.writeFileSync(path.join(folder, file), JSON.stringify({ compilerOptions, include }));
}

describe.each(compilers)("$name", ({ name, isInstalled, config }) => {
  test.skipIf(!isInstalled)(
    "the compiler reports no errors for the generated code of any dialect",
    async () => {
      const home = name === "typescript-5.6" ? extraFolder("compilers") : repository;
      const tsc = path.join(home, "node_modules", name.replace("-5.6", ""), "bin/tsc");
      const child = spawn(process.execPath, [tsc, "-p", config, "--pretty", "false"], { cwd: folder });
      const [said] = await Promise.all([text(child.stdout), once(child, "close")]);
      expect(said).toBe("");
      expect(child.exitCode).toBe(0);
    },
  );
});

/** Writes the rendered code without formatting it, which a compiler ignores. */
async function writeTree(
  dialect: DialectName,
  name: string,
  { entities, auth }: Omit<Config, "database">,
): Promise<void> {
  const model = resolveGeneratedModel(
    asFarAsPossible({ entities, ...(auth && { auth }), database: { dialect, ...settings[dialect] } }),
  );
  const outputs = model.entities.flatMap((entity) => listEntityOutputs(entity, model, freshTree));
  for (const output of [...outputs, indexOutput(model, freshTree), ...recordedOutputs(model)]) {
    const file = path.join(folder, dialect, name, output.path);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, await renderOutput(output));
  }
}

const server = { name: "x", host: "127.0.0.1", userName: "x", password: "x" };
const settings = { sqlite: { name: ":memory:" }, postgres: server, mysql: server, mssql: server } as const;

/** Without the entities that a dialect cannot store. */
function asFarAsPossible(config: Config): Config {
  try {
    resolveGeneratedModel(config);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const refused = new Set(error.problems.map((problem) => /^entities\.(\w+)/.exec(problem.path)?.[1]));
    const entities = Object.entries(config.entities).filter(([entity]) => !refused.has(entity));
    if (entities.length < Object.keys(config.entities).length / 2) throw error;
    return asFarAsPossible({ ...config, entities: Object.fromEntries(entities) });
  }
}
