import http from "node:http";
import { expect, test } from "vitest";
import { atEnd } from "../at-end.js";
import {
  addUser,
  PASSWORD,
  bearer,
  ownUsers,
  setRoles,
  told,
  toldByHeader,
  type Headers,
} from "../conformance/callers.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";
import { createTestApi, startServer, type TestConfig, type TestServer } from "../conformance/start-server.js";
import { dialects, type DialectTarget } from "../conformance/targets.js";
import { claimsOf } from "../conformance/callers.js";
import { now, signToken } from "../conformance/tokens.js";
import { follow, said, type Following } from "./follow.js";

const [sqlite] = dialects as readonly [DialectTarget];

function noteConfig(more: object = {}, changes: object = {}): TestConfig {
  return {
    auth: toldByHeader,
    changes: { entities: ["note"], interval: 20, ...changes },
    entities: {
      note: openEntity({ title: field("string"), text: field("text"), room: field("int") }),
    },
    ...more,
  };
}

async function started(config: TestConfig, target = sqlite): Promise<TestServer> {
  const server = await startServer("dynamic", target, config);
  return server;
}

async function followed(
  server: Pick<TestServer, "url">,
  query = "",
  headers: Headers = {},
): Promise<Following> {
  const stream = await follow(`${server.url}/api/data/note/changes${query}`, headers);
  atEnd(() => stream.stop());
  return stream;
}

/** A stream whose token ends in 3 seconds. On a machine that stands still, it may end before the stream begins. */
async function followedShortly(server: TestServer, userId: number): Promise<Following> {
  for (;;) {
    // Tokens are accepted for 30 seconds longer, because clocks differ.
    const token = await signToken(await claimsOf(server, userId, { exp: now() - 27 }));
    const stream = await followed(server, "", { Authorization: `Bearer ${token}` });
    if (stream.status === 200) return stream;
    expect(stream.status).toBe(401);
  }
}

/** Measures milliseconds without those in which the machine, and so the server too, stood still. */
function livedTime(): { readonly elapsed: () => number; readonly stop: () => void } {
  const tick = 10;
  let [lived, last] = [0, performance.now()];
  const sinceLast = () => Math.min(performance.now() - last, 5 * tick);
  const timer = setInterval(() => {
    lived += sinceLast();
    last = performance.now();
  }, tick);
  return {
    elapsed: () => lived + sinceLast(),
    stop: () => {
      clearInterval(timer);
    },
  };
}

/** Waits until all changes so far have been read: a client that comes back makes the server look for them. */
async function untilRead(server: TestServer, headers: Headers): Promise<void> {
  const id = { "Last-Event-ID": "00000000-aaaaaaaaaaa-0" };
  const { status, stop } = await followed(server, "", { ...headers, ...id });
  expect(status).toBe(200);
  await stop();
}

async function create(server: TestServer, title: string, more: object = {}): Promise<void> {
  const { status } = await server.request("POST", "/api/data/note", { body: { title, ...more } });
  expect(status).toBe(201);
}

const titles = (stream: Following) => stream.events.map(({ data }) => data.record?.["title"]);

