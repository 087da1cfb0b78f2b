import { changes, ClientError, type Tokens } from "data-api/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { waitAfter } from "../../../runtime/client/live/change-stream.js";
import { streamBlocks } from "../../../runtime/client/live/stream-blocks.js";
import { Problem, scriptedServer, type ScriptedServer } from "./scripted-server.js";

let server: ScriptedServer;
let answer: (request: { readonly path: string; readonly body: string }) => unknown;
beforeEach(async () => {
  answer = () => ({ items: [] });
  server = await scriptedServer((request) => answer(request));
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await server.stop();
});

const record = (id: number, text = "a") => ({ key: { id }, record: { id, text } });
/** What the iterator gives next, which must not be its end. */
async function nextOf<T>(stream: AsyncIterator<T, unknown>): Promise<T> {
  const { value, done } = await stream.next();
  if (done === true) throw new Error("The stream has ended.");
  return value;
}
/** A stream that has given its first change. */
async function begin(
  api: ReturnType<ScriptedServer["client"]>,
  options: { readonly signal?: AbortSignal } = {},
) {
  const stream = changes(api, "post", options);
  const first = nextOf(stream);
  const connection = await server.connection();
  connection.open();
  connection.event("create", "p1", record(1));
  await first;
  return { stream, connection };
}
/** The timers of the client that have been set, and have neither run nor been cleared. Others are those of `fetch`. */
function watchTimers() {
  const timers = new Map<unknown, { readonly delay: number; readonly run: () => void }>();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((
    run: (...of: unknown[]) => void,
    delay: number,
    ...of: unknown[]
  ) => {
    const ended = (...given: unknown[]) => {
      timers.delete(timer);
      run(...given);
    };
    const timer = set(ended, delay, ...of);
    if (delay === SILENCE || delay === RETRY) timers.set(timer, { delay, run: ended });
    return timer;
  }) as typeof setTimeout);
  vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    timers.delete(timer);
    clear(timer);
  });
  return timers;
}
/** The timer of a stream that waits for bytes. */
async function idleTimer(timers: ReturnType<typeof watchTimers>): Promise<unknown> {
  await expect.poll(() => timers.size, { interval: 5 }).toBe(1);
  return [...timers.keys()][0];
}
const SILENCE = 45_000;
const RETRY = 54_321;
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("changes", () => {
  test("a stream of changes sends its options and headers, and gives each change", async () => {
    const api = server.client({ token: "t1", headers: { "X-All": "1" } });
    const stream = changes(api, "post", {
      where: { text: { contains: "a b" } },
      select: { id: true },
      headers: { "X-Own": "2" },
      lastEventId: "p7",
    });
    const first = nextOf(stream);
    const connection = await server.connection();
    expect(JSON.parse(connection.query.get("where") ?? "")).toEqual({ text: { contains: "a b" } });
    expect(JSON.parse(connection.query.get("select") ?? "")).toEqual({ id: true });
    expect(connection.headers).toMatchObject({
      accept: "text/event-stream",
      authorization: "Bearer t1",
      "last-event-id": "p7",
      "x-all": "1",
      "x-own": "2",
    });
    connection.open();
    connection.event("create", "p1", record(1));
    expect(await first).toEqual({ type: "create", key: 1, record: { id: 1, text: "a" }, id: "p1" });
    connection.send(": alive\nid: p2\n\n");
    connection.event("of a later server", "p3", {});
    connection.event("update", "p4", { key: { order: 1, line: "x" }, record: { line: "x" } });
    connection.event("delete", "p5", { key: { id: 1 } });
    connection.event("reset", "p6", { reason: "lagging" });
    expect([await nextOf(stream), await nextOf(stream), await nextOf(stream)]).toEqual([
      { type: "update", key: { order: 1, line: "x" }, record: { line: "x" }, id: "p4" },
      { type: "delete", key: 1, id: "p5" },
      { type: "reset", reason: "lagging", id: "p6" },
    ]);
    await stream.return();
  });

  test("a stream of changes sends only the parameters and the id that were given", async () => {
    const stream = changes(server.client(), "post");
    const first = nextOf(stream);
    const connection = await server.connection();
    expect([...connection.query.keys()]).toEqual([]);
    expect(connection.headers).not.toHaveProperty("last-event-id");
    await stream.return();
    await expect(first).rejects.toThrow("ended");
  });

  test("a stream of changes calls onOpen once", async () => {
    const onOpen = vi.fn<() => void>();
    const stream = changes(server.client(), "post", { onOpen });
    const first = nextOf(stream);
    const one = await server.connection();
    expect(onOpen).not.toHaveBeenCalled();
    one.open();
    await expect.poll(() => onOpen.mock.calls.length, { interval: 5 }).toBe(1);
    one.cut();
    const two = await server.connection();
    two.open();
    two.event("create", "p1", record(1));
    await first;
    expect(onOpen).toHaveBeenCalledTimes(1);
    await stream.return();
  });

  test("a stream of changes is read even if it arrives byte by byte", async () => {
    const stream = changes(server.client(), "post");
    const first = nextOf(stream);
    const connection = await server.connection();
    connection.open();
    const text = `event: create\r\nid: p1\r\ndata: ${JSON.stringify(record(1, "é 🚂"))}\r\n\r\n`;
    for (const byte of new TextEncoder().encode(text)) {
      connection.send(Uint8Array.of(byte));
      await new Promise(setImmediate);
    }
    expect(await first).toMatchObject({ record: { text: "é 🚂" } });
    await stream.return();
  });

  test("a stream of changes fails if an event is not JSON", async () => {
    const first = nextOf(changes(server.client(), "post"));
    const connection = await server.connection();
    connection.open();
    connection.send("event: create\ndata: {\n\n");
    await expect(first).rejects.toMatchObject({ code: "invalid-json" });
    await connection.closed;
  });
});

