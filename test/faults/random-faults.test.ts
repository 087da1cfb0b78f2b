import { expect, it, onTestFailed } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectKept, randomOf, writeAtRandom } from "./ledger.js";
import type { Fault } from "./proxy.js";
import { useServed } from "./served.js";
import { wordsOf } from "./words.js";

/** How many of a thousand statements, and of the messages that open a connection, get each fault. */
const frequencies: readonly (readonly [Fault, number])[] = [
  ["cut before", 20],
  ["cut after", 20],
  ["cut within", 20],
  ["silent after", 5],
  ["slow", 100],
];

await describeDialects("random faults", (dialect) => {
  const speech = wordsOf(dialect);
  if (speech === undefined) return;
  const serve = useServed(dialect);

  it("random faults of connections lose no acknowledged write, do no write twice, and leave nothing behind", async () => {
    const seed = Number(process.env["FAULT_SEED"] ?? Date.now() % 1_000_000);
    onTestFailed(() => {
      process.stderr.write(`To see it again: FAULT_SEED=${seed}\n`);
    });
    const served = await serve({ statementTimeout: 1_000, pool: { max: 3, waitTimeout: 10_000 } });
    await served.database.run(speech.ledger);
    const random = randomOf(seed);
    let faults = 0;
    served.proxy.disturb(() => {
      let left = random() * 1_000;
      for (const [fault, frequency] of frequencies) {
        left -= frequency;
        if (left >= 0) continue;
        faults++;
        return fault;
      }
      return undefined;
    });
    const ledger = await writeAtRandom(served.send, randomOf(seed + 1), {
      clients: 6,
      isOver: (writes) => writes === 40,
    });
    served.proxy.recover();
    expect(faults).toBeGreaterThan(10);
    expect(ledger.records.length).toBeGreaterThan(10);

    // All connections of the pool can be used, and no others are open.
    const isThere = async () => (await served.send("GET", "/readyz")).status;
    await expect.poll(isThere).toBe(200);
    const all = Array.from({ length: 20 }, () => served.send("GET", "thing/public/findall/id/0/9"));
    for (const reply of await Promise.all(all)) expect(reply.status).toBe(200);
    // One that was replaced may still be closing.
    await expect.poll(() => served.proxy.count).toBeLessThanOrEqual(3);
    await expectKept(ledger, (text) => served.database.run([text]));
    await served.api.stopAsync();
    await served.proxy.waitForCount(0);
  });
});