test("a stream of changes forbids caches, compression and buffers, and its first id comes at once", async () => {
  const server = await started(noteConfig({ server: { compression: true } }));
  const stream = await followed(server, "", { "Accept-Encoding": "gzip" });
  expect(stream.status).toBe(200);
  expect(stream.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
  expect(stream.headers["content-encoding"]).toBeUndefined();
  expect(stream.text()).toMatch(/^retry: 2000\nid: [\da-f]{8}-[\w-]{11}-0\n\n$/);
  const head = await server.request("HEAD", "/api/data/note/changes");
  expect([head.status, head.headers["content-type"]]).toEqual([200, "text/event-stream; charset=utf-8"]);
  for (const method of ["POST", "OPTIONS"]) {
    const answer = await server.request(method, "/api/data/note/changes");
    expect([answer.status, answer.headers["allow"]], method).toEqual([
      method === "POST" ? 405 : 204,
      expect.stringContaining("GET"),
    ]);
  }
});

test("mistakes in a request for a stream of changes are problems before it begins", async () => {
  const server = await started(noteConfig());
  const cases: readonly (readonly [query: string, headers: Headers, status: number, code: string])[] = [
    ["?take=1", {}, 400, "invalid-query"],
    ["?where=colour=1", {}, 400, "invalid-condition"],
    ["?where=room=x", {}, 400, "invalid-condition"],
    ["?select=colour", {}, 400, "invalid-select"],
    ["?select=title&select=room", {}, 400, "invalid-query"],
    ["", { "Last-Event-ID": "made up" }, 400, "invalid-header"],
    ["", { "Last-Event-ID": "-1" }, 400, "invalid-header"],
    ["", { "Last-Event-ID": "00000000-aaaaaaaaaaa--1.1" }, 400, "invalid-header"],
    ["", { "Last-Event-ID": "00000000-aaaaaaaaaaa-1.0" }, 400, "invalid-header"],
    ["", { "Last-Event-ID": `00000000-aaaaaaaaaaa-${"9".repeat(40)}` }, 400, "invalid-header"],
  ];
  for (const [query, headers, status, code] of cases) {
    const { problem, status: got } = await followed(server, query, headers);
    expect([got, String(problem?.["type"] ?? problem?.["code"])], query + JSON.stringify(headers)).toEqual([
      status,
      expect.stringContaining(code),
    ]);
  }
});

await describeDialects("a client that comes back", (target) => {
  test("a client that comes back to any server gets each change that it has missed once, even within a batch", async () => {
    const fresh = await target.createDatabase();
    const urls: string[] = [];
    for (const mode of ["dynamic", "generated"] as const) {
      const api = await createTestApi(mode, fresh, noteConfig());
      api.setupApiEndpoints();
      const listening = await api.startAsync(0);
      urls.push(`http://127.0.0.1:${(listening.address() as { port: number }).port}`);
    }
    const [first = "", second = ""] = urls;
    const post = (body: unknown) =>
      fetch(`${first}/api/data/note`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json" },
      });
    const stream = await followed({ url: first });
    const begin = stream.lastId();
    await post([{ title: "a" }, { title: "b" }, { title: "c" }]);
    await stream.until(({ length }) => length === 3);
    await post({ title: "d" });
    await stream.until(({ length }) => length === 4);
    const all = stream.events.map(({ id }) => id);
    expect(new Set(all).size).toBe(4);
    for (const [missing, lastId] of [begin, ...all].entries()) {
      for (const url of [first, second]) {
        const back = await followed({ url }, "", { "Last-Event-ID": lastId });
        await back.until(({ length }) => length === 4 - missing);
        expect(back.events, lastId).toEqual(stream.events.slice(missing));
        await back.stop();
      }
    }
  });
});

test("a client whose last event is no longer kept, or not of this database, gets a reset", async () => {
  const server = await started(noteConfig());
  const stream = await followed(server);
  const begin = stream.lastId();
  await create(server, "a");
  await stream.until(({ length }) => length === 1);
  const [, epoch = "", cohort = "", batch = ""] = /^(.{8})-(.{11})-(\d+)$/.exec(begin) ?? [];
  const { db } = server.api.repository("note");
  const query = db as unknown as {
    updateTable: (name: string) => { set: (values: object) => { execute: () => Promise<unknown> } };
  };
  await query.updateTable("data_api_outbox_state").set({ removed: 1 }).execute();
  const others = [`${epoch}-${cohort}-${Number(batch) + 99}`, `deadbeef-${cohort}-${batch}`];
  for (const lastId of [begin, ...others]) {
    const back = await followed(server, "", { "Last-Event-ID": lastId });
    await back.until(({ length }) => length > 0);
    expect(back.events, lastId).toEqual([
      { type: "reset", id: expect.stringMatching(`^${epoch}-`) as string, data: { reason: "expired" } },
    ]);
    await create(server, "b");
    await back.until(({ length }) => length > 1);
    expect(back.events.at(-1)?.type).toBe("create");
  }
});