describe("a lost connection", () => {
  test.each(["cut", "end"] as const)(
    "a stream whose connection is lost continues on another from its last position: %s",
    async (how) => {
      const timers = watchTimers();
      const { stream, connection: one } = await begin(server.client());
      const second = nextOf(stream);
      const timer = await idleTimer(timers);
      // An idle stream moves on too. Half an event does not count.
      one.send(":\nid: p2\n\nevent: create\nid: p3\n");
      await expect.poll(() => [...timers.keys()].includes(timer), { interval: 5 }).toBe(false);
      one[how]();
      const two = await server.connection();
      expect(two.headers["last-event-id"]).toBe("p2");
      two.open("p2");
      two.event("create", "p1", record(1));
      two.event("create", "p3", record(3));
      expect(await second).toMatchObject({ key: 3 });
      const third = nextOf(stream);
      two[how]();
      const three = await server.connection();
      expect(three.headers["last-event-id"]).toBe("p3");
      three.open("p3");
      // Several changes of one position are no repetition. A reset is never left out.
      three.event("create", "p3", record(3));
      three.event("reset", "p3", { reason: "expired" });
      three.event("create", "p4", record(4));
      three.event("create", "p4", record(5));
      expect(await third).toMatchObject({ type: "reset" });
      expect([await nextOf(stream), await nextOf(stream)]).toMatchObject([{ key: 4 }, { key: 5 }]);
      await stream.return();
    },
  );

  test("a stream connects again as long as the server is away or overloaded", async () => {
    const { stream } = await begin(server.client({ retries: 0 }));
    const second = nextOf(stream);
    await server.stop();
    await server.restart();
    (await server.connection()).refuse(503, "server-overloaded");
    (await server.connection()).refuse(429, "too-many-requests", { "Retry-After": "0" });
    (await server.connection()).answer(502, "text/html", "<h1>Bad gateway</h1>");
    const last = await server.connection();
    last.open();
    last.event("create", "p2", record(2));
    expect(await second).toMatchObject({ key: 2 });
    await stream.return();
  });

  test("a stream connects again when the server stops", async () => {
    const stream = changes(server.client(), "post");
    const first = nextOf(stream);
    const one = await server.connection();
    one.open();
    one.event("end", "p1", { code: "server-stopping", status: 503, detail: "It stops." });
    await one.closed;
    const two = await server.connection();
    expect(two.headers["last-event-id"]).toBe("p1");
    two.open();
    two.event("create", "p2", record(2));
    expect(await first).toMatchObject({ key: 2 });
    await stream.return();
  });

  test("the wait before a connection grows with each failure, up to half a minute", () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0);
    expect(waitAfter(9, 2000)).toBe(2000);
    random.mockReturnValue(1);
    expect([0, 1, 2, 3, 9].map((failures) => waitAfter(failures, 2000))).toEqual([
      4000, 6000, 10_000, 18_000, 30_000,
    ]);
    expect(waitAfter(3, 60_000)).toBe(60_000);
  });

  test("a connection that ends as soon as it begins is a failure, so that the waits grow", async () => {
    // However long this machine takes for it.
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.spyOn(Math, "random").mockReturnValue(1);
    const waits = vi.spyOn(globalThis, "setTimeout");
    const stream = changes(server.client(), "post");
    const first = errorOf(nextOf(stream));
    for (let count = 0; count < 4; count++) {
      const connection = await server.connection();
      connection.open();
      connection.send(": alive\n\n");
      connection.end();
    }
    await server.connection();
    const delays = waits.mock.calls.map(([, delay]) => delay ?? 0);
    // Longer ones are those of `fetch`.
    expect(delays.filter((delay) => delay < 100)).toEqual([10, 15, 25, 45]);
    await stream.return();
    await first;
  });

  test.for([
    [404, "unknown-entity"],
    [400, "invalid-header"],
    [403, "forbidden"],
  ] as const)("a stream that the server refuses does not connect again: %s", async ([status, code]) => {
    const first = nextOf(changes(server.client(), "post"));
    (await server.connection()).refuse(status, code);
    await expect(first).rejects.toMatchObject({ name: "ClientError", status, code });
    const later = nextOf(changes(server.client(), "post"));
    const one = await server.connection();
    one.open();
    one.end();
    (await server.connection()).refuse(status, code);
    await expect(later).rejects.toMatchObject({ name: "ClientError", status, code });
  });

  test("a stream does not connect again if the answer is HTML or JSON", async () => {
    for (const [type, body] of [
      ["text/html", "<h1>Log in</h1>"],
      ["application/json", "{}"],
    ] as const) {
      const first = nextOf(changes(server.client(), "post"));
      (await server.connection()).answer(200, type, body);
      await expect(first).rejects.toMatchObject({ code: "unexpected-answer" });
    }
  });

  test("a stream fails if its first connection fails, after the usual retries", async () => {
    const first = nextOf(changes(server.client({ retries: 1 }), "post"));
    (await server.connection()).cut();
    (await server.connection()).cut();
    await expect(first).rejects.toMatchObject({ code: "no-answer" });
    expect(server.waiting).toEqual([]);
  });

  test("a stream connects again after 45 seconds without a byte", async () => {
    const timers = watchTimers();
    const { stream, connection: one } = await begin(server.client());
    const second = nextOf(stream);
    const timer = await idleTimer(timers);
    one.send(":");
    await expect.poll(() => [...timers.keys()].includes(timer), { interval: 5 }).toBe(false);
    expect(timers.size).toBe(1);
    for (const { run } of timers.values()) run();
    await one.closed;
    const two = await server.connection();
    two.open();
    two.event("create", "p2", record(2));
    expect(await second).toMatchObject({ key: 2 });
    expect(timers.size).toBe(0);
    await stream.return();
  });

  test("a lost connection leaves no listener at the signal of the stream", async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    const send = () => Promise.reject(new Error("lost"));
    const blocks = streamBlocks({ send } as never, { path: "", headers: {}, isRepeatable: false }, signal);
    await expect(blocks.next()).rejects.toThrow("lost");
    expect(added).toHaveBeenCalledTimes(1);
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });

  test("a stream fails if its first connection is buffered", async () => {
    const timers = watchTimers();
    const first = errorOf(nextOf(changes(server.client(), "post")));
    const one = await server.connection();
    for (const { run } of timers.values()) run();
    await one.closed;
    expect(await first).toMatchObject({
      code: "no-answer",
      detail: expect.stringMatching(/45 seconds.*proxy/) as string,
    });
    expect(timers.size).toBe(0);
  });
});

