import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The tests that take longest. They start first, so that no worker is left alone with one of them at the end. */
const SLOW =
  /test\/(?:conformance|faults|galera|package|docs-page|golden\/quality|replicas|regeneration|servers)/;
/** Many small files are last: they fill what the workers have left. */
const SMALL = /test\/(?:unit|statements|types)/;

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A worker goes on with the next file only if that is of the same project, with the modules that are loaded.
    const rank = ({ project, moduleId }: TestSpecification) =>
      (project.name === "campaigns" ? 0 : 3) + (SLOW.test(moduleId) ? 0 : SMALL.test(moduleId) ? 2 : 1);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

/**
 * What takes long and seldom finds something that the other tests do not: random input, processes that are killed,
 * compilers and browsers. `npm test` leaves it out.
 */
const CAMPAIGNS = [
  "test/{browser,docs-page,examples,fuzz,package}/**/*.test.ts",
  "test/cli/{closed-output,export-import,start-workers}.test.ts",
  "test/faults/power-cut.test.ts",
  "test/galera/**/*.test.ts",
  "test/golden/{compilers,determinism,quality,serves}.test.ts",
  "test/load/hidden-classes.test.ts",
  "test/migrations/{killed,rating/planned}.test.ts",
  "test/openapi/{answers,examples,typescript,validators}.test.ts",
  "test/reads/{ignore-case,random-reads}.test.ts",
  "test/regeneration/{campaign,corpus,deleted-files,killed,moved-files,previous-layout,property,settle,states,watch}.test.ts",
  "test/servers/rolling-update.test.ts",
  "test/unit/http/shortcut.test.ts",
  "test/unit/merge/{property,steps}.test.ts",
];
const never = ["test/.tmp/**", "node_modules/**"];

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
    // Databases and commands may be slow on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Many tests wait for a database, a command or a timeout: one more fills the time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowestFirst },
    setupFiles: [source("./test/setup.ts"), source("./test/format-once.ts")],
    // What is built runs as it is, in the modules that configurations import.
    server: { deps: { external: [/\/dist\//] } },
    // Transformed sources stay on disk for the next run: on other versions of Node.js, or of a single file.
    experimental: { fsModuleCache: true },
    // To load the product for each file would take longer than most files do: a worker loads it once.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: "tests", include: ["test/**/*.test.ts"], exclude: [...never, ...CAMPAIGNS] },
      },
      { extends: true, test: { name: "campaigns", include: CAMPAIGNS, exclude: never } },
    ],
  },
});