test("a stream ends within 5 seconds after its token, user, role, password or session ends", async () => {
  const config = noteConfig({ auth: ownUsers });
  const server = await started({
    ...config,
    entities: { note: { ...config.entities["note"], permissions: { read: ["reader"], create: ["guest"] } } },
  } as TestConfig);
  const users = await Promise.all(
    ["short", "removed", "demoted", "changed", "out", "stays"].map(async (name) => {
      const id = await addUser(server, name, { roles: ["reader"] });
      return { id, headers: await bearer(server, id) };
    }),
  );
  type User = (typeof users)[number];
  const [short, removed, demoted, changed, out, stays] = users as [User, User, User, User, User, User];
  const streams = await Promise.all(
    [removed, demoted, changed, out, stays].map(({ headers }) => followed(server, "", headers)),
  );
  const clock = livedTime();
  atEnd(clock.stop);
  streams.unshift(await followedShortly(server, short.id));
  const ended = streams.slice(0, 5).map((stream) => stream.closed.then(clock.elapsed));
  const repository = server.api.repository("user");
  await repository.delete(removed.id);
  await setRoles(server, demoted.id, []);
  await repository.update(changed.id, { password: "another correct horse" });
  expect((await server.request("POST", "/api/auth/logout", { headers: out.headers })).status).toBeLessThan(
    300,
  );
  const changedAt = clock.elapsed();
  const [shortAt, ...others] = await Promise.all(ended);
  for (const at of others) expect(at - changedAt).toBeLessThan(5_000);
  // The token lasts for 3 seconds.
  expect(shortAt).toBeLessThan(changedAt + 3_000 + 5_000);
  expect(streams.map(({ events }) => events.map(({ type, data }) => [type, data.status]))).toEqual([
    [["end", 401]],
    [["end", 401]],
    [["end", 403]],
    [["end", 401]],
    [["end", 401]],
    [],
  ]);
  await create(server, "a");
  expect((await streams[5]?.until(({ length }) => length === 1))?.[0]?.type).toBe("create");
});

test.each(["refresh token", "cookie"])(
  "a stream ends within 5 seconds after another server ends its session, of a %s",
  async (kind) => {
    const fresh = await sqlite.createDatabase();
    const auth = { ...ownUsers, ...(kind === "cookie" ? { sessions: "cookie" } : { refreshTokens: {} }) };
    const config = noteConfig({ auth });
    const servers: TestServer[] = [];
    for (const dispose of [fresh.dispose, () => Promise.resolve()]) {
      const createDatabase = () => Promise.resolve({ ...fresh, dispose });
      servers.push(await started(config, { ...sqlite, createDatabase }));
    }
    const [server, other] = servers as [TestServer, TestServer];
    await addUser(server, "anna");
    const logIn = { username: "anna", password: PASSWORD };
    const { headers, json } = await server.request("POST", "/api/auth/token", { body: logIn });
    const [cookie = ""] = String(headers["set-cookie"]).split(";");
    const own: Headers =
      kind === "cookie"
        ? { Cookie: cookie, "Sec-Fetch-Site": "same-origin" }
        : { Authorization: `Bearer ${(json as { token: string }).token}` };
    const stream = await followed(server, "", own);
    const clock = livedTime();
    atEnd(clock.stop);
    const { status } = await other.request("DELETE", "/api/auth/sessions/current", { headers: own });
    expect(status).toBe(204);
    const endedAt = clock.elapsed();
    await stream.closed;
    expect(clock.elapsed() - endedAt).toBeLessThan(5_000);
    expect(stream.events.map(({ type, data }) => [type, data.status])).toEqual([["end", 401]]);
  },
);

test("a follower whose rights have changed gets a reset, and then changes with the new rights", async () => {
  const config = noteConfig({ auth: ownUsers });
  const server = await started({
    ...config,
    entities: {
      note: {
        ...config.entities["note"],
        permissions: { read: ["reader", { role: "member", where: "room=1" }], create: ["guest"] },
      },
    },
  } as TestConfig);
  const id = await addUser(server, "some", { roles: [] });
  const stream = await followed(server, "?select=title", await bearer(server, id));
  await create(server, "hidden", { room: 2 });
  await create(server, "shown", { room: 1 });
  await stream.until(({ length }) => length === 1);
  await setRoles(server, id, ["reader"]);
  await stream.until(({ length }) => length === 2);
  expect(stream.events[1]).toMatchObject({ type: "reset", data: { reason: "rights" } });
  await create(server, "second", { room: 2 });
  await stream.until(({ length }) => length === 3);
  expect(titles(stream)).toEqual(["shown", undefined, "second"]);
});