describe("the token", () => {
  const renewed = { token: "t2", refreshToken: "r2" };

  test("a stream renews the token once if the answer is 401", async () => {
    answer = () => renewed;
    const told: (Tokens | undefined)[] = [];
    const api = server.client({ token: "t1", refreshToken: "r1", onTokens: (tokens) => told.push(tokens) });
    const stream = changes(api, "post");
    const first = nextOf(stream);
    (await server.connection()).refuse(401, "invalid-token");
    const two = await server.connection();
    expect(two.headers.authorization).toBe("Bearer t2");
    two.open();
    two.event("create", "p1", record(1));
    await first;
    expect(told).toEqual([renewed]);
    await stream.return();
  });

  test("a stream renews the token without a wait if the server ends it because the token has expired", async () => {
    let count = 1;
    answer = () => ({ token: `t${++count}`, refreshToken: "r" });
    const waits = vi.spyOn(globalThis, "setTimeout");
    const stream = changes(server.client({ token: "t1", refreshToken: "r1" }), "post");
    const first = nextOf(stream);
    const one = await server.connection();
    one.open();
    one.event("end", "p1", { code: "invalid-token", status: 401, detail: "It has expired." });
    const two = await server.connection();
    expect(two.headers).toMatchObject({ authorization: "Bearer t2", "last-event-id": "p1" });
    // Longer ones are those of `fetch`.
    const delays = waits.mock.calls.map(([, delay]) => delay ?? 0);
    expect(delays.filter((delay) => delay > 0 && delay < 100)).toEqual([]);
    two.open();
    two.event("create", "p2", record(2));
    expect(await first).toMatchObject({ key: 2 });
    await stream.return();
    expect(server.others).toHaveLength(1);
  });

  test("a stream does not renew the token if a request has done it", async () => {
    answer = () => renewed;
    const api = server.client({ token: "t1", refreshToken: "r1" });
    const stream = changes(api, "post");
    const first = nextOf(stream);
    const one = await server.connection();
    one.open();
    one.event("create", "p1", record(1));
    await first;
    await api.auth.refresh();
    const second = nextOf(stream);
    one.event("end", "p2", { code: "invalid-token", status: 401 });
    const two = await server.connection();
    expect(two.headers.authorization).toBe("Bearer t2");
    expect(server.others).toHaveLength(1);
    two.open();
    two.event("create", "p3", record(3));
    await second;
    await stream.return();
  });

  test("a stream asks a token function again when the token has expired", async () => {
    let count = 0;
    const stream = changes(server.client({ token: () => `t${++count}` }), "post");
    const first = nextOf(stream);
    const one = await server.connection();
    expect(one.headers.authorization).toBe("Bearer t1");
    one.open();
    one.event("end", "p1", { code: "invalid-token", status: 401 });
    const two = await server.connection();
    expect(two.headers.authorization).toBe("Bearer t2");
    two.refuse(401, "invalid-token");
    await expect(first).rejects.toMatchObject({ code: "invalid-token", status: 401 });
  });

  test("a stream ends if the token cannot be renewed", async () => {
    answer = () => new Problem(401, "invalid-token");
    const first = nextOf(changes(server.client({ token: "t1", refreshToken: "r1" }), "post"));
    const one = await server.connection();
    one.open();
    one.event("end", "p1", { code: "invalid-token", status: 401 });
    await expect(first).rejects.toMatchObject({ code: "invalid-token", status: 401 });
    expect(server.waiting).toEqual([]);
  });

  test("a stream ends if the caller has lost the right to read", async () => {
    const first = nextOf(changes(server.client({ token: "t1", refreshToken: "r1" }), "post"));
    const one = await server.connection();
    one.open();
    one.event("end", "p1", { code: "forbidden", status: 403, detail: "You may not." });
    await expect(first).rejects.toMatchObject({ code: "forbidden", status: 403, detail: "You may not." });
  });

  test.each(["event", "cut"] as const)(
    "a stream fails after an %s if its session was dropped meanwhile",
    async (what) => {
      const api = server.client({ token: "t1" });
      const { stream, connection } = await begin(api);
      const second = errorOf(nextOf(stream));
      api.auth.forget();
      if (what === "cut") connection.cut();
      else connection.event("create", "p2", record(2));
      expect(await second).toMatchObject({ code: "invalid-token", status: 401 });
      await connection.closed;
      expect(server.waiting).toEqual([]);
    },
  );
});

