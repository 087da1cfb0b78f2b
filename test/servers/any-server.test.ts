import { randomUUID } from "node:crypto";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD } from "../conformance/callers.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import { sendRequest, type Reply, type RequestOptions } from "../conformance/http-client.js";
import type { FreshDatabase } from "../conformance/targets.js";
import { secretKey } from "../conformance/tokens.js";
import { redisUrl, whyNoRedis } from "./redis.js";
import { startProcess, type ServedProcess } from "./served-process.js";

/** How long a server may not notice a change by another server. */
const userCheckInSecs = 1;
/** How many failed log-ins are allowed. */
const failures = 4;
/** How long a client retries after a 503, in milliseconds. */
const PATIENCE = 30_000;
const noRedis = await whyNoRedis();

await describeDialect("three server processes of one API", "postgres", (dialect) => {
  let database: FreshDatabase;
  let servers: readonly ServedProcess[] = [];
  const agent = new http.Agent();
  let turn = 0;

  beforeAll(async () => {
    database = await dialect.createDatabase();
    const config = {
      database: { ...database.database, pool: { max: 4, waitTimeout: 30_000 } },
      auth: { secretKey, refreshTokens: true, userCheckInSecs },
      batch: true,
      server: {
        host: "127.0.0.1",
        shutdownDelay: 0,
        maxEventLoopDelay: 0,
        log: { level: "error" },
        rateLimit: {
          addresses: false,
          callers: false,
          ...(noRedis === undefined ? { logins: { limit: failures, window: 600_000 }, redis: redisUrl } : {}),
        },
      },
      entities: {
        note: openEntity({ title: field("string") }),
        vault: {
          fields: { word: field("string") },
          permissions: { read: ["keeper"], create: ["keeper"], update: [], delete: [] },
        },
      },
    } as const;
    servers = await Promise.all([0, 1, 2].map(() => startProcess(config)));
  });
  afterAll(async () => {
    agent.destroy();
    for (const end of await Promise.all(servers.map((server) => server.end())))
      expect(end).toEqual({ exitCode: 0, stderr: "" });
  });

  /** Retries after 503, as clients do: on a busy machine, Redis may answer too late for a log-in. */
  const sendTo = async (
    index: number,
    method: string,
    path: string,
    options?: RequestOptions,
  ): Promise<Reply> => {
    const port = servers[index % servers.length]?.port ?? 0;
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      const reply = await sendRequest(port, agent, method, path, options);
      if (reply.status !== 503 || Date.now() > deadline) return reply;
      await sleep(50);
    }
  };
  /** Sends each request to the next server in turn. */
  const send = (method: string, path: string, options?: RequestOptions): Promise<Reply> =>
    sendTo(turn++, method, path, options);
  /** Sends a request to each server. */
  const sendToAll = (method: string, path: string, options?: RequestOptions): Promise<Reply[]> =>
    Promise.all(servers.map((_, index) => sendTo(index, method, path, options)));
  const statusesOf = (replies: readonly Reply[]) => replies.map(({ status }) => status);

  async function expectStatus(status: number, reply: Promise<Reply>): Promise<Reply> {
    const received = await reply;
    expect({ status: received.status, text: received.text }).toEqual({ status, text: received.text });
    expect(received.status).toBe(status);
    return received;
  }

  const own = "/api/data/user/private/findall/id/0/1";
  const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

  interface Session {
    readonly token: string;
    readonly refreshToken: string;
    readonly id: number;
  }

  async function register(username: string): Promise<void> {
    const body = { username, password: PASSWORD, confirmPassword: PASSWORD };
    await expectStatus(201, send("POST", "/api/data/user", { body }));
  }

  async function logIn(username: string, password = PASSWORD): Promise<Session> {
    const reply = await expectStatus(200, send("POST", "/api/auth/token", { body: { username, password } }));
    return reply.json as Session;
  }

  async function refresh(refreshToken: string): Promise<Session> {
    const reply = await expectStatus(200, send("POST", "/api/auth/refresh", { body: { refreshToken } }));
    return reply.json as Session;
  }

  /** Polls each server until it answers with this status. */
  async function untilAll(status: number, ask: (index: number) => Promise<Reply>): Promise<void> {
    for (const index of servers.keys())
      await expect.poll(async () => (await ask(index)).status, { timeout: PATIENCE }).toBe(status);
  }

  describe("serve a session together", () => {
    it("all servers of an API accept the tokens and refresh tokens of each", async () => {
      await register("anna");
      let session = await logIn("anna");
      expect(statusesOf(await sendToAll("GET", own, bearer(session.token)))).toEqual([200, 200, 200]);
      for (let time = 0; time < 4; time++) {
        const next = await refresh(session.refreshToken);
        // A client that missed the answer asks another server.
        expect((await refresh(session.refreshToken)).refreshToken).toBe(next.refreshToken);
        session = next;
        await expectStatus(200, send("GET", own, bearer(session.token)));
      }
    });

    it("a log-out ends the session on all servers soon, and its refresh tokens at once", async () => {
      await register("bert");
      const { token, refreshToken } = await logIn("bert");
      expect(statusesOf(await sendToAll("GET", own, bearer(token)))).toEqual([200, 200, 200]);
      await expectStatus(204, sendTo(0, "POST", "/api/auth/logout", bearer(token)));
      expectProblem(await sendTo(0, "GET", own, bearer(token)), "invalid-token");
      for (const reply of await sendToAll("POST", "/api/auth/refresh", { body: { refreshToken } }))
        expectProblem(reply, "invalid-token");
      await untilAll(401, (index) => sendTo(index, "GET", own, bearer(token)));
    });

    it("after a new password, all servers accept the new token at once, and old tokens end", async () => {
      await register("carl");
      const former = await logIn("carl");
      expect(statusesOf(await sendToAll("GET", own, bearer(former.token)))).toEqual([200, 200, 200]);
      const newPassword = `${PASSWORD} 2`;
      const changed = await expectStatus(
        200,
        send("POST", "/api/auth/password", {
          ...bearer(former.token),
          body: { password: PASSWORD, newPassword, confirmPassword: newPassword },
        }),
      );
      const { token } = changed.json as Session;
      expect(statusesOf(await sendToAll("GET", own, bearer(token)))).toEqual([200, 200, 200]);
      await untilAll(401, (index) => sendTo(index, "GET", own, bearer(former.token)));
      await logIn("carl", newPassword);
    });

    it("changes of a user's roles soon apply on all servers", async () => {
      await register("dora");
      const { token, id } = await logIn("dora");
      const read = (index: number) =>
        sendTo(index, "GET", "/api/data/vault/public/findall/id/0/1", bearer(token));
      expect(statusesOf(await Promise.all([0, 1, 2].map(read)))).toEqual([403, 403, 403]);
      for (const [roles, status] of [
        [["keeper"], 200],
        [[], 403],
      ] as const) {
        await database.run([`update "user" set roles = '${JSON.stringify(roles)}' where id = ${id}`]);
        await untilAll(status, read);
      }
    });
  });

  it.skipIf(noRedis !== undefined)(
    "servers count wrong passwords together, and lock a name on all of them",
    async () => {
      await register("emil");
      const logIn = (password: string) =>
        send("POST", "/api/auth/token", { body: { username: "emil", password } });
      // An attempt that was answered too late counts as well.
      let wrong = 0;
      while ((await logIn(`wrong ${wrong}`)).status === 401) wrong++;
      expect(wrong).toBeGreaterThan(0);
      expect(wrong).toBeLessThanOrEqual(failures);
      for (let time = 0; time < servers.length; time++)
        expectProblem(await logIn(PASSWORD), "too-many-requests");
    },
  );

  it("servers do a create once that all receive at the same time, and give the same answer", async () => {
    const create = {
      headers: { "Idempotency-Key": randomUUID(), Prefer: "return=representation" },
      body: { title: "once" },
    };
    const replies = await Promise.all(
      Array.from({ length: 15 }, () => send("POST", "/api/data/note", create)),
    );
    for (const reply of replies) if (reply.status !== 201) expectProblem(reply, "request-running");
    for (const again of await sendToAll("POST", "/api/data/note", create)) {
      expect(again.status).toBe(201);
      expect(again.text).toBe(replies.find(({ status }) => status === 201)?.text);
    }
    const [row] = await database.run(["select count(*) as found from note where title = 'once'"]);
    expect(Number(row?.["found"])).toBe(1);
  });

  it("servers do a batch with a key once that all receive", async () => {
    const operations = ["a", "b"].map((title) => ({ create: "note", input: { title: `batch ${title}` } }));
    const batch = { headers: { "Idempotency-Key": randomUUID() }, body: { operations } };
    const [first, ...others] = [
      await expectStatus(200, send("POST", "/api/batch", batch)),
      ...(await sendToAll("POST", "/api/batch", batch)),
    ];
    for (const other of others) expect(other.text).toBe(first.text);
    const [row] = await database.run(["select count(*) as found from note where title like 'batch %'"]);
    expect(Number(row?.["found"])).toBe(2);
  });

  it("servers of an API continue each other's pages", async () => {
    const titles = Array.from({ length: 11 }, (_, index) => `page ${String(index).padStart(2, "0")}`);
    await expectStatus(201, send("POST", "/api/data/note", { body: titles.map((title) => ({ title })) }));
    const found: string[] = [];
    let after = "";
    do {
      const path = `/api/data/note?where=title~page&orderBy=title&take=2${after}`;
      const { items, next } = (await expectStatus(200, send("GET", path))).json as {
        items: { title: string }[];
        next?: string;
      };
      found.push(...items.map(({ title }) => title));
      after = next === undefined ? "" : `&after=${next}`;
    } while (after !== "");
    expect(found).toEqual(titles);
  });

  it("servers of an API give a version of a record the same ETag", async () => {
    const created = await expectStatus(201, send("POST", "/api/data/note", { body: { title: "versioned" } }));
    const path = `/api/data/note/${String(created.json)}`;
    const tags = (await sendToAll("GET", path)).map(({ headers }) => headers["etag"] ?? "");
    expect(new Set(tags).size).toBe(1);
    const [tag = ""] = tags;
    const unchanged = await sendToAll("GET", path, { headers: { "If-None-Match": tag } });
    expect(statusesOf(unchanged)).toEqual([304, 304, 304]);
    const changes = await Promise.all(
      servers.map((_, index) =>
        sendTo(index, "PATCH", path, { headers: { "If-Match": tag }, body: { title: `of ${index}` } }),
      ),
    );
    expect(statusesOf(changes).sort()).toEqual([200, 412, 412]);
  });
});