test("a stream has no changes of records that the caller never saw, not even their deletes", async () => {
  const server = await started({
    ...noteConfig(),
    entities: {
      note: {
        ...noteConfig().entities["note"],
        permissions: { ...openEntity({}).permissions, read: ["editor", { role: "guest", where: "room=1" }] },
      },
    },
  } as TestConfig);
  const stream = await followed(server, "?select=title");
  const editor = await followed(server, "?select=title", told({ userId: 1, roles: ["editor"] }));
  await create(server, "hidden", { room: 2 });
  // What is created and deleted between two readings of the log is no change to anybody.
  await editor.until(({ length }) => length === 1);
  const headers = told({ userId: 1, roles: ["editor"] });
  const changed = [
    await server.request("PATCH", "/api/data/note?where=room=2", {
      headers,
      body: { title: "still hidden" },
    }),
    await server.request("DELETE", "/api/data/note?where=room=2", { headers }),
  ];
  expect(changed.map(({ json }) => json)).toEqual([{ count: 1 }, { count: 1 }]);
  await create(server, "shown", { room: 1 });
  await stream.until(({ length }) => length > 0);
  await editor.until((events) => events.some(({ data }) => data.record?.["title"] === "shown"));
  expect(said(stream.events)).toEqual([["create", 2, { title: "shown" }]]);
  expect(editor.events.map(({ type }) => type)).toContain("delete");
});

test("a follower gets a reset if it is not certain whether the caller saw a record", async () => {
  const base = noteConfig();
  const server = await started({
    ...base,
    changes: { entities: ["note"], interval: 20 },
    entities: {
      room: openEntity({ isopen: field("boolean") }),
      note: openEntity(
        {
          title: field("string"),
          roomid: field("int", { foreignKey: { targetEntityName: "room", resolvedEntityName: "room" } }),
        },
        {
          permissions: {
            ...openEntity({}).permissions,
            read: [{ role: "guest", where: "room.isopen=true" }],
          },
        },
      ),
    },
  });
  for (const isopen of [true, false]) await server.request("POST", "/api/data/room", { body: { isopen } });
  const stream = await followed(server, "?select=title");
  const { api } = server;
  const { id } = await api.repository("note").create({ title: "a", roomid: 1 });
  await stream.until(({ length }) => length === 1);
  await api.repository("note").update(id, { roomid: 2 });
  await stream.until(({ length }) => length === 2);
  expect(stream.events.map(({ type, data }) => [type, data.reason])).toEqual([
    ["create", undefined],
    ["reset", "rights"],
  ]);
});

test("limits of streams apply to each caller and to all together", async () => {
  const server = await started(noteConfig({}, { maxStreams: 4, maxStreamsPerCaller: 2 }));
  const as = (userId: number) => told({ userId, roles: [] });
  const open = [await followed(server, "", as(1)), await followed(server, "", as(1))];
  const third = await followed(server, "", as(1));
  expect([third.status, third.headers["retry-after"]]).toEqual([429, "5"]);
  open.push(await followed(server, "", as(2)), await followed(server));
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await followed(server, "", as(3))).status).toBe(503);
  await open[0]?.stop();
  await expect.poll(async () => (await followed(server, "", as(1))).status).toBe(200);
});

test("streams leave half of the connections to other requests", async () => {
  const server = await started(noteConfig({ server: { maxConnections: 10 } }));
  const streams = [];
  for (let count = 0; count < 6; count++) streams.push(await followed(server));
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 503]);
  expect((await server.request("GET", "/api/data/note")).status).toBe(200);
});

test("a client that does not read its stream loses events and gets a reset, and others get all", async () => {
  const server = await started(noteConfig({}, { maxBufferBytes: 20_000 }));
  const [slow, quick] = [await followed(server), await followed(server, "?select=title")];
  slow.pause();
  const text = "x".repeat(100_000);
  // On a busy machine, one look may find all of the first: they are sent at once, as more than sockets hold.
  for (const [begin, end] of [
    [0, 60],
    [60, 70],
  ] as const) {
    for (let part = begin; part < end; part++) await create(server, String(part), { text });
    await quick.until(({ length }) => length === end);
  }
  slow.resume();
  await slow.until((events) => events.some(({ type }) => type === "reset"));
  expect(slow.events.find(({ type }) => type === "reset")?.data).toEqual({ reason: "lagging" });
  expect(slow.events.length).toBeLessThan(70);
  await create(server, "last");
  await slow.until((events) => events.at(-1)?.data.record?.["title"] === "last");
});

test("an idle stream has comments with the id up to which nothing has happened", async () => {
  const server = await started(noteConfig({}, { heartbeat: 100 }));
  const stream = await followed(server, "?where=room=1");
  const begin = stream.lastId();
  await create(server, "elsewhere", { room: 2 });
  await expect.poll(() => stream.lastId()).not.toBe(begin);
  expect(stream.events).toEqual([]);
  expect(stream.text()).toContain(": open\n");
});

