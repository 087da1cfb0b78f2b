import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import { expect, it } from "vitest";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import { modes } from "../conformance/targets.js";
import type { ClusterCases } from "./cluster-cases.js";
import { serveAll, startAll, things, three } from "./serve.js";

/** How many clients write and read at the same time. */
const CLIENTS = 8;

export function registerConsistency({ cluster, createDatabase, closings, rounds }: ClusterCases): void {
  it.each(modes)(
    "records written on another node of a Galera cluster are found, with %s servers in separate processes",
    async (mode) => {
      const databases = await createDatabase();
      const patient = databases.map((database) => ({ ...database, consistency: "session" as const }));
      const servers = await startAll(patient, closings, { entities: things }, mode);
      const at = (index: number) => servers[index % servers.length] ?? three(servers)[0];
      let missing = 0;
      const count = 100 * rounds;
      await Promise.all(
        Array.from({ length: CLIENTS }, async (_, client) => {
          for (let index = client; index < count; index += CLIENTS) {
            const created = await at(index).send("POST", "thing", { body: { title: String(index) } });
            expect(created.status).toBe(201);
            const found = await at(index + 1).send("GET", `thing/public/findbyid/${created.text}`);
            if ((found.json as { count: number }).count !== 1) missing++;
            // An update on the third node finds it too.
            const changed = await at(index + 2).send("PATCH", `thing/${created.text}`, {
              body: { amount: 1 },
            });
            expect(changed.status).toBe(200);
          }
        }),
      );
      expect(missing).toBe(0);
    },
  );

  it("a read waits for a node of the cluster that lags, if the configuration requires it", async () => {
    const [node, other] = await createDatabase();
    if (node === undefined || other === undefined) throw new Error("The cluster has three nodes.");
    const [near, waiting, hasty] = three(
      await serveAll([node, { ...other, consistency: "session" }, other], closings),
    );
    const created = await near.send("POST", "thing", { body: { title: "x" } });
    await cluster().settle();
    const path = (id: string) => `thing/public/findbyid/${id}`;
    // Opens the connection before the lock, because its settings must not wait for the lock.
    expect((await waiting.send("GET", path(created.text))).json).toMatchObject({ count: 1 });

    const locking = await createConnection({ host: "127.0.0.1", port: other.port ?? 0, user: "root" });
    closings.push(() => {
      locking.destroy();
    });
    // Meanwhile, the node applies no writes of other nodes.
    await locking.query("flush tables with read lock");
    const late = await near.send("POST", "thing", { body: { title: "late" } });
    expect(late.status).toBe(201);
    expect((await hasty.send("GET", path(late.text))).json).toMatchObject({ count: 0 });
    const found = waiting.send("GET", path(late.text));
    await expect.poll(() => isWaiting(locking)).toBe(true);
    await locking.query("unlock tables");
    expect((await found).json).toMatchObject({ count: 1 });
  });

  it("references hold between records that are written on different nodes of the cluster", async () => {
    const databases = await createDatabase();
    const foreignKey = { targetEntityName: "parent", resolvedEntityName: "theParent" };
    const [near, far] = three(
      await serveAll(
        databases.map((database) => ({ ...database, consistency: "session" as const })),
        closings,
        {
          entities: {
            parent: openEntity({ title: field("string") }),
            child: openEntity({ parent: field("int", { foreignKey }) }),
          },
        },
      ),
    );
    const outcomes = new Set<string>();
    for (let index = 0; index < 20 * rounds; index++) {
      const created = await near.send("POST", "parent", { body: { title: String(index) } });
      expect(created.status).toBe(201);
      const [deleted, added] = await Promise.all([
        near.send("DELETE", `parent/${created.text}`),
        far.send("POST", "child", { body: { parent: Number(created.text) } }),
      ]);
      if (deleted.status !== 200) expectProblem(deleted, "foreign-key-conflict");
      if (added.status !== 201) expectProblem(added, "foreign-key-conflict");
      // Exactly one of the two.
      expect([deleted.status, added.status].filter((status) => status < 300)).toHaveLength(1);
      outcomes.add(`${deleted.status}`);
    }
    for (const server of [near, far]) {
      const children = (await server.send("GET", "child/public/findall/id/0/100")).json as {
        items: { parent: number; theParent: unknown }[];
      };
      for (const child of children.items) expect(child.theParent).not.toBeNull();
    }
  });
}

/** Whether a read of the product is waiting on the node of this connection. */
async function isWaiting(connection: Connection): Promise<boolean> {
  const [rows] = await connection.query<RowDataPacket[]>(
    "select id from information_schema.processlist where info like 'select%thing%' and id <> connection_id()",
  );
  return rows.length > 0;
}
