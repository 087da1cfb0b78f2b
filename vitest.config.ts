import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The tests that take longest. They start first, so that no worker is left alone with one of them at the end. */
const SLOW = /test\/(?:conformance|cli\/db-push|regeneration|faults|package)/;

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

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
    maxWorkers: "100%",
    sequence: { sequencer: SlowestFirst },
    projects: [
      // These change nothing outside themselves. To load the product for each file would take longer than they do.
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/{unit,statements,types}/**/*.test.ts"],
          exclude,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "whole",
          include: ["test/**/*.test.ts"],
          exclude: [...exclude, "test/{unit,statements,types}/**"],
        },
      },
    ],
  },
});
