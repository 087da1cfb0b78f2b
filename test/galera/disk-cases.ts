import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import { mountSmallDisk, type SmallDisk } from "../replicas/small-disk.js";
import type { ClusterCases } from "./cluster-cases.js";
import type { GaleraNode } from "./galera-node.js";
import { serveAll, three, type NodeServer } from "./serve.js";

const counted = "thing/public/findall/id/0/0";
const entities = { thing: openEntity({ title: field("text") }) };

/** Random, because databases compress repetition, and short: see test/replicas/full-disk.test.ts. */
const title = () => randomBytes(1_500).toString("hex");

export function registerDisks({ cluster, createDatabase, closings }: ClusterCases): void {
  /** Starts servers whose database some nodes keep on a small disk. @returns `undefined` if none can be mounted. */
  async function serveOnSmallDisks(isSmall: (node: GaleraNode) => boolean) {
    const databases = await createDatabase();
    const disks: SmallDisk[] = [];
    for (const node of cluster().nodes.filter(isSmall)) {
      const disk = mountSmallDisk();
      if (disk === undefined) return undefined;
      closings.push(disk.remove);
      disks.push(disk);
      await node.keepTablesIn(disk.folder, databases[0]?.name ?? "");
    }
    const servers = three(await serveAll(databases, closings, { entities }));
    let acknowledged = 0;
    const post = async ({ send }: NodeServer, count = 1) => {
      const body = Array.from({ length: count }, () => ({ title: title() }));
      const reply = await send("POST", "thing", { body });
      if (reply.status === 201) acknowledged += count;
      return reply;
    };
    return {
      servers,
      post,
      /** Writes until there is no room for a single record. */
      fill: async (server: NodeServer) => {
        for (const count of [20, 1])
          while ((await post(server, count)).status === 201) expect(acknowledged).toBeLessThan(9_999);
      },
      expectFull: async (server: NodeServer) => {
        const reply = await post(server);
        expectProblem(reply, "database-unavailable");
        expect(reply.headers["retry-after"]).toBe("30");
      },
      expectAll: async (server: NodeServer) => {
        expect((await server.send("GET", counted)).json).toMatchObject({ count: acknowledged });
        expect((await server.send("GET", "/readyz")).status).toBe(200);
      },
      makeRoom: () => {
        for (const disk of disks) disk.makeRoom();
      },
    };
  }

  it("a full disk on all nodes is a 503 with Retry-After and needs no restart", async ({ skip }) => {
    const served = await serveOnSmallDisks(() => true);
    if (served === undefined) return skip("No file system can be mounted.");
    const { servers, post, fill, expectFull, expectAll, makeRoom } = served;
    await fill(servers[0]);
    for (const server of servers) await expectFull(server);
    for (const server of servers) await expectAll(server);
    makeRoom();
    for (const server of servers) expect((await post(server)).status).toBe(201);
    await cluster().settle();
    for (const server of servers) await expectAll(server);
  });

  it("a full disk on one node removes it from the cluster at the next write on another, until it restarts", async ({
    skip,
  }) => {
    const [, , small] = three(cluster().nodes);
    const served = await serveOnSmallDisks((node) => node === small);
    if (served === undefined) return skip("No file system can be mounted.");
    const { servers, post, fill, expectFull, expectAll, makeRoom } = served;
    const [first, second, full] = servers;
    // Until then the node rejects only its own writes.
    await fill(full);
    await expectFull(full);
    for (const server of servers) await expectAll(server);
    expect((await post(first)).status).toBe(201);
    await small.lost();
    await expect.poll(async () => (await full.send("GET", "/readyz")).status).toBe(503);
    for (const reply of [await post(full), await full.send("GET", counted)]) {
      expectProblem(reply, "database-unavailable");
      expect(Number(reply.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    }
    for (const server of [first, second]) {
      expect((await post(server)).status).toBe(201);
      await cluster().nodes[0]?.settle();
      await cluster().nodes[1]?.settle();
      await expectAll(server);
    }
    // Even with free space the node stays out. When it restarts, it copies all data.
    makeRoom();
    expectProblem(await post(full), "database-unavailable");
    await small.stop();
    await small.start();
    await cluster().whole();
    await expect.poll(async () => (await full.send("GET", "/readyz")).status).toBe(200);
    for (const server of servers) expect((await post(server)).status).toBe(201);
    await cluster().settle();
    for (const server of servers) await expectAll(server);
  });
}