test("a server that stops ends its streams, tells when to connect again, and refuses new ones", async () => {
  const server = await started(noteConfig({ server: { shutdownTimeout: 60_000 } }));
  const stream = await followed(server);
  const begin = performance.now();
  const stopping = server.api.stopAsync({ delay: 4_000 });
  const refused = await followed(server);
  expect(refused.status).toBe(503);
  await stopping;
  // An open stream does not use up the time that requests have.
  expect(performance.now() - begin).toBeLessThan(30_000);
  await stream.closed;
  expect(stream.events).toMatchObject([{ type: "end", data: { status: 503 } }]);
  expect(stream.text()).toMatch(/retry: \d{4}\nevent: end\n/);
});

test("streams of callers who see the same records cost one read for each look", async () => {
  const server = await started(
    noteConfig({ server: { metrics: true } }, { interval: 50, maxStreamsPerCaller: 1_000 }),
  );
  const queries = ["", "?where=room=1", "?select=title"];
  const streams = await Promise.all(
    Array.from({ length: 90 }, (_, index) => followed(server, queries[index % 3])),
  );
  const reads = async () => {
    const { text } = await server.request("GET", "/metrics");
    expect(text).toContain("data_api_change_streams 90");
    const [, count = "0"] =
      /^data_api_statement_duration_seconds_count\{entity="note",operation="find"\} (\d+)$/m.exec(text) ?? [];
    return Number(count);
  };
  const before = await reads();
  await create(server, "a", { room: 1 });
  await Promise.all(streams.map((stream) => stream.until(({ length }) => length === 1)));
  expect((await reads()) - before).toBe(3);
});

test("a stream of changes cannot be viewed as another role", async () => {
  const server = await started(noteConfig({ admin: true }));
  const { status } = await followed(server, "", {
    ...told({ userId: 1, roles: ["admin"] }),
    "View-As": "guest",
  });
  expect(status).toBe(403);
});

test("readyz and metrics show how many changes are kept, their lag, and the number of streams", async () => {
  const server = await started(noteConfig({ server: { metrics: true } }));
  const stream = await followed(server);
  await create(server, "a");
  await stream.until(({ length }) => length === 1);
  // The changes are counted beside the looks.
  await expect
    .poll(async () => (await server.request("GET", "/readyz")).json)
    .toEqual({
      status: "ok",
      changes: { kept: expect.any(Number) as number, lag: expect.any(Number) as number, streams: 1 },
    });
  const { text } = await server.request("GET", "/metrics");
  for (const name of ["data_api_changes_kept", "data_api_changes_lag_seconds", "data_api_change_streams"])
    expect(text).toMatch(new RegExp(`^${name} \\d`, "m"));
});

test("clients that connect to a stream and leave at once leave nothing behind", async () => {
  const server = await started(noteConfig({ server: { metrics: true } }));
  for (let turn = 0; turn < 200; turn++) {
    const request = http.get(`${server.url}/api/data/note/changes`, { agent: false });
    request.on("error", () => undefined);
    await new Promise((resolve) => setTimeout(resolve, turn % 5));
    request.destroy();
  }
  await expect
    .poll(async () => ((await server.request("GET", "/readyz")).json as { changes: object }).changes)
    .toMatchObject({ streams: 0 });
  // The server may not have heard of the last ones yet.
  await expect
    .poll(async () => {
      const streams = await Promise.all(Array.from({ length: 20 }, () => followed(server)));
      const statuses = new Set(streams.map(({ status }) => status));
      await Promise.all(streams.map(({ stop }) => stop()));
      return [...statuses];
    })
    .toEqual([200]);
});

test("a client that has missed more changes than the buffer holds gets a reset, and then what follows", async () => {
  const server = await started(noteConfig({}, { maxBufferBytes: 20_000, heartbeat: 100 }));
  const stream = await followed(server);
  const begin = stream.lastId();
  await stream.stop();
  const text = "x".repeat(10_000);
  for (let part = 0; part < 5; part++) await create(server, String(part), { text });
  const back = await followed(server, "", { "Last-Event-ID": begin });
  await back.until(({ length }) => length === 1);
  expect(back.events[0]?.data).toEqual({ reason: "expired" });
  await create(server, "next");
  await back.until((events) => events.at(-1)?.data.record?.["title"] === "next");
  await expect.poll(() => back.text()).toContain(": open");
});

