import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectNoReports } from "../conformance/expect-no-reports.js";
import { isLong } from "../runs.js";
import { startFuzzed, type FuzzedServer } from "./fuzzed-server.js";
import { randomCommands } from "./random-commands.js";
import { randomWorld } from "./random-world.js";
import { CONFIGURATIONS, SEED } from "./settings.js";
import { configOf } from "./world.js";

expectNoReports();

/** The number of request sequences for each configuration, and their length. */
const SEQUENCES = 7;
const LENGTH = 42;
/** Every n-th configuration is tested in both modes, as generating and loading code is slow. */
const BOTH_MODES_EVERY = 4;
const TIMEOUT = 120_000;

const worlds = fc.sample(randomWorld, { seed: SEED, numRuns: CONFIGURATIONS });

await describeDialects("random requests to random configurations", (dialect) => {
  /** How often each status and code was answered. */
  const answered = new Map<string, number>();
  afterAll(() => {
    if (isLong) console.info(dialect.name, `FUZZ_SEED=${SEED}`, Object.fromEntries([...answered].toSorted()));
  });

  describe.each(worlds.map((world, index) => [index, world] as const))("%i", (index, world) => {
    const isBoth = index % BOTH_MODES_EVERY === 0;
    let servers: readonly FuzzedServer[] = [];

    beforeAll(async () => {
      servers = [await startFuzzed("dynamic", dialect, world)];
      if (isBoth) servers = [...servers, await startFuzzed("generated", dialect, world)];
    });
    afterAll(async () => {
      for (const server of servers) await server.stop();
    });

    it(
      `random requests to random configurations are answered as documented${isBoth ? ", the same in both modes" : ""}`,
      async () => {
        const commands = randomCommands(world, LENGTH);
        const property = fc.asyncProperty(commands, async (sequence) => {
          for (const server of servers) await server.empty();
          for (const command of sequence) {
            const [answer, ...others] = await Promise.all(servers.map((server) => server.play(command)));
            for (const other of others) expect(other).toBe(answer);
            const kind = `${answer?.slice(0, 3) ?? ""} ${/"code":"([a-z-]+)"/.exec(answer ?? "")?.[1] ?? ""}`;
            answered.set(kind, (answered.get(kind) ?? 0) + servers.length);
          }
          for (const server of servers) await server.check();
        });
        await fc.assert(property, { seed: SEED + index, numRuns: SEQUENCES }).catch((error: unknown) => {
          throw new Error(`FUZZ_SEED=${SEED}, configuration ${index}: ${JSON.stringify(configOf(world))}`, {
            cause: error,
          });
        });
      },
      TIMEOUT,
    );
  });
});