describe("an end", () => {
  type Options = { readonly signal?: AbortSignal };
  /** Streams that wait for the server, for an event, and for the next connection. */
  const states = {
    connecting: async (options: Options) => {
      const stream = changes(server.client(), "post", options);
      const next = stream.next();
      await server.connection();
      return { stream, next };
    },
    idle: async (options: Options, timers: ReturnType<typeof watchTimers>) => {
      const { stream } = await begin(server.client(), options);
      const next = stream.next();
      await idleTimer(timers);
      return { stream, next };
    },
    waiting: async (options: Options, timers: ReturnType<typeof watchTimers>) => {
      const { stream, connection } = await begin(server.client(), options);
      const next = stream.next();
      vi.spyOn(Math, "random").mockReturnValue(0);
      connection.send(`retry: ${RETRY}\n\n`);
      connection.end();
      await expect
        .poll(() => [...timers.values()].map(({ delay }) => delay), { interval: 5 })
        .toEqual([RETRY]);
      return { stream, next };
    },
  };
  const noneIsLeft = async () => {
    await expect.poll(() => server.openStreams(), { interval: 5 }).toBe(0);
    expect(server.waiting).toEqual([]);
  };

  test.for(Object.entries(states))(
    "`return` ends a stream at once and without an error: %s",
    async ([, reach]) => {
      const timers = watchTimers();
      const { stream, next } = await reach({}, timers);
      expect(timers.size).toBe(1);
      expect(await stream.return()).toEqual({ done: true, value: undefined });
      expect(await next).toEqual({ done: true, value: undefined });
      expect(await stream.next()).toEqual({ done: true, value: undefined });
      expect(timers.size).toBe(0);
      await noneIsLeft();
    },
  );

  test.for(Object.entries(states))(
    "an aborted signal ends a stream at once with its reason: %s",
    async ([, reach]) => {
      const timers = watchTimers();
      const controller = new AbortController();
      const { next } = await reach({ signal: controller.signal }, timers);
      const error = errorOf(next);
      const reason = new Error("enough");
      controller.abort(reason);
      expect(await error).toBe(reason);
      expect(timers.size).toBe(0);
      await noneIsLeft();
    },
  );

  test("a stream whose signal is already aborted sends nothing", async () => {
    const reason = new Error("enough");
    const stream = changes(server.client(), "post", { signal: AbortSignal.abort(reason) });
    expect(await errorOf(stream.next())).toBe(reason);
    await noneIsLeft();
  });

  test("an aborted signal closes the connection of a consumer that is busy", async () => {
    const controller = new AbortController();
    const stream = changes(server.client(), "post", { signal: controller.signal });
    const first = nextOf(stream);
    const one = await server.connection();
    one.open();
    one.event("create", "p1", record(1));
    await first;
    controller.abort();
    await one.closed;
    await expect(stream.next()).rejects.toThrow(/abort/);
  });

  test("`break` closes the connection of a stream, and leaves no listener at the signal", async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    const connected = server.connection().then((connection) => {
      connection.open();
      connection.event("create", "p1", record(1));
      return connection;
    });
    for await (const { type } of changes(server.client(), "post", { signal })) {
      expect(type).toBe("create");
      break;
    }
    await (
      await connected
    ).closed;
    await noneIsLeft();
    expect(added).toHaveBeenCalledTimes(1);
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });

  test("`await using` ends a stream and closes its connection", async () => {
    const stream = changes(server.client(), "post");
    const next = stream.next();
    (await server.connection()).open();
    await (stream as typeof stream & AsyncDisposable)[Symbol.asyncDispose]();
    expect(await next).toEqual({ done: true, value: undefined });
    await noneIsLeft();
  });

  test("a stream that ends before it begins sends nothing", async () => {
    const stream = changes(server.client(), "post");
    await stream.return();
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    await noneIsLeft();
  });

  test("a refused stream throws a ClientError", async () => {
    const first = errorOf(nextOf(changes(server.client(), "post")));
    (await server.connection()).refuse(403, "forbidden");
    expect(await first).toBeInstanceOf(ClientError);
  });
});