test("a client that comes back with other rights or another filter gets a reset", async () => {
  const server = await started({
    ...noteConfig(),
    entities: {
      note: openEntity(
        { title: field("string"), room: field("int") },
        {
          permissions: {
            ...openEntity({}).permissions,
            read: [{ role: "member", where: "room=@user.room" }],
          },
        },
      ),
    },
  });
  const as = (room: number) => told({ userId: 1, roles: [], claims: { room } });
  const stream = await followed(server, "", as(1));
  const lastId = stream.lastId();
  for (const [query, headers] of [
    ["", as(2)],
    ["?where=title=a", as(1)],
  ] as const) {
    const back = await followed(server, query, { ...headers, "Last-Event-ID": lastId });
    await back.until(({ length }) => length === 1);
    expect(back.events[0]).toMatchObject({ type: "reset", data: { reason: "rights" } });
  }
  const same = await followed(server, "", { ...as(1), "Last-Event-ID": lastId });
  await server.api.repository("note").create({ title: "a", room: 1 });
  await same.until(({ length }) => length === 1);
  expect(same.events[0]?.type).toBe("create");
});

test("filters of a stream reveal nothing of records that the caller may not see", async () => {
  const server = await started({
    ...noteConfig(),
    entities: {
      dept: openEntity({ boss: field("int") }),
      note: openEntity(
        {
          salary: field("int"),
          deptid: field("int", { foreignKey: { targetEntityName: "dept", resolvedEntityName: "dept" } }),
        },
        {
          permissions: {
            ...openEntity({}).permissions,
            read: [{ role: "member", where: "dept.boss=@user.id" }],
          },
        },
      ),
    },
  });
  const { api } = server;
  await api.repository("dept").create({ boss: 1 });
  const { id } = await api.repository("note").create({ salary: 4711, deptid: 1 });
  const as = told({ userId: 66, roles: [] });
  // A create and an update between two readings of the log are a create.
  await untilRead(server, as);
  const streams = await Promise.all(
    ["salary>4000", "salary<4000", `id=${id}`, "id=99"].map((where) =>
      followed(server, `?where=${encodeURIComponent(where)}`, as),
    ),
  );
  await api.repository("note").update(id, { salary: 4712 });
  await Promise.all(streams.map((stream) => stream.until(({ length }) => length === 1)));
  for (const { events } of streams) expect(events).toMatchObject([{ data: { reason: "rights" } }]);
});

test("a caller who may read the key of only some records cannot follow the entity", async () => {
  const server = await started({
    ...noteConfig(),
    entities: {
      note: openEntity(
        { title: field("string"), room: field("int") },
        {
          permissions: {
            ...openEntity({}).permissions,
            read: [
              { role: "guest", fields: { include: ["title", "room"] } },
              { role: "guest", where: "room=1" },
            ],
          },
        },
      ),
    },
  });
  expect((await followed(server)).status).toBe(403);
});

test("a record created and deleted in one transaction is no change, and one created and updated is a create", async () => {
  const server = await started(noteConfig());
  const stream = await followed(server);
  await server.api.transaction(async (tx) => {
    const notes = tx.repository("note");
    const { id } = await notes.create({ title: "gone" });
    await notes.delete(id);
    const next = await notes.create({ title: "next" });
    await notes.update(next.id, { text: "changed" });
  });
  await stream.until(({ length }) => length === 1);
  expect(stream.events).toMatchObject([
    { type: "create", data: { record: { title: "next", text: "changed" } } },
  ]);
});

test("a stream whose records cannot be read ends, and the others go on", async () => {
  const server = await started({
    ...noteConfig(),
    entities: {
      item: openEntity({
        text: field("string"),
        noteid: field("int", {
          foreignKey: { targetEntityName: "note", resolvedEntityName: "note", inverseName: "items" },
        }),
      }),
      ...noteConfig().entities,
    },
  });
  const [bad, good] = [await followed(server, "?where=items.text~a"), await followed(server)];
  const { db } = server.api.repository("note") as unknown as {
    db: { schema: { dropTable: (name: string) => { execute: () => Promise<unknown> } } };
  };
  await db.schema.dropTable("item").execute();
  await create(server, "a");
  await good.until(({ length }) => length === 1);
  await bad.closed;
  expect(bad.events).toEqual([]);
  const back = await followed(server, "?where=items.text~a", { "Last-Event-ID": bad.lastId() });
  expect(back.status).toBe(503);
});
