import { live } from "data-api/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Problem, scriptedServer, type ScriptedServer, type StreamConnection } from "./scripted-server.js";

interface Row {
  readonly id: number;
  readonly text: string;
}

let server: ScriptedServer;
let rows: Row[];
/** What the next read gets instead of the rows. */
let reads: (() => unknown)[];
beforeEach(async () => {
  rows = [row(1), row(2)];
  reads = [];
  vi.spyOn(Math, "random").mockReturnValue(0);
  server = await scriptedServer(({ body }) => {
    const { take } = JSON.parse(body) as { take: number };
    return (
      reads.shift() ?? (() => ({ items: rows.slice(0, take), ...(rows.length > take && { next: "n" }) }))
    )();
  });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await server.stop();
});

const row = (id: number, text = "a") => ({ id, text });
const put = (connection: StreamConnection, id: string, record: Row) => {
  connection.event("update", id, { key: { id: record.id }, record });
};
async function nextOf<T>(stream: AsyncIterator<T, unknown>): Promise<T> {
  const { value, done } = await stream.next();
  if (done === true) throw new Error("The list has ended.");
  return value;
}
/** How long changes settle after a page, and how long the client waits for bytes, in milliseconds. */
const SETTLING = 1000;
const SILENCE = 45_000;
/** Lets changes settle only when a test says so, and shows when the client has read what it was sent. */
function watchClient() {
  // What is left of the time after a page is all of it.
  vi.useFakeTimers({ toFake: ["Date"] });
  const settling: (() => void)[] = [];
  let reads = 0;
  const { setTimeout: set } = globalThis;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((
    run: (...of: unknown[]) => void,
    delay: number,
    ...of: unknown[]
  ) => {
    if (delay === SILENCE) reads++;
    if (delay !== SETTLING) return set(run, delay, ...of);
    settling.push(run);
    return set(() => undefined, 0);
  }) as typeof setTimeout);
  return {
    /** Waits until the client has read what is sent, and waits for more. */
    reads: async (send: () => void) => {
      const before = reads;
      send();
      await expect.poll(() => reads, { interval: 5 }).toBeGreaterThan(before);
    },
    settle: () => {
      for (const run of settling.splice(0)) run();
    },
  };
}
/** A list whose page has been read. */
async function begin(
  options: { readonly orderBy?: string; readonly take?: number; readonly signal?: AbortSignal } = {},
) {
  const list = live(server.client(), "post", options);
  const first = nextOf(list);
  const connection = await server.connection();
  connection.open();
  return { list, connection, first: await first };
}

