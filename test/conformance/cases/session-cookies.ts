import { defineOperation } from "data-api";
import { sql, type Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import { z } from "data-api/schema";
import {
  addUser,
  bearer,
  inFlight,
  ownUsers,
  PASSWORD,
  sender,
  type Headers,
  type Send,
} from "../callers.js";
import { expectProblem } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { type Reply } from "../http-client.js";
import { paths } from "../paths.js";
import { takeLines } from "../reports.js";
import type { TestConfig, TestServer } from "../start-server.js";
import type { FreshDatabase } from "../targets.js";
import { secretKey, signToken } from "../tokens.js";

const NAME = "__Host-data-api";
const CLEARED = `${NAME}=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax`;
const NEW_PASSWORD = "another horse battery";
const PARTNER = "https://app.example.com";
const unlimited = { rateLimit: { addresses: false, callers: false, logins: false } } as const;
const inner = { fields: { title: field("string") }, permissions: { read: ["member"] } };
/** What a page of the server sends. */
const ownPage = { "Sec-Fetch-Site": "same-origin" };

export function sessionCookieCases({ serve, createDatabase, startOn }: Harness): void {
  let users = 0;
  const config = {
    auth: { ...ownUsers, sessions: "cookie", userCheckInSecs: 300 },
    server: { ...unlimited, cors: { origins: [PARTNER], credentials: true } },
    batch: true,
    operations: {
      addNote: defineOperation({
        input: z.object({}),
        output: z.object({}),
        permissions: ["member"],
        handler: async ({ tx }) => {
          await tx.repository("note").create({ title: "by operation" });
          return {};
        },
      }),
    },
    entities: {
      inner,
      note: openEntity({ title: field("string"), code: field("string", { maxLength: 20, isUnique: true }) }),
      guestbook: { fields: {}, permissions: { read: ["guest"] } },
    },
  } as const satisfies TestConfig;
  const server = serve(config);

  const logIn = (to: TestServer, username: string, headers: Headers = {}, password = PASSWORD) =>
    to.post("/api/auth/token", { username, password }, headers);
  const cookieOf = (reply: Reply): string => {
    expect(reply.status, reply.text).toBe(200);
    return /^__Host-data-api=([^;]+);/.exec(reply.headers["set-cookie"] ?? "")?.[1] ?? "";
  };
  const withCookie = (to: TestServer, cookie: string): Send =>
    sender(to, { Cookie: `other=1; ${NAME}=${cookie}`, ...ownPage });
  const newUser = async (to: TestServer = server) => {
    const username = `cookie ${users++}`;
    const id = await addUser(to, username);
    const cookie = cookieOf(await logIn(to, username));
    return { id, username, cookie, send: withCookie(to, cookie) };
  };
  const read = (send: Send) => send("GET", paths.findAll("inner"));
  const expectAlive = async (send: Send) => {
    const reply = await read(send);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.headers["set-cookie"]).toBeUndefined();
  };
  const expectEnded = async (send: Send) => {
    const reply = await read(send);
    expectProblem(reply, "invalid-token");
    expect(reply.headers["set-cookie"]).toBe(CLEARED);
  };
  const tables = (to: TestServer) =>
    (to.api.repository("user") as unknown as { db: Kysely<Record<string, Record<string, unknown>>> }).db;
  /** A time as the database stores it. */
  const stored = (time: number) => {
    const text = new Date(time).toISOString();
    return server.config.database.dialect === "sqlite" ? text : text.replace("T", " ").replace("Z", "");
  };
  const setTimes = (id: number, times: Readonly<Record<string, number>>) =>
    tables(server)
      .updateTable("data_api_refresh")
      .set(Object.fromEntries(Object.entries(times).map(([name, time]) => [name, stored(time)])))
      .where("userid", "=", String(id))
      .execute();
  const rowsOf = (id: number) =>
    tables(server).selectFrom("data_api_refresh").selectAll().where("userid", "=", String(id)).execute();

  describe("a log-in", () => {
    it("a log-in sets a session cookie that no script can read, and answers with no token", async () => {
      const { id, username } = await newUser();
      const reply = await logIn(server, username);
      expect(reply.text).toBe(JSON.stringify({ id, firstname: null, lastname: null }));
      expect(reply.headers["set-cookie"]).toMatch(
        /^__Host-data-api=[\w-]{22}\.[\w-]{43}; Max-Age=7776000; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
      );
      expect(reply.headers["cache-control"]).toBe("no-store");
      expectProblem(await server.post("/api/auth/refresh", {}), "unknown-path");
    });

    it("a session cookie lets its browser read and write, and answers name it in Vary", async () => {
      const { send } = await newUser();
      const reply = await read(send);
      expect(reply.status).toBe(200);
      expect(reply.headers["vary"]?.split(/, ?/)).toEqual(
        expect.arrayContaining(["Cookie", "Authorization"]),
      );
      expect(reply.headers["cache-control"]).toBe("no-store");
      expect((await send("POST", "/api/data/note", { title: "x" })).status).toBe(201);
    });

    it("a log-in gives a new session cookie in place of the one that the browser had, which ends", async () => {
      const [ann, bob] = [await newUser(), await newUser()];
      const next = cookieOf(await logIn(server, ann.username, { Cookie: `${NAME}=${bob.cookie}` }));
      expect(next).not.toBe(bob.cookie);
      await expectEnded(bob.send);
      await expectAlive(ann.send);
      const { items } = (await withCookie(server, next)("GET", "/api/auth/sessions")).json as {
        items: { isCurrent: boolean }[];
      };
      expect(items.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    });

    it("a log-in never takes over a session cookie that was planted, and works with an invalid one", async () => {
      const { username } = await newUser();
      for (const planted of ["x", "", `${"A".repeat(22)}.${"B".repeat(43)}`, `a; ${NAME}=b`]) {
        const reply = await logIn(server, username, { Cookie: `${NAME}=${planted}` });
        expect(cookieOf(reply)).not.toBe(planted);
        await expectEnded(withCookie(server, planted));
      }
    });

    it("a log-in is refused from a page of another origin, and allowed from programs and own pages", async () => {
      const { username } = await newUser();
      const foreign: readonly Headers[] = [
        { "Sec-Fetch-Site": "cross-site" },
        { "Sec-Fetch-Site": "same-site", Origin: "http://127.0.0.1:1" },
        { Origin: "https://evil.example.com" },
        { Origin: "null" },
      ];
      for (const headers of foreign) {
        const reply = await logIn(server, username, headers);
        expectProblem(reply, "forbidden");
        expect(reply.headers["set-cookie"]).toBeUndefined();
      }
      const own = [{}, ownPage, { Origin: server.url }, { "Sec-Fetch-Site": "same-site", Origin: PARTNER }];
      for (const headers of own) cookieOf(await logIn(server, username, headers));
    });

    it("the secret of a session cookie is neither stored nor written to the log", async () => {
      takeLines();
      const { cookie, id, send } = await newUser();
      await expectAlive(send);
      await send("GET", "/api/data/unknown");
      const secret = cookie.split(".")[1] ?? "-";
      expect(JSON.stringify(await rowsOf(id))).not.toContain(secret);
      expect(takeLines().join("")).not.toContain(secret);
    });
  });

  describe("a cookie", () => {
    it("an invalid session cookie is refused like a bad token and cleared, so that the next request is a guest's", async () => {
      const [ann, bob] = [await newUser(), await newUser()];
      const [annId = "", annSecret = ""] = ann.cookie.split(".");
      const [bobId = "", bobSecret = ""] = bob.cookie.split(".");
      for (const wrong of [
        ...["", "x", ".", `${annId}.`, `${annId}.${bobSecret}`, `${bobId}.${annSecret}`, annSecret],
        ...[`${ann.cookie}A`, `"${ann.cookie}"`, `${ann.cookie}; ${NAME}=${ann.cookie}`],
        ...[`${ann.cookie}; ${NAME}=${bob.cookie}`, `x; ${NAME}=${ann.cookie}`, "x".repeat(5_000)],
      ])
        await expectEnded(withCookie(server, wrong));
      const reply = await sender(server, { Cookie: `${NAME}=x` })("GET", paths.findAll("guestbook"));
      expectProblem(reply, "invalid-token");
      expect((await server.get(paths.findAll("guestbook"))).status).toBe(200);
      for (const { send } of [ann, bob]) await expectAlive(send);
    });

    it("a cookie of another name is no session cookie", async () => {
      const { cookie } = await newUser();
      for (const name of ["data-api", "__host-data-api", "__Host-data-api2", "x__Host-data-api"])
        expectProblem(await read(sender(server, { Cookie: `${name}=${cookie}` })), "authentication-required");
    });

    it("a session cookie is no token, and a token is no session cookie", async () => {
      const { cookie, id } = await newUser();
      for (const token of [cookie, cookie.split(".")[1] ?? ""])
        expectProblem(await read(sender(server, { Authorization: `Bearer ${token}` })), "invalid-token");
      await expectEnded(withCookie(server, await signToken({ sub: String(id) })));
    });

    it("a session cookie counts only if there is no Authorization header, which decides alone", async () => {
      const [ann, bob] = [await newUser(), await newUser()];
      const { rows } = await sql<{ tokenversion: string }>`
        select tokenversion from ${sql.table("user")} where id = ${ann.id}`.execute(tables(server));
      const token = await signToken({ sub: String(ann.id), tokenversion: rows[0]?.tokenversion });
      const both = sender(server, { Cookie: `${NAME}=${bob.cookie}`, Authorization: `Bearer ${token}` });
      const { items } = (await both("GET", paths.findAll("user"))).json as { items: { id: number }[] };
      expect(items.map(({ id }) => id)).toEqual([ann.id]);
      // Without a page: the header is no one else's.
      expect((await both("POST", "/api/data/note", { title: "x" })).status).toBe(201);
      const bad = sender(server, { Cookie: `${NAME}=${bob.cookie}`, Authorization: "Bearer x" });
      const reply = await read(bad);
      expectProblem(reply, "invalid-token");
      expect(reply.headers["set-cookie"]).toBeUndefined();
      await expectAlive(bob.send);
    });

    it("a session cookie ends with a log-out on every device, and with the end of its session on this one", async () => {
      const { username, send } = await newUser();
      const phone = withCookie(server, cookieOf(await logIn(server, username)));
      const tablet = withCookie(server, cookieOf(await logIn(server, username)));
      const ended = await phone("DELETE", "/api/auth/sessions/current");
      expect([ended.status, ended.headers["set-cookie"]]).toEqual([204, CLEARED]);
      await expectEnded(phone);
      await expectAlive(send);
      const others = await send("DELETE", "/api/auth/sessions");
      expect([others.status, others.headers["set-cookie"]]).toEqual([204, undefined]);
      await expectEnded(tablet);
      const again = withCookie(server, cookieOf(await logIn(server, username)));
      const out = await send("POST", "/api/auth/logout");
      expect([out.status, out.headers["set-cookie"]]).toEqual([204, CLEARED]);
      for (const each of [send, again]) await expectEnded(each);
    });

    it("a change of the password replaces the session cookie, and ends the others", async () => {
      const { username, send } = await newUser();
      const phone = withCookie(server, cookieOf(await logIn(server, username)));
      const body = { password: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
      const next = withCookie(server, cookieOf(await send("POST", "/api/auth/password", body)));
      for (const each of [send, phone]) await expectEnded(each);
      await expectAlive(next);
    });

    it("a session cookie ends with its user", async () => {
      const { id, send } = await newUser();
      await expectAlive(send);
      await server.api.repository("user").delete(id);
      await expectEnded(send);
    });

    it("a session cookie ends once if many requests end it at the same time", async () => {
      const { send } = await newUser();
      const replies = await inFlight(
        Array.from({ length: 50 }),
        () => send("DELETE", "/api/auth/sessions/current"),
        50,
      );
      expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
      await expectEnded(send);
    });

    it("a session cookie expires when it is not used, and its use is stored every few minutes", async () => {
      const { id, send } = await newUser();
      const now = Date.now();
      const expiry = async () => String((await rowsOf(id))[0]?.["expiresat"]);
      const first = await expiry();
      await setTimes(id, { changedat: now - 240_000 });
      await expectAlive(send);
      expect(await expiry()).toBe(first);
      const two = await newUser();
      await setTimes(two.id, { changedat: now - 600_000, expiresat: now + 60_000 });
      await inFlight(Array.from({ length: 20 }), () => expectAlive(two.send), 20);
      const [row] = await rowsOf(two.id);
      const { items } = (await two.send("GET", "/api/auth/sessions")).json as {
        items: { usedAt: string; expiresAt: string }[];
      };
      expect(Date.parse(items[0]?.usedAt ?? "")).toBeGreaterThanOrEqual(now);
      expect(Date.parse(items[0]?.expiresAt ?? "")).toBeGreaterThan(now + 13 * 86_400_000);
      expect(row).toBeDefined();
      const three = await newUser();
      await setTimes(three.id, { expiresat: now - 1_000 });
      await expectEnded(three.send);
      // Used until its last moment, and no longer.
      const four = await newUser();
      await setTimes(four.id, { changedat: now - 600_000, expiresat: now + 60_000, endsat: now + 90_000 });
      await expectAlive(four.send);
      const [last] = (
        (await four.send("GET", "/api/auth/sessions")).json as { items: { expiresAt: string }[] }
      ).items;
      expect(Date.parse(last?.expiresAt ?? "")).toBe(now + 90_000);
    });
  });

  describe("a change by cookie", () => {
    const sites = [undefined, "same-origin", "same-site", "cross-site", "none"] as const;
    const origins = ["none", "own", "secure", "partner", "foreign", "null", "other port"] as const;
    const originOf = (origin: (typeof origins)[number]) =>
      ({
        ...{ none: undefined, own: server.url, secure: server.url.replace("http:", "https:") },
        ...{ partner: PARTNER, foreign: "https://evil.example.com", null: "null" },
        "other port": "http://127.0.0.1:9",
      })[origin];
    const isAllowed = (site: (typeof sites)[number], origin: (typeof origins)[number]) =>
      site === "same-origin" ||
      origin === "partner" ||
      (site === undefined && (origin === "own" || origin === "secure"));

    it("a change by session cookie is done only for pages of the server and of allowed origins, for every method", async () => {
      const { cookie } = await newUser();
      const { id } = await server.api.repository("note").create({ title: "x" });
      const changes: readonly (readonly [string, string, unknown])[] = [
        ["POST", "/api/data/note", { title: "new" }],
        ["PATCH", paths.record("note", Number(id)), { title: "y" }],
        ["PUT", "/api/data/note?onConflict=code", { code: "c", title: "z" }],
        ["POST", "/api/operations/addNote", {}],
        ["DELETE", "/api/data/note/999999", undefined],
        ["POST", "/api/batch", { operations: [{ create: "note", input: { title: "b" } }] }],
        ["DELETE", "/api/auth/sessions", undefined],
        ["POST", "/api/data/note/query", {}],
      ];
      const count = async () => ((await server.get(paths.findAll("note"))).json as { count: number }).count;
      for (const site of sites)
        for (const origin of origins) {
          const from = originOf(origin);
          const headers = {
            Cookie: `${NAME}=${cookie}`,
            ...(site !== undefined && { "Sec-Fetch-Site": site }),
            ...(from !== undefined && { Origin: from }),
          };
          const before = await count();
          for (const [method, path, body] of changes) {
            const reply = await server.request(method, path, { body, headers });
            const what = `${method} ${path}, ${String(site)}, ${origin}: ${reply.text}`;
            if (isAllowed(site, origin)) expect([200, 201, 204, 404], what).toContain(reply.status);
            else expect([reply.status, reply.headers["set-cookie"]], what).toEqual([403, undefined]);
          }
          expect((await count()) > before, `${String(site)}, ${origin}`).toBe(isAllowed(site, origin));
        }
    });

    it("a refused change by session cookie says who may send it, also for an invalid cookie", async () => {
      const { cookie, send } = await newUser();
      for (const each of [cookie, "x"]) {
        const reply = await server.request("POST", "/api/data/note", {
          ...{ body: { title: "x" }, headers: { Cookie: `${NAME}=${each}` } },
        });
        expectProblem(reply, "forbidden", { detail: /only pages of this server/ });
      }
      await expectAlive(send);
    });

    it("a read by session cookie is allowed for a foreign page, which cannot see it", async () => {
      const { cookie } = await newUser();
      for (const method of ["GET", "HEAD"])
        for (const headers of [
          {},
          { "Sec-Fetch-Site": "cross-site" },
          { Origin: "https://evil.example.com" },
        ]) {
          const reply = await server.request(method, paths.findAll("inner"), {
            headers: { Cookie: `${NAME}=${cookie}`, ...headers },
          });
          expect(reply.status).toBe(200);
          expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
        }
    });

    it("a change by a guest or by a token is allowed for a foreign page", async () => {
      const foreign = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example.com" };
      const { id, cookie } = await newUser();
      const token = await bearer(server, id);
      for (const own of [{}, token, { ...token, Cookie: `${NAME}=${cookie}` }]) {
        const headers = { ...foreign, ...own };
        const reply = await server.post("/api/data/note", { title: "x" }, headers);
        expect(reply.status).toBe(201);
      }
    });

    it("a change by session cookie needs a body as JSON", async () => {
      const { cookie } = await newUser();
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
        const headers = { Cookie: `${NAME}=${cookie}`, "Content-Type": type, ...ownPage };
        const reply = await server.post("/api/data/note", '{"title":"x"}', headers);
        expect(reply.status).toBe(415);
      }
    });
  });

  describe("agents", () => {
    const withAgents = serve({
      ...{ auth: { ...ownUsers, sessions: "cookie" }, entities: { inner } },
      ...{ server: unlimited, mcp: { roles: ["member"] } },
    });

    it("agents may use the session cookie of a page of the server, and of no other page", async () => {
      const { cookie } = await newUser(withAgents);
      const call = (headers: Headers) =>
        withAgents.post(
          "/mcp",
          { jsonrpc: "2.0", id: 1, method: "tools/list" },
          { Cookie: `${NAME}=${cookie}`, Accept: "application/json, text/event-stream", ...headers },
        );
      for (const headers of [{}, { "Sec-Fetch-Site": "cross-site" }, { "Sec-Fetch-Site": "same-site" }])
        expectProblem(await call(headers), "forbidden");
      const reply = await call(ownPage);
      expect(reply.status, reply.text).toBe(200);
    });
  });

  describe("a server behind a proxy", () => {
    const behind = serve({
      ...{
        auth: { ...ownUsers, sessions: "cookie" },
        entities: { note: openEntity({ title: field("string") }) },
      },
      server: { ...unlimited, trustProxy: 1 },
    });
    const named = serve({
      ...{
        auth: { ...ownUsers, sessions: "cookie" },
        entities: { note: openEntity({ title: field("string") }) },
      },
      server: { ...unlimited, publicUrl: "https://api.example.com" },
    });

    it("a server behind a proxy knows its origin by what the proxy says or by its public URL", async () => {
      const write = async (to: TestServer, headers: Headers) => {
        const { cookie } = await newUser(to);
        const all = { Cookie: `${NAME}=${cookie}`, ...headers };
        return (await to.post("/api/data/note", { title: "x" }, all)).status;
      };
      const forwarded = { "X-Forwarded-Host": "api.example.com", "X-Forwarded-Proto": "https" };
      expect(await write(behind, { ...forwarded, Origin: "https://api.example.com" })).toBe(201);
      expect(await write(behind, { ...forwarded, Origin: "http://api.example.com" })).toBe(403);
      expect(await write(behind, { ...forwarded, Origin: behind.url })).toBe(403);
      expect(await write(named, { Origin: "https://api.example.com" })).toBe(201);
      expect(await write(named, { ...forwarded, Origin: "http://api.example.com" })).toBe(403);
      expect(await write(named, { "X-Forwarded-Host": "evil.com", Origin: "https://evil.com" })).toBe(403);
      expect(await write(named, { Origin: named.url })).toBe(403);
    });
  });

  describe("two servers of one database", () => {
    const start = (database: FreshDatabase, more: object = {}) =>
      startOn(database, { ...config, auth: { ...config.auth, ...more } });

    it("a session cookie that one server has ended is refused by another within 20 seconds, and new ones are taken at once", async () => {
      const database = await createDatabase();
      const [here, there] = [await start(database), await start(database)];
      const { username, cookie, send } = await newUser(here);
      await expectAlive(withCookie(there, cookie));
      expect((await send("DELETE", "/api/auth/sessions/current")).status).toBe(204);
      await expectEnded(send);
      await expect
        .poll(async () => (await read(withCookie(there, cookie))).status, { timeout: 20_000 })
        .toBe(401);
      await expectAlive(withCookie(there, cookieOf(await logIn(here, username))));
    });

    it("a session cookie of a former key is taken as long as the list of keys has it", async () => {
      const database = await createDatabase();
      const newKey = "another secret of the tests, of 32 bytes";
      const former = await start(database);
      const both = await start(database, { secretKey: [newKey, secretKey] });
      const next = await start(database, { secretKey: newKey });
      const used = await newUser(former);
      const idle = await newUser(former);
      await tables(both)
        .updateTable("data_api_refresh")
        .set({ changedat: stored(Date.now() - 600_000) })
        .where("userid", "=", String(used.id))
        .execute();
      await expectAlive(withCookie(both, used.cookie));
      await expectAlive(withCookie(both, idle.cookie));
      // Its use was stored with the new key.
      await expectAlive(withCookie(next, used.cookie));
      await expectEnded(withCookie(next, idle.cookie));
    });
  });
}
