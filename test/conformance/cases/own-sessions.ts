import { sql, type Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import { addUser, inFlight, ownUsers, PASSWORD, sender, type Send } from "../callers.js";
import { expectProblem } from "../expectations.js";
import { field } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { takeLines } from "../reports.js";
import type { TestServer } from "../start-server.js";
import { signToken } from "../tokens.js";

const unlimited = { rateLimit: { addresses: false, callers: false, logins: false } } as const;
const inner = { fields: { title: field("string") }, permissions: { read: ["member"] } };

interface Session {
  readonly token: string;
  readonly refreshToken: string;
}

interface Listed {
  readonly id: string;
  readonly device: string | null;
  readonly createdAt: string | null;
  readonly usedAt: string;
  readonly expiresAt: string;
  readonly isCurrent: boolean;
}

export function ownSessionCases({ serve, createDatabase, startOn }: Harness): void {
  let users = 0;
  const logInAs = async (server: TestServer, username: string, headers = {}): Promise<Session> => {
    const body = { username, password: PASSWORD };
    const reply = await server.post("/api/auth/token", body, headers);
    expect(reply.status, reply.text).toBe(200);
    return reply.json as Session;
  };
  const withToken = (server: TestServer, { token }: Pick<Session, "token">): Send =>
    sender(server, { Authorization: `Bearer ${token}` });
  const newUser = async (server: TestServer) => {
    const username = `owner ${users++}`;
    const id = await addUser(server, username);
    const session = await logInAs(server, username);
    return { id, username, session, send: withToken(server, session) };
  };
  const list = async (send: Send): Promise<readonly Listed[]> => {
    const reply = await send("GET", "/api/auth/sessions");
    expect(reply.status, reply.text).toBe(200);
    const { count, items } = reply.json as { count: number; items: Listed[] };
    expect(count).toBe(items.length);
    return items;
  };
  const currentId = async (send: Send) => (await list(send)).find(({ isCurrent }) => isCurrent)?.id ?? "";
  const refresh = (server: TestServer, { refreshToken }: Session) =>
    server.post("/api/auth/refresh", { refreshToken });
  const read = (send: Send) => send("GET", paths.findAll("inner"));
  const expectAlive = async (send: Send) => {
    expect((await read(send)).status).toBe(200);
  };
  const end = (send: Send, id: string) => send("DELETE", `/api/auth/sessions/${id}`);
  const tables = (api: TestServer["api"]) =>
    (api.repository("user") as unknown as { db: Kysely<Record<string, Record<string, unknown>>> }).db;

  describe("a user's own sessions", () => {
    const server = serve({
      auth: { ...ownUsers, refreshTokens: true, userCheckInSecs: 300 },
      server: unlimited,
      entities: {
        inner,
        mine: {
          fields: { title: field("string") },
          permissions: { read: [{ role: "member", where: "title=@user.sid" }] },
        },
        user: { fields: { sid: field("string") }, permissions: {} },
      },
    });

    it("a user's sessions are listed with device and times, the newest first, and only to this user", async () => {
      const stranger = await newUser(server);
      const { username, send } = await newUser(server);
      const second = await logInAs(server, username, { "User-Agent": `A\tB\u0085${"c".repeat(300)}` });
      const reply = await send("GET", "/api/auth/sessions");
      expect(reply.headers["cache-control"]).toBe("no-store");
      const [newer, older, ...more] = await list(withToken(server, second));
      expect(more).toEqual([]);
      expect(newer).toMatchObject({ device: `AB${"c".repeat(198)}`, isCurrent: true });
      expect(older).toMatchObject({ device: null, isCurrent: false });
      expect((await list(send)).map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
      expect(Object.keys(newer ?? {})).toEqual([
        ...["id", "device", "createdAt", "usedAt", "expiresAt", "isCurrent"],
      ]);
      for (const time of [newer?.createdAt, newer?.usedAt, newer?.expiresAt])
        expect(new Date(String(time)).toISOString()).toBe(time);
      expect(Date.parse(newer?.expiresAt ?? "")).toBeGreaterThan(Date.now() + 13 * 86_400_000);
      const ids = (await list(stranger.send)).map(({ id }) => id);
      expect(ids).toHaveLength(1);
      expect([newer?.id, older?.id]).not.toContain(ids[0]);
    });

    it("another user cannot end a session, and gets the same answer as for a session that does not exist", async () => {
      const [ann, bob] = [await newUser(server), await newUser(server)];
      const [{ id } = { id: "" }] = await list(bob.send);
      const replies = [
        await end(ann.send, id),
        await end(ann.send, "A".repeat(22)),
        await end(ann.send, "x"),
      ];
      for (const reply of replies) expectProblem(reply, "unknown-record");
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      await expectAlive(bob.send);
      expect((await refresh(server, bob.session)).status).toBe(200);
      for (const [method, path] of [
        ["GET", "/api/auth/sessions"],
        ["DELETE", "/api/auth/sessions"],
        ["DELETE", `/api/auth/sessions/${id}`],
      ] as const)
        expectProblem(await server.request(method, path), "authentication-required");
    });

    it("a session ends with its token and refresh token, and no other session ends", async () => {
      const { username, send } = await newUser(server);
      const phone = await logInAs(server, username);
      const onPhone = withToken(server, phone);
      await expectAlive(onPhone);
      const id = await currentId(onPhone);
      const reply = await end(send, id);
      expect([reply.status, reply.text]).toEqual([204, ""]);
      expectProblem(await read(onPhone), "invalid-token");
      expectProblem(await refresh(server, phone), "invalid-token");
      expectProblem(await end(send, id), "unknown-record");
      expect(await list(send)).toHaveLength(1);
      await expectAlive(send);
      expect((await end(send, "current")).status).toBe(204);
      expectProblem(await read(send), "invalid-token");
    });

    it("a session ends with the tokens of every refresh, and all other sessions can be ended at once", async () => {
      const { username, session, send } = await newUser(server);
      const next = (await refresh(server, session)).json as Session;
      expect(await currentId(withToken(server, next))).toBe(await currentId(send));
      const others = [await logInAs(server, username), await logInAs(server, username)];
      for (const other of others) await expectAlive(withToken(server, other));
      const stranger = await newUser(server);
      expect((await withToken(server, next)("DELETE", "/api/auth/sessions")).status).toBe(204);
      for (const other of others) {
        expectProblem(await read(withToken(server, other)), "invalid-token");
        expectProblem(await refresh(server, other), "invalid-token");
      }
      await expectAlive(send);
      await expectAlive(stranger.send);
      expect((await end(withToken(server, next), "current")).status).toBe(204);
      for (const one of [session, next]) expectProblem(await read(withToken(server, one)), "invalid-token");
    });

    it("a session ends once if many requests end it at the same time", async () => {
      const { username, send } = await newUser(server);
      const id = await currentId(withToken(server, await logInAs(server, username)));
      const replies = await inFlight(Array.from({ length: 50 }), () => end(send, id), 50);
      expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 404)).toHaveLength(49);
    });

    it("a session stays ended while many requests refresh it", async () => {
      const { username, send } = await newUser(server);
      const phone = await logInAs(server, username);
      const id = await currentId(withToken(server, phone));
      const [ended, ...refreshed] = await Promise.all([
        end(send, id),
        ...Array.from({ length: 50 }, () => refresh(server, phone)),
      ]);
      expect(ended.status).toBe(204);
      const given = refreshed.flatMap((reply) => (reply.status === 200 ? [reply.json as Session] : []));
      for (const one of [phone, ...given.slice(0, 3)]) {
        expectProblem(await read(withToken(server, one)), "invalid-token");
        expectProblem(await refresh(server, one), "invalid-token");
      }
    });

    it("a session ends with all its tokens if a refresh token is used a second time", async () => {
      const { session, send } = await newUser(server);
      const second = (await refresh(server, session)).json as Session;
      const third = (await refresh(server, second)).json as Session;
      await expectAlive(withToken(server, third));
      expectProblem(await refresh(server, session), "invalid-token");
      for (const one of [session, second, third])
        expectProblem(await read(withToken(server, one)), "invalid-token");
      expectProblem(await read(send), "invalid-token");
      takeLines();
    });

    it("the list of sessions has those since the last log-out or change of the password", async () => {
      const { id, username, send } = await newUser(server);
      await send("POST", "/api/auth/logout");
      const next = withToken(server, await logInAs(server, username));
      expect(await list(next)).toHaveLength(1);
      await server.api.repository("user").update(id, { password: PASSWORD });
      expect(await list(withToken(server, await logInAs(server, username)))).toHaveLength(1);
    });

    it("the id of a session gives no access, alone or with the secret of its refresh token", async () => {
      const { session, send } = await newUser(server);
      const id = await currentId(send);
      const [, secret = ""] = session.refreshToken.split(".");
      for (const refreshToken of [id, `${id}.${secret}`, `${id}.${"A".repeat(43)}`])
        expectProblem(await refresh(server, { ...session, refreshToken }), "invalid-token");
      for (const Authorization of [`Bearer ${id}`, `Bearer ${id}.${secret}`])
        expectProblem(await server.get(paths.findAll("inner"), { Authorization }), "invalid-token");
      expect((await refresh(server, session)).status).toBe(200);
    });

    it("a token without a session has no current session, and stays valid when all sessions end", async () => {
      const { id, send } = await newUser(server);
      const { rows } = await sql<{ tokenversion: string }>`
        select tokenversion from ${sql.table("user")} where id = ${id}`.execute(tables(server.api));
      const sub = String(id);
      const claims = { sub, tokenversion: rows[0]?.tokenversion ?? undefined };
      const old = withToken(server, { token: await signToken(claims) });
      expect((await list(old)).map(({ isCurrent }) => isCurrent)).toEqual([false]);
      expectProblem(await end(old, "current"), "unknown-record");
      expect((await old("DELETE", "/api/auth/sessions")).status).toBe(204);
      expectProblem(await read(send), "invalid-token");
      await expectAlive(old);
    });

    it("a token of one user with the session of another user is rejected", async () => {
      const [ann, bob] = [await newUser(server), await newUser(server)];
      const { rows } = await sql<{ tokenversion: string }>`
        select tokenversion from ${sql.table("user")} where id = ${ann.id}`.execute(tables(server.api));
      const sid = await currentId(bob.send);
      const claims = { sub: String(ann.id), tokenversion: rows[0]?.tokenversion ?? undefined, sid };
      expectProblem(await read(withToken(server, { token: await signToken(claims) })), "invalid-token");
      await expectAlive(bob.send);
    });

    it("a field of the user with the name of the claim sid does not name the session", async () => {
      const { id, username } = await newUser(server);
      await server.api.repository("user").update(id, { sid: "mine" });
      const send = withToken(server, await logInAs(server, username));
      expect(await list(send)).toHaveLength(2);
      expect((await send("GET", paths.findAll("mine"))).status).toBe(200);
    });
  });

  describe("sessions of one database", () => {
    const config = {
      auth: { ...ownUsers, refreshTokens: true, userCheckInSecs: 300 },
      server: unlimited,
      entities: { inner },
    };

    it("a session ends on every server of a database within 15 seconds, and new ones begin at once", async () => {
      const database = await createDatabase();
      const [here, there] = [await startOn(database, config), await startOn(database, config)];
      const { username, send } = await newUser(here);
      const phone = await logInAs(here, username);
      const onPhone = withToken(there, phone);
      await expectAlive(onPhone);
      const began = performance.now();
      expect((await end(send, await currentId(onPhone))).status).toBe(204);
      expectProblem(await refresh(there, phone), "invalid-token");
      await expect.poll(async () => (await read(onPhone)).status, { timeout: 20_000 }).toBe(401);
      expect(performance.now() - began).toBeLessThan(15_000);
      await expectAlive(withToken(there, await logInAs(here, username)));
    });

    it("sessions from before sessions had ids go on, are listed, and end with their later tokens", async () => {
      const database = await createDatabase();
      const before = await startOn(database, config);
      const { username, session } = await newUser(before);
      const second = await logInAs(before, username);
      const { schema } = tables(before.api);
      // Others drop it with its column.
      if (database.database.dialect === "sqlite")
        await sql`drop index "ix_data_api_refresh.id"`.execute(tables(before.api));
      for (const column of ["id", "device", "createdat"])
        await schema.alterTable("data_api_refresh").dropColumn(column).execute();
      await before.api.stopAsync();
      const after = await startOn(database, config);
      const next = (await refresh(after, session)).json as Session;
      const send = withToken(after, next);
      const listed = await list(send);
      expect(listed.map(({ device, createdAt, isCurrent }) => [device, createdAt, isCurrent])).toEqual([
        [null, null, true],
        [null, null, false],
      ]);
      expect(await list(send)).toEqual(listed);
      expect((await end(send, listed[1]?.id ?? "")).status).toBe(204);
      expectProblem(await refresh(after, second), "invalid-token");
      expect((await end(send, "current")).status).toBe(204);
      expectProblem(await read(send), "invalid-token");
      expectProblem(await refresh(after, next), "invalid-token");
    });
  });

  describe("a server without sessions", () => {
    const server = serve({ auth: ownUsers, server: unlimited, entities: { inner } });

    it("a server without refresh tokens has no endpoints for sessions", async () => {
      const { send } = await newUser(server);
      for (const [method, path] of [
        ["GET", "/api/auth/sessions"],
        ["DELETE", "/api/auth/sessions/current"],
      ] as const)
        expectProblem(await send(method, path), "unknown-path");
    });
  });
}