describe("live", () => {
  test("a live list reads its page after the stream has begun, and not before", async () => {
    const list = live(server.client({ token: "t" }), "post", {
      where: "id>0",
      select: { id: true, text: true },
      orderBy: ["~text", "id"],
      take: 2,
      headers: { "X-Own": "1" },
    });
    const first = nextOf(list);
    const connection = await server.connection();
    expect([...connection.query]).toEqual([
      ["where", "id>0"],
      ["select", '{"id":true,"text":true}'],
    ]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.others).toEqual([]);
    connection.open();
    expect(await first).toEqual(rows);
    const [read] = server.others;
    expect(read?.path).toBe("/api/data/post/query");
    expect(read?.headers).toMatchObject({ authorization: "Bearer t", "x-own": "1" });
    expect(JSON.parse(read?.body ?? "")).toEqual({
      where: "id>0",
      select: { id: true, text: true },
      orderBy: ["~text", "id"],
      take: 2,
    });
    await list.return();
    await connection.closed;
  });

  test("a live list gives the page after each batch of changes, without another read", async () => {
    const { list, connection, first } = await begin();
    expect(first).toEqual([row(1), row(2)]);
    put(connection, "p1", row(2, "b"));
    put(connection, "p2", row(3));
    connection.event("delete", "p3", { key: { id: 1 } });
    expect(await nextOf(list)).toEqual([row(2, "b"), row(3)]);
    put(connection, "p4", row(2, "c"));
    expect(await nextOf(list)).toEqual([row(2, "c"), row(3)]);
    expect(server.others).toHaveLength(1);
    // The arrays are new ones.
    expect(first).toEqual([row(1), row(2)]);
    await list.return();
  });

  test("a live list gives nothing for changes outside of the page", async () => {
    rows = [row(1), row(2), row(3)];
    const client = watchClient();
    const { list, connection } = await begin({ take: 2 });
    const next = nextOf(list);
    await client.reads(() => {
      put(connection, "p1", row(4));
      connection.event("delete", "p2", { key: { id: 3 } });
    });
    client.settle();
    await client.reads(() => {
      put(connection, "p3", row(1, "b"));
    });
    client.settle();
    expect(await next).toEqual([row(1, "b"), row(2)]);
    await list.return();
  });

  test("a live list reads the page again where only the database knows it", async () => {
    rows = [row(1), row(2), row(3)];
    const { list, connection } = await begin({ take: 2 });
    rows = [row(2), row(3)];
    connection.event("delete", "p1", { key: { id: 1 } });
    expect(await nextOf(list)).toEqual([row(2), row(3)]);
    expect(server.others).toHaveLength(2);
    rows = [row(7)];
    connection.event("reset", "p2", { reason: "lagging" });
    expect(await nextOf(list)).toEqual([row(7)]);
    expect(server.others).toHaveLength(3);
    await list.return();
  });

  test("a live list reads one page at a time, and one page for many changes", async () => {
    let running = 0;
    const { list, connection } = await begin({ orderBy: "text" });
    const slow = async () => {
      expect(++running).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 100));
      running--;
      return { items: rows };
    };
    reads = [slow, slow, slow];
    for (let id = 10; id < 60; id++) {
      put(connection, `p${id}`, row(id, `t${id}`));
      if (id % 10 === 0) await new Promise(setImmediate);
    }
    rows = [row(9)];
    expect(await nextOf(list)).toEqual([row(9)]);
    expect(server.others).toHaveLength(2);
    await list.return();
  });

  test("a live list does not go back to older states of a record in the page", async () => {
    rows = [row(1, "3")];
    const client = watchClient();
    const { list, connection, first } = await begin();
    expect(first).toEqual([row(1, "3")]);
    const next = nextOf(list);
    // The page has the third state. The stream is a little behind.
    for (const [index, text] of ["1", "2", "3", "4"].entries())
      await client.reads(() => {
        put(connection, `p${index + 1}`, row(1, text));
      });
    client.settle();
    expect(await next).toEqual([row(1, "4")]);
    await list.return();
  });

  test("a live list does not undo a page by changes that came before it", async () => {
    const client = watchClient();
    const { list, connection } = await begin({ orderBy: "text", take: 2 });
    rows = [row(2, "new"), row(3)];
    const page = nextOf(list);
    await client.reads(() => {
      put(connection, "p1", row(3));
      put(connection, "p2", row(2, "old"));
    });
    client.settle();
    expect(await page).toEqual(rows);
    // Nor by those that come behind it.
    const next = nextOf(list);
    await client.reads(() => {
      put(connection, "p3", row(2, "old"));
    });
    await client.reads(() => {
      put(connection, "p4", row(2, "new"));
      put(connection, "p5", row(3, "b"));
    });
    rows = [row(2, "new"), row(3, "b")];
    client.settle();
    expect(await next).toEqual(rows);
    await list.return();
  });

  test("a live list goes on after a lost connection, and while pages cannot be read", async () => {
    const { list, connection } = await begin();
    connection.cut();
    reads = [() => new Problem(503, "server-overloaded"), () => new Problem(502, "internal-error")];
    const two = await (async () => {
      const pending = nextOf(list);
      const reconnected = await server.connection();
      reconnected.open("p1");
      rows = [row(5)];
      reconnected.event("reset", "p2", { reason: "expired" });
      return pending;
    })();
    expect(two).toEqual([row(5)]);
    await list.return();
  });

  test("a live list fails if the page cannot be read", async () => {
    reads = [() => new Problem(400, "invalid-order")];
    await expect(begin()).rejects.toMatchObject({ code: "invalid-order" });
    const { list, connection } = await begin();
    reads = [() => new Problem(403, "forbidden")];
    connection.event("reset", "p1", { reason: "rights" });
    await expect(nextOf(list)).rejects.toMatchObject({ code: "forbidden" });
    await connection.closed;
  });

  test("a live list fails if the stream is refused", async () => {
    const first = nextOf(live(server.client(), "post"));
    (await server.connection()).refuse(404, "unknown-path");
    await expect(first).rejects.toMatchObject({ code: "unknown-path" });
    const { list, connection } = await begin();
    const next = nextOf(list);
    connection.event("end", "p1", { code: "forbidden", status: 403 });
    await expect(next).rejects.toMatchObject({ code: "forbidden" });
  });

  test("a live list ends at once while it waits, reads, or lets changes settle", async () => {
    const client = watchClient();
    for (const state of ["waits", "reads", "settles"]) {
      const controller = new AbortController();
      const { list, connection } = await begin({ signal: controller.signal });
      const next = list.next().catch((error: unknown) => error);
      // Neither the read nor the time ever ends.
      if (state !== "waits")
        await client.reads(() => {
          connection.event("reset", "p1", { reason: "lagging" });
        });
      if (state === "reads") {
        const read = new Promise<void>((resolve) => {
          reads = [() => (resolve(), new Promise(() => undefined))];
        });
        client.settle();
        await read;
      }
      controller.abort(new Error(state));
      expect(await next).toEqual(new Error(state));
      await connection.closed;
    }
    const { list, connection } = await begin();
    const next = list.next();
    await list.return();
    expect(await next).toEqual({ done: true, value: undefined });
    await connection.closed;
  });
});
