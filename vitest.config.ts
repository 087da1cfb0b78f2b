import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The tests that take longest. They start first, so that no worker is left alone with one of them at the end. */
const SLOW = /test\/(?:conformance|faults|package|docs-page)/;

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A worker goes on with the next file only if that is of the same project, with the modules that are loaded.
    const rank = ({ project, moduleId }: TestSpecification) =>
      projectOrder.indexOf(project.name) + (SLOW.test(moduleId) ? 0 : 0.5);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

/** Many small files are last: they fill what the workers have left. */
const projectOrder = ["regeneration", "shared", "unit"];

const UNIT = "test/{unit,statements,types}/**/*.test.ts";
const REGENERATION = "test/regeneration/**/*.test.ts";
const exclude = ["test/.tmp/**", "node_modules/**"];

export default defineConfig({
  resolve: {
    alias: [
      { find: /^data-api$/, replacement: source("./runtime/index.ts") },
      { find: /^data-api\/kit$/, replacement: source("./runtime/kit.ts") },
      { find: /^data-api\/client$/, replacement: source("./runtime/client.ts") },
      { find: /^data-api\/schema$/, replacement: source("./runtime/schema.ts") },
    ],
  },
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Many tests wait for a database, a command or a timeout: one more fills the time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowestFirst },
    setupFiles: [source("./test/setup.ts")],
    // What is built runs as it is, in the modules that configurations import.
    server: { deps: { external: [/\/dist\//] } },
    // Transformed sources stay on disk for the next run: on other versions of Node.js, or of a single file.
    experimental: { fsModuleCache: true },
    // To load the product for each file would take longer than most files do: a worker loads it once.
    isolate: false,
    projects: [
      { extends: true, test: { name: "unit", include: [UNIT], exclude } },
      {
        extends: true,
        test: {
          name: "regeneration",
          include: [REGENERATION],
          exclude,
          testTimeout: 120_000,
          setupFiles: [source("./test/regeneration/setup.ts")],
        },
      },
      // These wait for databases and commands, which may be slow on a busy machine.
      {
        extends: true,
        test: {
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: [...exclude, UNIT, REGENERATION],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
