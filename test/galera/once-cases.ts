import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { field, openEntity } from "../conformance/fields.js";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { openMysql } from "../../runtime/database/dialects/mysql/connection/mysql-connection.js";
import type { Statement } from "../../runtime/database/sql/statement.js";
import { NO_REPLY, randomOf } from "../faults/ledger.js";
import { until } from "../replicas/until.js";
import type { ClusterCases } from "./cluster-cases.js";
import { serveAll, startAll, three, type NodeServer } from "./serve.js";

function statementOf(sql: string): Statement {
  return { sql, slots: [], isWrite: false, operation: "query", entity: "t" };
}

export function registerOnce({ cluster, createDatabase, closings, rounds }: ClusterCases): void {
  /** @returns Whether the update succeeded: writes on other nodes may roll it back. */
  const expireCreates = (name: string | undefined): Promise<boolean> =>
    cluster()
      .run(["update data_api_idempotency set expiresat = '2001-01-01' where answer is null"], name)
      .then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ errno: 1213 });
          return false;
        },
      );

  it("writes that conflict on all nodes are done once, and so are their external hooks", async () => {
    const committed: unknown[] = [];
    const thing = openEntity(
      { title: field("string"), amount: field("int") },
      {
        hooks: { afterCommit: ({ operation, record }) => void committed.push([operation, record["amount"]]) },
      },
    );
    const servers = await serveAll(await createDatabase(), closings, { entities: { thing } });
    const [first] = three(servers);
    const created = await first.send("POST", "thing", { body: { title: "x", amount: 0 } });
    expect(created.status).toBe(201);
    await cluster().settle();
    const acknowledged: unknown[] = [["create", 0]];
    await Promise.all(
      servers.map(async ({ send }, server) => {
        for (let count = 1; count <= 20 * rounds; count++) {
          const amount = server * 10_000 + count;
          const { status } = await send("PATCH", `thing/${created.text}`, { body: { amount } });
          if (status === 200) acknowledged.push(["update", amount]);
          // It lost too many conflicts.
          else expect(status).toBe(503);
        }
      }),
    );
    expect(committed.map(String).toSorted()).toEqual(acknowledged.map(String).toSorted());
    expect(acknowledged.length).toBeGreaterThan(20 * rounds);
  });

  it("writes of one transaction are all done or none, even if a statement is prepared while others write", async () => {
    const databases = await createDatabase();
    await cluster().run(
      ["create table t (id int primary key, value int)", "insert into t values (1, 0)"],
      databases[0]?.name,
    );
    await cluster().settle();
    const torn: unknown[] = [];
    let undone = 0;
    const end = Date.now() + 3_000 * rounds;
    await Promise.all(
      [...databases, ...databases].map(async (database, client) => {
        const connection = await openMysql(resolveDatabase({ ...database, pool: { max: 1 } }));
        closings.push(() => connection.close());
        for (let count = 1; Date.now() < end; count++) {
          const value = client * 1_000_000 + count;
          const write = connection.transaction(async ({ rows }) => {
            await rows(statementOf("update t set value = ? where id = 1"), [value]);
            // Each text must be prepared. During that, MariaDB does not report that another node rolled back the
            // transaction.
            return rows(statementOf(`select value as value${count} from t where id = 1`), []);
          });
          const found = await write.catch((error: unknown) => {
            expect(error).toMatchObject({ kind: "deadlock" });
            undone++;
          });
          if (found !== undefined && Number(found[0]?.[0]) !== value) torn.push([value, found]);
        }
      }),
    );
    expect(torn).toEqual([]);
    expect(undone).toBeGreaterThan(10);
  });

  it(
    "creates with a key are done once, even if a node and its server die and clients repeat them on others",
    { timeout: 60_000 + rounds * 60_000 },
    async () => {
      const databases = await createDatabase();
      const config = {
        entities: { thing: openEntity({ title: field("string") }) },
        server: { idempotency: true },
      };
      const servers = await startAll(
        databases.map((database) => ({
          ...database,
          consistency: "session" as const,
          connectTimeout: 1_000,
          statementTimeout: 1_000,
          pool: { max: 4, waitTimeout: 1_000 },
        })),
        closings,
        config,
      );
      const random = randomOf(Number(process.env["FAULT_SEED"] ?? Date.now() % 1_000_000));
      const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
      const post = ({ send }: NodeServer, title: string) =>
        send("POST", "thing", { body: { title }, idempotencyKey: title }).catch(() => NO_REPLY);

      let isOver = false;
      const answers = new Map<string, string>();
      const clients = Array.from({ length: 6 }, async (_, client) => {
        for (let count = 0; !isOver; count++) {
          const title = `${client}-${count}`;
          let reply = await post(pick(servers), title);
          while (reply.status !== 201) {
            expect([503, 409, NO_REPLY.status]).toContain(reply.status);
            await sleep(50);
            reply = await post(pick(servers), title);
          }
          answers.set(title, reply.text);
          await sleep(10);
        }
      });
      const writing = Promise.all(clients);
      // The failure is handled below.
      writing.catch(() => undefined);
      for (let round = 0; round < rounds; round++) {
        await sleep(500);
        const index = Math.floor(random() * servers.length);
        const node = cluster().nodes[index];
        await Promise.all([node?.kill(), servers[index]?.kill()]);
        await sleep(500);
        await node?.start();
        await servers[index]?.start();
        await cluster().whole();
        // Expires creates without an answer, as their time limit does. A create that still runs notices it.
        await until(() => expireCreates(databases[0]?.name), 60_000);
      }
      isOver = true;
      await writing;
      await cluster().settle();
      expect(answers.size).toBeGreaterThan(6);
      for (const node of cluster().nodes) {
        const rows = await node.run(["select id, title from thing"], databases[0]?.name);
        const stored = rows.map((row) => [String(row["title"]), String(row["id"])]);
        expect(stored.toSorted()).toEqual([...answers].toSorted());
      }
      const repeated = pick([...answers]);
      for (const server of servers) expect((await post(server, repeated[0])).text).toBe(repeated[1]);
    },
  );
}
