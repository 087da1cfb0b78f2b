import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The tests that take longest. They start first, so that no worker is left alone with one of them at the end. */
const SLOW = /test\/(?:conformance|regeneration|faults|package|docs-page)/;

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId);
    // A worker goes on with the next file only if that shares its modules, too.
    const others = sorted
      .filter((file) => !isSlow(file))
      .sort((a, b) => a.project.name.localeCompare(b.project.name));
    return [...sorted.filter(isSlow), ...others];
  }
}

const UNIT = "test/{unit,statements,types}/**/*.test.ts";
const SHARED = "test/{cli,reads,schema,sessions}/**/*.test.ts";
const exclude = ["test/.tmp/**", "node_modules/**"];

export default defineConfig({
  resolve: {
    alias: [
      { find: /^data-api$/, replacement: source("./runtime/index.ts") },
      { find: /^data-api\/kit$/, replacement: source("./runtime/kit.ts") },
    ],
  },
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Many tests wait for a database, a command or a timeout: one more fills the time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowestFirst },
    setupFiles: [source("./test/setup.ts")],
    projects: [
      // These change nothing outside themselves. To load the product for each file would take longer than they do.
      {
        extends: true,
        test: {
          name: "unit",
          include: [UNIT],
          exclude,
          isolate: false,
        },
      },
      // The same, but they wait for databases and commands, which may be slow on a busy machine.
      {
        extends: true,
        test: {
          name: "shared",
          include: [SHARED],
          exclude,
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "whole",
          include: ["test/**/*.test.ts"],
          exclude: [...exclude, UNIT, SHARED],
        },
      },
    ],
  },
});
