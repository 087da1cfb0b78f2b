import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { generateFiles } from "../../generator/generate-files.js";
import { dialects, requiredDialects } from "../conformance/targets.js";
import { corpora, fillDatabase } from "./corpora.js";
import { importDatabase } from "./import-database.js";

const repository = path.resolve(import.meta.dirname, "../..");
const folder = path.join(repository, "test/.tmp/databases/types");

const tsconfig = {
  compilerOptions: {
    target: "es2024",
    module: "nodenext",
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
    noUnusedLocals: true,
    noUnusedParameters: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ["."],
};

test("the code generated from the complete databases compiles in strict mode", async () => {
  rmSync(folder, { recursive: true, force: true });
  let files = 0;
  for (const target of dialects) {
    const corpus = corpora[target.name];
    if (corpus === undefined || (await target.unavailable()) !== undefined) {
      expect(requiredDialects).not.toContain(target.name);
      continue;
    }
    const fresh = await target.createDatabase();
    await fillDatabase(fresh, corpus);
    const { config } = await importDatabase(fresh.database);
    for (const [file, text] of await generateFiles(config)) {
      write(path.join(target.name, file), text);
      files++;
    }
  }
  expect(files).toBeGreaterThan(50);
  write("tsconfig.json", JSON.stringify(tsconfig));
  expect(await compile()).toBe("");
}, 120_000);

function write(file: string, text: string): void {
  const place = path.join(folder, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
}

/** The compiler's errors. */
function compile(): Promise<string> {
  const compiler = path.join(repository, "node_modules/typescript-7/bin/tsc");
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, "-p", folder], (error, output) => {
      resolve(error === null ? "" : output || error.message);
    });
  });
}
