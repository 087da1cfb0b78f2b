import { once } from "node:events";
import net from "node:net";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "data-api";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import type { Reply } from "../conformance/http-client.js";
import { useServed, type Served } from "./served.js";
import { wordsOf } from "./words.js";

/** Resolves for all waiting callers when their number reaches `count`. Later callers do not wait. */
function gate(count: number): () => Promise<void> {
  let waiting = 0;
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    if (++waiting === count) open();
    return opened;
  };
}

await describeDialects("batches and transactions", (dialect) => {
  const speech = wordsOf(dialect);
  if (speech === undefined) return;
  const serve = useServed(dialect);
  const create = (title: string) => ({ create: "thing", input: { title } });
  const update = (id: number, title: string) => ({ update: "thing", id, changes: { title } });
  const sendBatch = ({ send }: Served, ...operations: readonly object[]): Promise<Reply> =>
    send("POST", "/api/batch", { body: { operations } });
  const titles = async ({ database }: Served) =>
    (await database.run(["select title from thing order by id"])).map((row) => row["title"]);

  it("batches that lock records in opposite orders are both done, each once", async () => {
    const both = gate(2);
    const committed = vi.fn();
    const served = await serve(
      {},
      {
        hooks: {
          beforeUpdate: both,
          afterCommit: ({ operation }) => {
            if (operation === "update") committed();
          },
        },
      },
    );
    await sendBatch(served, create("a"), create("b"));
    await served.database.run(speech.ledger);
    const replies = await Promise.all([
      sendBatch(served, update(1, "first"), update(2, "first")),
      sendBatch(served, update(2, "second"), update(1, "second")),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = await titles(served);
    expect(one).toBe(other);
    const ledger = await served.database.run(["select entry from ledger order by entry"]);
    expect(ledger).toHaveLength(4);
    // The ids of rolled back inserts are missing.
    expect(Number(ledger.at(-1)?.["entry"])).toBeGreaterThan(4);
    expect(committed).toHaveBeenCalledTimes(4);
  });

  it("one of two transactions that lock in opposite orders is rolled back if it must not be retried", async () => {
    const served = await serve();
    for (const title of ["a", "b"]) await served.send("POST", "thing", { body: { title } });
    const both = gate(2);
    const run = (first: number, second: number) =>
      served.api.transaction(
        async (tx) => {
          await tx.repository("thing").update(first, { amount: first });
          await both();
          await tx.repository("thing").update(second, { amount: first });
        },
        { retries: 0 },
      );
    const ended = await Promise.allSettled([run(1, 2), run(2, 1)]);
    const [undone, ...more] = ended.flatMap((end) =>
      end.status === "rejected" ? [end.reason as unknown] : [],
    );
    expect(more).toEqual([]);
    expect(undone).toBeInstanceOf(ApiError);
    expect(undone).toMatchObject({ code: "database-unavailable" });
    const amounts = await served.database.run(["select amount from thing"]);
    expect(new Set(amounts.map((row) => row["amount"])).size).toBe(1);
  });

  it("serializable transactions are retried until each has seen the other", async () => {
    const served = await serve();
    const both = gate(2);
    const add = () =>
      served.api.transaction(
        async (tx) => {
          const { items } = await tx.repository("thing").find({ take: 100 });
          await both();
          await tx.repository("thing").create({ amount: items.length });
        },
        { isolation: "serializable" },
      );
    await Promise.all([add(), add()]);
    const amounts = await served.database.run(["select amount from thing"]);
    expect(amounts.map((row) => Number(row["amount"])).toSorted()).toEqual([0, 1]);
  });

  it("a batch that loses its connection between two operations is retried and done once", async () => {
    let calls = 0;
    const served = await serve(
      {},
      {
        hooks: {
          afterCreate: async () => {
            if (++calls !== 1) return;
            served.proxy.refuse();
            await served.proxy.waitForCount(0);
            served.proxy.recover();
          },
        },
      },
    );
    const reply = await sendBatch(served, create("a"), create("b"));
    expect(reply.status).toBe(200);
    expect(calls).toBe(3);
    expect(await titles(served)).toEqual(["a", "b"]);
  });

  it("a batch that loses its connection repeatedly between two operations leaves nothing behind", async () => {
    const served = await serve(
      {},
      {
        hooks: {
          afterCreate: async ({ record }) => {
            if (record["title"] !== "a") return;
            served.proxy.refuse();
            await served.proxy.waitForCount(0);
          },
        },
      },
    );
    expectProblem(await sendBatch(served, create("a"), create("b")), "database-unavailable");
    expect(await titles(served)).toEqual([]);
    served.proxy.recover();
    expect((await sendBatch(served, create("c"), create("d"))).status).toBe(200);
  });

  describe.each([
    ["cut before", 0],
    ["cut after", 2],
  ] as const)("that are %s the commit", (fault, count) => {
    it("a batch whose commit is lost has an unknown outcome and is never partly done", async () => {
      const served = await serve();
      served.proxy.breakWhere(speech.isCommit, fault);
      expectProblem(await sendBatch(served, create("a"), create("b")), "outcome-unknown");
      expect(served.proxy.hasBroken).toBe(true);
      expect(await titles(served)).toHaveLength(count);
    });
  });

  it("a batch whose body is still arriving holds no connection", async () => {
    const served = await serve({ pool: { max: 1 } });
    const head =
      "POST /api/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900";
    const sockets = [1, 2, 3].map(() => net.connect(served.port, "127.0.0.1"));
    for (const socket of sockets) {
      await once(socket, "connect");
      socket.write(`${head}\r\n\r\n{"operations":[{"create":"thing","input":{"title":"slow`);
    }
    expect((await sendBatch(served, create("a"))).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    expect(await titles(served)).toEqual(["a"]);
  });
});
