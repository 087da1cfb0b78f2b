import { DataApi, defineConfig } from "data-api";
import { changes, createClient, live, type ConnectionOptions } from "data-api/client";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { bearer, ownUsers } from "../../conformance/callers.js";
import { useCheapHashes } from "../../conformance/cheap-hashes.js";
import { startServer, type TestServer } from "../../conformance/start-server.js";
import { dialects, modes } from "../../conformance/targets.js";
import { now } from "../../conformance/tokens.js";
import { cuttingProxy } from "./cutting-proxy.js";
import { openPort } from "../../conformance/start.js";

useCheapHashes();

/** The seconds that the server accepts a token for after its end. */
const CLOCK_SKEW = 30;
const given = { isEditable: true, isRequired: true } as const;
const everybody = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] } as const;
const config = defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  auth: { ...ownUsers, refreshTokens: {} },
  changes: { entities: ["note", "line", "draft"], interval: 20 },
  entities: {
    note: {
      fields: { title: { type: "string", ...given }, views: { type: "int", ...given } },
      permissions: everybody,
    },
    line: {
      fields: {
        orderid: { type: "int", isEditable: false, isRequired: true },
        number: { type: "int", isEditable: false, isRequired: true },
        amount: { type: "int", ...given },
      },
      primaryKey: ["orderid", "number"],
      permissions: everybody,
    },
    draft: {
      fields: { text: { type: "text", ...given } },
      permissions: { read: ["owner"], create: ["member"], update: ["owner"] },
    },
  },
});

const [sqlite] = dialects;
if (sqlite === undefined) throw new Error("There is no dialect.");

