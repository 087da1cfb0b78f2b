import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectNoReports } from "../conformance/expect-no-reports.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import { parityConfig } from "./blog-config.js";
import { exchange, toBytes, type Probe } from "./exchange.js";
import { probes } from "./probes.js";
import { randomProbe } from "./random-probe.js";

expectNoReports();

await describeDialects("the two modes", (dialect) => {
  let servers: readonly [dynamic: TestServer, generated: TestServer] | undefined;

  beforeAll(async () => {
    servers = [
      await startServer("dynamic", dialect, parityConfig),
      await startServer("generated", dialect, parityConfig),
    ];
  });
  afterAll(async () => {
    for (const server of servers ?? []) await server.stop();
  });

  /** Sends the probe to both servers in turn, expects the same answer, and returns it. */
  async function sendToBoth(probe: Probe): Promise<string> {
    if (servers === undefined) throw new Error("The servers are not there.");
    const request = toBytes(probe);
    const dynamic = await exchange(servers[0].port, request);
    const generated = await exchange(servers[1].port, request);
    expect(generated).toBe(dynamic);
    return dynamic;
  }

  it("both modes are compared with more than 150 probes", () => {
    expect(probes.length).toBeGreaterThan(150);
  });

  it.each(probes.map((probe, index) => [index, probe.method, probe.path.slice(0, 80), probe] as const))(
    "both modes have the same bytes in the answer to %i %s %s",
    async (_index, _method, _path, probe) => {
      const answer = await sendToBoth(probe);
      expect(answer).toMatch(/^HTTP\/1\.1 (?:2\d\d|304|4\d\d) /);
    },
  );

  it("both modes have the same bytes in the answer to random probes", async () => {
    await fc.assert(
      fc.asyncProperty(randomProbe, async (probe) => {
        expect(await sendToBoth(probe)).toMatch(/^HTTP\/1\.1 (?:2\d\d|304|4\d\d) /);
      }),
      { seed: 20_170_101, numRuns: 500 },
    );
  });
});
