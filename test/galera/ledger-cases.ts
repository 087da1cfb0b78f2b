import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFailed } from "vitest";
import { expectKept, NO_REPLY, randomOf, writeAtRandom } from "../faults/ledger.js";
import { mysql } from "../faults/words.js";
import type { ClusterCases } from "./cluster-cases.js";
import type { GaleraNode } from "./galera-node.js";
import { startAll, tell, things, type NodeProcess } from "./serve.js";

/** The greatest time that a node is away, in milliseconds. */
const AWAY = 2_000;

/** Faults of one node, while the others go on. Each returns how to end it. */
const troubles: Readonly<
  Record<string, (node: GaleraNode, server: NodeProcess) => Promise<() => Promise<void>>>
> = {
  "dies with its server": async (node, server) => {
    await Promise.all([node.kill(), server.kill()]);
    return async () => {
      await node.start();
      await server.start();
    };
  },
  "is cut off": async (node) => {
    await node.isolate();
    // Without this, a node that returned early would be cut off only later.
    await node.lost();
    return () => node.isolate(false);
  },
};

export function registerLedger({ cluster, createDatabase, closings, rounds }: ClusterCases): void {
  it.each([
    ["dies with its server", "dynamic"],
    ["is cut off", "generated"],
  ] as const)(
    "a Galera cluster loses no acknowledged write when a node %s, and does none twice, with %s processes",
    { timeout: 60_000 + rounds * 60_000 },
    async (name, mode) => {
      const seed = Number(process.env["FAULT_SEED"] ?? Date.now() % 1_000_000);
      onTestFailed(() => {
        process.stderr.write(`To see it again: FAULT_SEED=${seed}\n`);
      });
      const databases = await createDatabase();
      // While a node does not know yet whether it has lost the others, its writes wait.
      const patient = databases.map((database) => ({
        ...database,
        consistency: "session" as const,
        connectTimeout: 2_000,
        pool: { max: 4 },
      }));
      const servers = await startAll(patient, closings, { entities: things }, mode);
      await cluster().run(mysql.ledger, databases[0]?.name);
      const random = randomOf(seed);
      const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)];

      let hasEnded = false;
      const isOver = () => hasEnded;
      const writing = writeAtRandom(
        async (...request) => {
          const server = pick(servers);
          if (server === undefined) throw new Error("There is a server.");
          return server.send(...request).catch(() => NO_REPLY);
        },
        randomOf(seed + 1),
        { clients: 6, isOver },
      );
      // The failure is handled below.
      writing.catch(() => (hasEnded = true));
      for (let round = 0; round < rounds && !isOver(); round++) {
        await sleep(500);
        const index = Math.floor(random() * servers.length);
        const back = await troubles[name]?.(
          cluster().nodes[index] as GaleraNode,
          servers[index] as NodeProcess,
        );
        await sleep(AWAY * random());
        await back?.();
        await cluster().whole();
      }
      await sleep(500);
      hasEnded = true;
      const ledger = await writing;
      expect(ledger.records.length).toBeGreaterThan(10 * rounds);
      const told = `${ledger.records.length} created, ${ledger.unknown.length} unknown, ${ledger.refused.length} refused`;
      tell(`${rounds} times a node ${name}: ${told}`);
      await cluster().settle();
      for (const node of cluster().nodes)
        await expectKept(ledger, (text) => node.run([text], databases[0]?.name));
    },
  );
}