describe.each(modes)("the changes of a %s server", (mode) => {
  let server: TestServer;
  const connect = (options: ConnectionOptions = {}, url = server.url) =>
    createClient<typeof config>(url, { keys: { line: ["orderid", "number"] }, ...options });
  let api: ReturnType<typeof connect>;
  const open: AsyncGenerator<unknown, void>[] = [];
  const followed = <G extends AsyncGenerator<unknown, void>>(generator: G): G => {
    open.push(generator);
    return generator;
  };

  beforeAll(async () => {
    const { auth, changes: settings, entities } = config;
    server = await startServer(mode, sqlite, { auth, changes: settings, entities });
    api = connect();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await Promise.all(open.splice(0).map((each) => each.return()));
    await api.note.deleteMany({ where: { id: { gt: 0 } } });
  });

  async function nextOf<T>(stream: AsyncIterator<T, void>): Promise<T> {
    const { value, done } = await stream.next();
    if (done === true) throw new Error("The stream has ended.");
    return value;
  }

  /** A stream of which no change is missed from now on, and its first change. */
  async function begun<T>(begin: (onOpen: () => void) => AsyncGenerator<T, void>) {
    let stream: AsyncGenerator<T, void> | undefined;
    let first: Promise<T> | undefined;
    await new Promise<void>((resolve, reject) => {
      stream = followed(begin(resolve));
      first = nextOf(stream);
      first.catch(reject);
    });
    if (stream === undefined || first === undefined) throw new Error("There is no stream.");
    return { stream, first: { value: first } };
  }

  test("changes come as they happen, with the selected members, and as seen through the filter", async () => {
    const { stream, first } = await begun((onOpen) =>
      changes(api, "note", { where: { views: { gt: 10 } }, select: { title: true }, onOpen }),
    );
    const last = await api.note.create({ title: "last", views: 20 });
    expect(await first.value).toMatchObject({ type: "create", key: last.id, record: { title: "last" } });
    await api.note.update(last.id, { views: 5 });
    await api.note.update(last.id, { title: "unseen" });
    expect(await nextOf(stream)).toMatchObject({ type: "delete", key: last.id });
    await api.note.update(last.id, { views: 50 });
    expect(await nextOf(stream)).toMatchObject({ type: "create", key: last.id, record: { title: "unseen" } });
    await api.note.delete(last.id);
    expect(await nextOf(stream)).toMatchObject({ type: "delete", key: last.id });
  });

  test("changes have keys of several fields as the client takes them", async () => {
    const list = followed(live(api, "line"));
    expect(await nextOf(list)).toEqual([]);
    const { first } = await begun((onOpen) => changes(api, "line", { onOpen }));
    const line = await api.line.create({ orderid: 1, number: 1, amount: 1 });
    expect(await nextOf(list)).toEqual([line]);
    await api.line.update({ orderid: 1, number: 1 }, { amount: 2 });
    const change = await first.value;
    if (change.type === "reset") throw new Error("The stream was reset.");
    expect(await api.line.findById(change.key)).toMatchObject({ amount: 2 });
    await api.line.delete(change.key);
    let lines = await nextOf(list);
    while (lines.length > 0) lines = await nextOf(list);
  });

  test("a stream over a proxy that cuts connections neither loses nor repeats a change", async () => {
    const proxy = await cuttingProxy(server.port);
    const real = Math.random;
    // The server asks for two seconds before a connection.
    const set = globalThis.setTimeout;
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((
      run: (...of: unknown[]) => void,
      delay = 0,
      ...of: unknown[]
    ) => set(run, delay === 2000 ? 10 : delay, ...of)) as typeof setTimeout);
    vi.spyOn(Math, "random").mockImplementation(() =>
      new Error().stack?.includes("waitAfter") ? 0 : real(),
    );
    const { stream, first } = await begun((onOpen) => changes(connect({}, proxy.url), "note", { onOpen }));
    const writing = (async () => {
      for (let views = 0; views < 60; views++) {
        await api.note.create({ title: "x", views });
        if (views % 7 === 3) proxy.cut();
        await new Promise((resolve) => set(resolve, 5));
      }
    })();
    const told = [await first.value];
    while (told.length < 60) told.push(await nextOf(stream));
    await writing;
    expect(told.map((change) => change.type === "create" && change.record.views)).toEqual(
      Array.from({ length: 60 }, (_, views) => views),
    );
    expect(new Set(told.map(({ id }) => id)).size).toBe(60);
    proxy.stop();
  });

  test("a live list connects again after 45 seconds if a proxy has buffered the stream", async () => {
    const proxy = await cuttingProxy(server.port);
    const silences = new Set<() => void>();
    const set = globalThis.setTimeout;
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((
      run: (...of: unknown[]) => void,
      delay = 0,
      ...of: unknown[]
    ) => {
      if (delay === 45_000) silences.add(run);
      return set(run, delay, ...of);
    }) as typeof setTimeout);
    const list = followed(live(connect({}, proxy.url), "note", { select: { id: true, title: true } }));
    expect(await nextOf(list)).toEqual([]);
    const next = nextOf(list);
    proxy.buffer();
    const { id } = await api.note.create({ title: "held back", views: 1 });
    await new Promise((resolve) => set(resolve, 300));
    proxy.pass();
    for (const run of silences) run();
    expect(await next).toEqual([{ id, title: "held back" }]);
    proxy.stop();
  });

  test("a live list has the records of a read, and no record goes back to an older state", async () => {
    const lists = ["views", "~id", "title", "~views"] as const;
    const seen = lists.map((orderBy) => {
      const list = followed(
        live(api, "note", { orderBy, take: 5, where: { title: { notContains: "hidden" } } }),
      );
      const state = {
        last: undefined as unknown,
        error: undefined as unknown,
        newest: new Map<number, number>(),
      };
      void (async () => {
        for await (const notes of list) {
          state.last = notes;
          for (const { id, views } of notes) {
            if (views < (state.newest.get(id) ?? 0)) state.error = `${orderBy}: ${id} went back to ${views}`;
            state.newest.set(id, views);
          }
        }
      })().catch((error: unknown) => (state.error = error));
      return { orderBy, state };
    });
    await expect.poll(() => seen.every(({ state }) => state.last !== undefined), { interval: 20 }).toBe(true);
    const ids: number[] = [];
    for (let step = 0; step < 150; step++) {
      const id = ids[step % Math.max(1, ids.length)];
      const title = `${"abcdef"[step % 6] ?? ""}${step % 11 === 0 ? " hidden" : ""}`;
      // The views of a note only grow.
      if (step % 3 === 0 || id === undefined) ids.push((await api.note.create({ title, views: step })).id);
      else if (step % 13 === 0) await api.note.delete(ids.splice(ids.indexOf(id), 1)[0] ?? 0);
      else await api.note.update(id, { title, views: step });
      await new Promise((resolve) => setTimeout(resolve, step % 20));
    }
    for (const { orderBy, state } of seen) {
      const { items } = await api.note.find({
        orderBy,
        take: 5,
        where: { title: { notContains: "hidden" } },
      });
      await expect.poll(() => state.last, { interval: 20 }).toEqual(items);
      expect(state.error).toBeUndefined();
    }
  });

  test("a live list goes on with a new token when one expires, and ends with the log-out", async () => {
    const own = connect();
    const username = `anna-${mode}`.replaceAll(" ", "-");
    const id = await own.auth.register({ username, password: "ten letters 1" });
    const { refreshToken } = await own.auth.logIn({ username, password: "ten letters 1" });
    const { Authorization } = await bearer(server, id, { exp: now() - CLOCK_SKEW + 2 });
    const told: unknown[] = [];
    const short = connect({
      token: Authorization.replace("Bearer ", ""),
      refreshToken,
      onTokens: (tokens) => told.push(tokens),
    });
    const list = followed(live(short, "draft", { select: { text: true } }));
    expect(await nextOf(list)).toEqual([]);
    const next = nextOf(list);
    // The server ends the stream with the token. The client renews it by itself.
    await expect.poll(() => told.length, { interval: 50 }).toBe(1);
    await short.draft.create({ text: "after" });
    expect(await next).toEqual([{ text: "after" }]);
    const last = nextOf(list);
    await own.auth.logOut();
    await expect(last).rejects.toMatchObject({ code: "invalid-token", status: 401 });
  });

  test("a stream of changes that the server refuses fails with the server's code", async () => {
    await expect(nextOf(changes(api, "draft"))).rejects.toMatchObject({ code: "authentication-required" });
    await expect(nextOf(changes(api, "note", { lastEventId: "made up" }))).rejects.toMatchObject({
      code: "invalid-header",
      status: 400,
    });
    const old = followed(changes(api, "note", { lastEventId: "00000000-aaaaaaaaaaa-1" }));
    expect(await nextOf(old)).toMatchObject({ type: "reset", reason: "expired" });
    await expect(nextOf(changes(api, "note", { where: "nothing=1" as never }))).rejects.toMatchObject({
      code: "invalid-condition",
    });
    await expect(nextOf(changes(api, "user"))).rejects.toMatchObject({ name: "ClientError" });
  });
});

test("changes come from a database that was written to before the first start", async () => {
  const { auth, changes: settings, entities } = config;
  const database = { dialect: "sqlite", name: ":memory:" } as const;
  const own = new DataApi({
    database,
    auth,
    changes: settings,
    entities,
    server: { host: "127.0.0.1", maxEventLoopDelay: 0 },
  });
  own.setupApiEndpoints();
  await own.repository("note").create({ title: "seeded", views: 1 });
  const { port } = await openPort(own);
  const client = createClient<typeof config>(`http://127.0.0.1:${port}`, {
    keys: { line: ["orderid", "number"] },
  });
  const list = live(client, "note", { select: { title: true } });
  expect((await list.next()).value).toEqual([{ title: "seeded" }]);
  const next = list.next();
  await client.note.create({ title: "later", views: 1 });
  expect((await next).value).toEqual([{ title: "seeded" }, { title: "later" }]);
  await list.return();
  await own.stopAsync();
});
