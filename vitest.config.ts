import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { closingLine } from "./test/closing-line.js";
import { buildProductModules, productModules } from "./test/product-modules.js";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** They mostly wait: for timeouts, processes and replicas. */
const WAITING = /test\/(?:faults|galera|poolers|replicas|servers)\//;
/** They keep a core busy for long. */
const BUSY = /test\/(?:conformance|fuzz|golden|migrations|openapi|package|reads|regeneration)\//;
/** Many small files are last: they fill what the workers have left. */
const SMALL = /test\/(?:unit|statements|types)\//;

/** Starts files that wait and files that compute in turn, so that no core is left idle, then all others. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A worker goes on with the next file only if that is of the same project, with the modules that are loaded.
    return ["tests", "campaigns"].flatMap((name) => {
      const ofProject = sorted.filter(({ project }) => project.name === name);
      const of = (kind?: RegExp) =>
        ofProject.filter(
          ({ moduleId }) => [WAITING, BUSY, SMALL].find((each) => each.test(moduleId)) === kind,
        );
      return [...inTurn(of(WAITING), of(BUSY)), ...of(), ...of(SMALL)];
    });
  }
}

/** One of each, as long as there are both. */
function inTurn<T>(some: readonly T[], others: readonly T[]): T[] {
  return some.length === 0 ? [...others] : [...some.slice(0, 1), ...inTurn(others, some.slice(1))];
}

/**
 * What takes long and seldom finds something that the other tests do not: random input, processes that are killed,
 * compilers and browsers. `npm test` leaves it out.
 */
const CAMPAIGNS = [
  "test/{admin,live,mcp}/matrix.test.ts",
  "test/{browser,docs-page,examples,fuzz,package}/**/*.test.ts",
  "test/docs/newcomer.test.ts",
  "test/cli/{closed-output,export-import,start-workers}.test.ts",
  "test/faults/power-cut.test.ts",
  "test/galera/**/*.test.ts",
  "test/golden/{compilers,derived-names,determinism,every-option,quality,serves}.test.ts",
  "test/load/hidden-classes.test.ts",
  "test/migrations/{killed,rating/planned}.test.ts",
  "test/openapi/{answers,examples,generated-clients,typescript,validators}.test.ts",
  "test/reads/{ignore-case,random-reads}.test.ts",
  "test/regeneration/{campaign,corpus,deleted-files,killed,moved-files,previous-layout,property,settle,states,watch}.test.ts",
  "test/servers/rolling-update.test.ts",
  "test/unit/http/shortcut.test.ts",
  "test/unit/merge/{property,steps}.test.ts",
];
const never = ["test/.tmp/**", "node_modules/**"];

buildProductModules();

export default defineConfig({
  plugins: [productModules()],
  resolve: {
    alias: [
      { find: /^data-api$/, replacement: source("./runtime/index.ts") },
      { find: /^data-api\/kit$/, replacement: source("./runtime/kit.ts") },
      { find: /^data-api\/client$/, replacement: source("./runtime/client.ts") },
      { find: /^data-api\/schema$/, replacement: source("./runtime/schema.ts") },
    ],
  },
  test: {
    reporters: ["default", closingLine],
    // Databases and commands may be slow on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // Many tests wait for a database, a command or a timeout: one more fills the time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowestFirst },
    setupFiles: [source("./test/setup.ts")],
    // Vitest does not know which tests import which module of the product.
    forceRerunTriggers: [
      ...configDefaults.forceRerunTriggers,
      source("./runtime/**"),
      source("./generator/**"),
    ],
    // What is built runs as it is.
    server: { deps: { external: [/\/dist\//, /\/test\/\.tmp\/(?:product|generated-modules)\//] } },
    // Transformed sources stay on disk for the next run: on other versions of Node.js, or of a single file.
    experimental: { fsModuleCache: true },
    // To load the product for each file would take longer than most files do: a worker loads it once.
    isolate: false,
    // With room for new objects, less is collected. Most code runs only a few times in a test: to optimize it takes
    // longer than it saves. Later versions of V8 do not have that flag.
    execArgv: [
      "--min-semi-space-size=16",
      "--max-semi-space-size=64",
      ...(process.version.startsWith("v20.") ? ["--interrupt-budget=1000000"] : []),
    ],
    projects: [
      {
        extends: true,
        test: { name: "tests", include: ["test/**/*.test.ts"], exclude: [...never, ...CAMPAIGNS] },
      },
      { extends: true, test: { name: "campaigns", include: CAMPAIGNS, exclude: never } },
    ],
  },
});
