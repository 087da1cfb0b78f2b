import { decodeJwt } from "jose";
import { sql, type Kysely } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { addUser, ownUsers, PASSWORD, sender, setRoles, type Send } from "../callers.js";
import { expectJson, expectProblem, snapshot } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { type Reply } from "../http-client.js";
import { paths } from "../paths.js";
import { takeLines } from "../reports.js";
import type { TestServer } from "../start-server.js";
import { signToken } from "../tokens.js";

const NEW_PASSWORD = "another horse battery";
const unlimited = { rateLimit: { addresses: false, callers: false, logins: false } } as const;
const vault = { fields: { title: field("string") }, permissions: { read: ["admin"] } };
const inner = { fields: { title: field("string") }, permissions: { read: ["member"] } };

/** The answer to a log-in. */
interface Session {
  readonly token: string;
  readonly refreshToken?: string;
}

export function sessionCases({ serve, createDatabase, startOn }: Harness): void {
  let users = 0;
  const logInAs = async (server: TestServer, username: string, password = PASSWORD): Promise<Session> => {
    const reply = await server.post("/api/auth/token", { username, password });
    expect(reply.status, reply.text).toBe(200);
    return reply.json as Session;
  };
  const withToken = (server: TestServer, { token }: Session): Send =>
    sender(server, { Authorization: `Bearer ${token}` });
  /** Creates a user for one test and logs in. */
  const newUser = async (server: TestServer, more = {}) => {
    const username = `user ${users++}`;
    const id = await addUser(server, username, more);
    const session = await logInAs(server, username);
    return { id, username, session, send: withToken(server, session) };
  };
  const read = (send: Send, entity = "inner") => send("GET", paths.findAll(entity));
  const expectEnded = async (...sends: readonly Send[]) => {
    for (const send of sends) expectProblem(await read(send), "invalid-token");
  };
  const expectAlive = async (...sends: readonly Send[]) => {
    for (const send of sends) expect((await read(send)).status).toBe(200);
  };

  describe("a change of a user", () => {
    // The check interval is so long that only what the server does itself can take effect during a test.
    const server = serve({
      auth: { ...ownUsers, userCheckInSecs: 300 },
      server: unlimited,
      entities: {
        inner,
        vault,
        job: openEntity(
          { userid: field("int") },
          {
            hooks: {
              afterCreate: async ({ repository, record }) => {
                await repository("user").update(record["userid"], { password: NEW_PASSWORD });
              },
            },
          },
        ),
      },
    });
    let admin: Send;
    beforeAll(async () => {
      admin = (await newUser(server, { roles: ["admin"] })).send;
    });

    const passwordChanges: readonly (readonly [string, (id: number, self: Send) => Promise<unknown>])[] = [
      ["by the user", (id, self) => self("PATCH", paths.record("user", id), { password: NEW_PASSWORD })],
      ["by an admin", (id) => admin("PATCH", paths.record("user", id), { password: NEW_PASSWORD })],
      ["by server code", (id) => server.api.repository("user").update(id, { password: NEW_PASSWORD })],
      ["by a hook", (id) => server.api.repository("job").create({ userid: id })],
      [
        "with the old password",
        (_id, self) =>
          self("POST", "/api/auth/password", {
            ...{ password: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
          }),
      ],
    ];
    it.each(passwordChanges)("a change of the password %s ends existing tokens", async (_who, change) => {
      const { id, username, send } = await newUser(server);
      const other = withToken(server, await logInAs(server, username));
      const stranger = await newUser(server);
      await expectAlive(send, other, stranger.send);
      await change(id, send);
      await expectEnded(send, other);
      await expectAlive(stranger.send, withToken(server, await logInAs(server, username, NEW_PASSWORD)));
    });

    it("a change of other fields ends no tokens, nor does a rejected change of the password", async () => {
      const { id, send } = await newUser(server);
      await send("PATCH", paths.record("user", id), { firstname: "X" });
      await expectAlive(send);
      expectProblem(await send("PATCH", paths.record("user", id), { password: "short" }), "invalid-fields");
      await expectAlive(send);
    });

    it("a change of the roles applies to existing tokens", async () => {
      const { id, send } = await newUser(server);
      expectProblem(await read(send, "vault"), "forbidden");
      expectJson(await admin("PATCH", paths.record("user", id), { roles: ["admin"] }), 200, { count: 1 });
      expect((await read(send, "vault")).status).toBe(200);
      await server.api.repository("user").update(id, { roles: [] });
      expectProblem(await read(send, "vault"), "forbidden");
      await expectAlive(send);
    });

    it("a rejected change of the roles ends no tokens", async () => {
      const { id, send } = await newUser(server);
      expectProblem(await admin("PATCH", paths.record("user", id), { roles: ["owner"] }), "invalid-fields");
      await expectAlive(send);
    });

    it("a delete of a user ends its tokens, even if a new user gets the same name", async () => {
      const { id, username, send } = await newUser(server);
      await expectAlive(send);
      expectJson(await send("DELETE", paths.record("user", id)), 200, { count: 1 });
      await expectEnded(send);
      await addUser(server, username);
      await expectEnded(send);
    });
  });

  describe("a change by plain SQL", () => {
    const server = serve({
      auth: { ...ownUsers, userCheckInSecs: 0 },
      server: unlimited,
      entities: {
        inner,
        vault,
        mine: {
          fields: { title: field("string") },
          permissions: { read: [{ role: "member", where: "title=@user.city" }] },
        },
        user: { fields: { city: field("string") }, permissions: {} },
      },
    });
    const table = () =>
      (
        server.api.repository("user") as unknown as {
          db: Kysely<{ user: { id: number; tokenversion: string | null; city: string | null } }>;
        }
      ).db;

    it("a change of a user by plain SQL takes effect at once if each request checks the user", async () => {
      const { id, send } = await newUser(server, { city: "Bonn" });
      expect((await read(send, "mine")).status).toBe(200);
      expectProblem(await read(send, "vault"), "forbidden");
      await setRoles(server, id, ["admin"]);
      expect((await read(send, "vault")).status).toBe(200);
      await table().updateTable("user").set({ city: null }).where("id", "=", id).execute();
      expectProblem(await read(send, "mine"), "forbidden");
      await table().updateTable("user").set({ tokenversion: "x" }).where("id", "=", id).execute();
      await expectEnded(send);
    });

    it("a removal of the token version by plain SQL ends tokens with one, and allows tokens without one", async () => {
      const { id, username, send } = await newUser(server);
      await table().updateTable("user").set({ tokenversion: null }).where("id", "=", id).execute();
      await expectEnded(send);
      const old = withToken(server, await logInAs(server, username));
      await expectAlive(old);
      expect((await old("POST", "/api/auth/logout")).status).toBe(204);
      await expectEnded(old);
    });
  });

  describe("servers of one database", () => {
    const config = { auth: { ...ownUsers, userCheckInSecs: 1 }, server: unlimited, entities: { inner } };

    it("servers of one database accept new tokens at once, and reject ended ones after the configured seconds", async () => {
      const database = await createDatabase();
      const [here, there] = [await startOn(database, config), await startOn(database, config)];
      const { username, session } = await newUser(here);
      const old = withToken(there, session);
      await expectAlive(old);
      expect((await withToken(here, session)("POST", "/api/auth/logout")).status).toBe(204);
      await expectAlive(withToken(there, await logInAs(here, username)));
      await expect.poll(async () => (await read(old)).status).toBe(401);
    });

    it("a server that only verifies tables does not start if the column of token versions is missing, and names it", async () => {
      const database = await createDatabase();
      const before = await startOn(database, config);
      await before.api.repository("user").db.schema.alterTable("user").dropColumn("tokenversion").execute();
      await before.api.stopAsync();
      const { database: settings, ...rest } = database;
      const verifying = { ...rest, database: { ...settings, schema: "verify" as const } };
      await expect(startOn(verifying, config)).rejects.toThrow(/"user"\."tokenversion" is missing/);
      await (await startOn(database, config)).api.stopAsync();
      await (await startOn(verifying, config)).api.stopAsync();
    });

    it("a server accepts users and tokens from before token versions existed", async () => {
      const database = await createDatabase();
      const before = await startOn(database, config);
      const { id, username } = await newUser(before);
      await before.api.repository("user").db.schema.alterTable("user").dropColumn("tokenversion").execute();
      await before.api.stopAsync();
      const after = await startOn(database, config);
      const old = sender(after, { Authorization: `Bearer ${await signToken({ sub: String(id) })}` });
      await expectAlive(old, withToken(after, await logInAs(after, username)));
      await after.api.repository("user").update(id, { password: NEW_PASSWORD });
      await expectEnded(old);
      await expectAlive(withToken(after, await logInAs(after, username, NEW_PASSWORD)));
    });
  });

  describe("a log-out", () => {
    const server = serve({
      auth: { ...ownUsers, refreshTokens: true, userCheckInSecs: 300 },
      server: unlimited,
      entities: { inner },
    });

    it("a log-out ends all tokens of the user, and of no other user", async () => {
      const { username, send, session } = await newUser(server);
      const other = await logInAs(server, username);
      const stranger = await newUser(server);
      const reply = await send("POST", "/api/auth/logout");
      expect([reply.status, reply.text, reply.headers["cache-control"]]).toEqual([204, "", "no-store"]);
      await expectEnded(send, withToken(server, other));
      expectProblem(await send("POST", "/api/auth/logout"), "invalid-token");
      for (const { refreshToken } of [session, other])
        expectProblem(await server.post("/api/auth/refresh", { refreshToken }), "invalid-token");
      await expectAlive(stranger.send, withToken(server, await logInAs(server, username)));
    });

    it("a log-out and a change of one's own password require a known caller", async () => {
      expectProblem(await server.post("/api/auth/logout"), "authentication-required");
      expectProblem(await server.post("/api/auth/password", {}), "authentication-required");
    });

    it("a log-out ends the earlier session, also if a log-in and a refresh run at the same time", async () => {
      const { username, send, session } = await newUser(server);
      const refresh = () => server.post("/api/auth/refresh", { refreshToken: session.refreshToken });
      const [, refreshed] = await Promise.all([
        send("POST", "/api/auth/logout"),
        refresh(),
        logInAs(server, username),
      ]);
      // In any order, the earlier session has ended.
      if (refreshed.status === 200) await expectEnded(withToken(server, refreshed.json as Session));
      expectProblem(await refresh(), "invalid-token");
    });
  });

  describe("a change of one's own password", () => {
    const called: unknown[] = [];
    const server = serve({
      auth: { ...ownUsers, refreshTokens: true, passwordReqs: { minLength: 10, digitChar: false } },
      server: { ...unlimited, audit: true },
      entities: {
        inner,
        user: {
          fields: { blocked: field("boolean") },
          permissions: { update: [{ role: "owner", fields: { exclude: ["password"] } }, "admin"] },
          writeValidator: (_action, _roles, _id, dbRecord) => dbRecord?.["blocked"] !== true,
          hooks: {
            beforeUpdate: ({ caller, changes }) => {
              called.push([caller?.userId, Object.keys(changes)]);
            },
          },
        },
      },
    });
    const change = (
      send: Send,
      newPassword: unknown,
      password: unknown = PASSWORD,
      confirmPassword = newPassword,
    ) => send("POST", "/api/auth/password", { password, newPassword, confirmPassword });

    it("a change of one's own password requires the old one, ends all tokens and returns new ones", async () => {
      const { id, username, send, session } = await newUser(server);
      called.length = 0;
      const reply = await change(send, NEW_PASSWORD);
      const given = reply.json as Session;
      expectJson(reply, 200, { ...given, id, firstname: null, lastname: null });
      expect(called).toEqual([[id, ["password"]]]);
      await expectEnded(send);
      await expectAlive(withToken(server, given));
      expectProblem(
        await server.post("/api/auth/refresh", { refreshToken: session.refreshToken }),
        "invalid-token",
      );
      const again = { body: { refreshToken: given.refreshToken } };
      expect((await server.request("POST", "/api/auth/refresh", again)).status).toBe(200);
      expect((await logInAs(server, username, NEW_PASSWORD)).token).toBeDefined();
      const { rows } = await sql<{ userid: string; operation: string; outcome: string }>`
        select * from data_api_audit where operation = ${"update"} and recordid = ${String(id)}`.execute(
        server.api.repository("user").db,
      );
      expect(rows).toMatchObject([{ userid: String(id), outcome: "done" }]);
    });

    it("a change of one's own password is possible even if permissions forbid updates of it", async () => {
      const { id, send } = await newUser(server);
      expectProblem(
        await send("PATCH", paths.record("user", id), { password: NEW_PASSWORD }),
        "nothing-to-update",
      );
      expect((await change(send, NEW_PASSWORD)).status).toBe(200);
    });

    it("a change of one's own password is rejected if the old one is wrong, and changes nothing", async () => {
      const { username, send } = await newUser(server);
      const before = await snapshot(server);
      for (const wrong of ["", "wrong", `${PASSWORD} `, PASSWORD.toUpperCase(), "x".repeat(5_000)])
        expectProblem(await change(send, NEW_PASSWORD, wrong), "invalid-credentials", {
          detail: "The password is wrong.",
        });
      expect(await snapshot(server)).toBe(before);
      await expectAlive(send, withToken(server, await logInAs(server, username)));
    });

    it("a change of one's own password reports all mistakes before it checks the old one", async () => {
      const { send } = await newUser(server);
      const issues = async (body: object) =>
        expectProblem(await send("POST", "/api/auth/password", body), "invalid-fields").errors?.map(
          ({ path, code }) => [path, code],
        );
      expect(await issues({})).toEqual([
        ["password", "required"],
        ["newPassword", "required"],
        ["confirmPassword", "required"],
      ]);
      expect(await issues({ password: "wrong", newPassword: "short", confirmPassword: "long" })).toEqual([
        ["newPassword", "too-short"],
        ["confirmPassword", "not-equal"],
      ]);
      expect(await issues({ password: 1, newPassword: NEW_PASSWORD, confirmPassword: null })).toEqual([
        ["password", "wrong-type"],
        ["confirmPassword", "wrong-type"],
      ]);
      await expectAlive(send);
    });

    it("a change of one's own password calls the writeValidator, as every update does", async () => {
      const { id, send } = await newUser(server);
      await server.api.repository("user").update(id, { blocked: true });
      expectProblem(await change(send, NEW_PASSWORD), "forbidden");
      await expectAlive(send);
    });

    it("a change of one's own password succeeds once if several run at the same time", async () => {
      const { username, send } = await newUser(server);
      const wanted = Array.from({ length: 4 }, (_, n) => `${NEW_PASSWORD} ${n}`);
      const replies = await Promise.all(wanted.map((password) => change(send, password)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
      const done = replies.findIndex(({ status }) => status === 200);
      await expectAlive(withToken(server, replies[done]?.json as Session));
      await logInAs(server, username, wanted[done]);
    });

    it("a change of one's own password loses to a concurrent change by an admin, in any order", async () => {
      for (let round = 0; round < 4; round++) {
        const { id, username, send } = await newUser(server);
        const [reply] = await Promise.all([
          change(send, NEW_PASSWORD),
          server.api.repository("user").update(id, { password: "the admin's password" }),
        ]);
        await logInAs(server, username, "the admin's password");
        if (reply.status === 200) await expectEnded(withToken(server, reply.json as Session));
        else expect(reply.status, reply.text).toBe(401);
      }
    });

    it("a change of one's own password rejects unknown members if strict, and ignores them otherwise", async () => {
      const { id, send } = await newUser(server);
      const body = { password: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
      const more = { roles: ["admin"], tokenversion: "x", id: 1, username: "x" };
      expectProblem(
        await send("POST", "/api/auth/password", { ...body, ...more }, { Prefer: "handling=strict" }),
        "invalid-fields",
      );
      expect((await send("POST", "/api/auth/password", { ...body, ...more })).status).toBe(200);
      expect(await server.api.repository("user").findById(id)).toMatchObject({ roles: [], id });
    });
  });

  describe("limits", () => {
    const server = serve({
      auth: { ...ownUsers, refreshTokens: true },
      server: {
        trustProxy: 1,
        rateLimit: { addresses: false, callers: false, logins: { limit: 2, window: 3_600_000 } },
      },
      entities: { inner },
    });
    const from = (address: string) => ({ "X-Forwarded-For": address });

    it("wrong old passwords are counted as failed log-ins of the user", async () => {
      const { username, send } = await newUser(server);
      const change = (password: string, address: string) =>
        send(
          "POST",
          "/api/auth/password",
          { password, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
          from(address),
        );
      for (const address of ["10.0.0.1", "10.0.0.2"])
        expectProblem(await change("wrong", address), "invalid-credentials");
      expectProblem(await change(PASSWORD, "10.0.0.3"), "too-many-requests");
      const body = { username, password: PASSWORD };
      expectProblem(await server.post("/api/auth/token", body, from("10.0.0.4")), "too-many-requests");
    });

    it("invalid refresh tokens are counted by address, separately from log-ins", async () => {
      const { session } = await newUser(server);
      const refresh = (refreshToken: string | undefined, address: string) =>
        server.post("/api/auth/refresh", { refreshToken }, from(address));
      for (const guess of ["x", `${"a".repeat(22)}.${"b".repeat(43)}`])
        expectProblem(await refresh(guess, "10.1.0.1"), "invalid-token");
      expectProblem(await refresh(session.refreshToken, "10.1.0.1"), "too-many-requests");
      expect((await refresh(session.refreshToken, "10.1.0.2")).status).toBe(200);
      const { username } = await newUser(server);
      const body = { username, password: PASSWORD };
      const reply = await server.post("/api/auth/token", body, from("10.1.0.1"));
      expect(reply.status).toBe(200);
    });
  });

  describe("refresh tokens", () => {
    const server = serve({
      auth: { ...ownUsers, refreshTokens: { lifetimeInDays: 2, sessionLifetimeInDays: 3 } },
      server: unlimited,
      entities: { inner },
    });
    const rows = () =>
      (
        server.api.repository("user") as unknown as {
          db: Kysely<{ data_api_refresh: Record<"userid" | "changedat" | "expiresat" | "endsat", string> }>;
        }
      ).db;
    const refresh = (refreshToken: unknown, headers = {}) =>
      server.post("/api/auth/refresh", { refreshToken }, headers);
    const renewed = async (refreshToken: unknown): Promise<Session & { refreshToken: string }> => {
      const reply = await refresh(refreshToken);
      expect(reply.status, reply.text).toBe(200);
      return reply.json as Session & { refreshToken: string };
    };
    const expectOver = (reply: Reply) =>
      expectProblem(reply, "invalid-token", { detail: "The refresh token is not valid: log in again." });
    /** Sets a time of all sessions of the user. */
    const setTime = async (userId: number, column: "changedat" | "expiresat" | "endsat", time: number) => {
      const value = sql<string>`${new Date(time).toISOString().replace("T", " ").replace("Z", "")}`;
      const sqliteValue = new Date(time).toISOString();
      const isSqlite = server.config.database.dialect === "sqlite";
      await rows()
        .updateTable("data_api_refresh")
        .set({ [column]: isSqlite ? sqliteValue : value })
        .where("userid", "=", String(userId))
        .execute();
    };

    it("a refresh token gives an access token and the next refresh token", async () => {
      const { id, session } = await newUser(server);
      expect(session.refreshToken).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
      const reply = await refresh(session.refreshToken);
      const next = reply.json as Session;
      expectJson(reply, 200, { ...next, id, firstname: null, lastname: null });
      expect(reply.headers["cache-control"]).toBe("no-store");
      expect(next.refreshToken).not.toBe(session.refreshToken);
      await expectAlive(withToken(server, next));
      const third = await renewed(next.refreshToken);
      await expectAlive(withToken(server, third));
    });

    it("a refresh token works even with an invalid Authorization header", async () => {
      const { session } = await newUser(server);
      expect((await refresh(session.refreshToken, { Authorization: "Bearer x" })).status).toBe(200);
    });

    it("a refresh token gives the same next token to concurrent requests", async () => {
      const { session } = await newUser(server);
      const replies = await Promise.all(Array.from({ length: 8 }, () => renewed(session.refreshToken)));
      expect(new Set(replies.map(({ refreshToken }) => refreshToken)).size).toBe(1);
      await renewed(replies[0]?.refreshToken);
    });

    it("a used refresh token ends the session if it comes again later", async () => {
      const { id, username, session } = await newUser(server);
      const other = await logInAs(server, username);
      const second = await renewed(session.refreshToken);
      await setTime(id, "changedat", Date.now() - 11_000);
      takeLines();
      expectOver(await refresh(session.refreshToken));
      const told = takeLines().join("");
      expect(told).toContain(`A refresh token of the user ${id} was used a second time`);
      expect(told).not.toContain(session.refreshToken ?? "");
      expectOver(await refresh(second.refreshToken));
      await renewed(other.refreshToken);
    });

    it("a refresh token from before the last one ends the session if it comes again", async () => {
      const { session } = await newUser(server);
      const second = await renewed(session.refreshToken);
      const third = await renewed(second.refreshToken);
      expectOver(await refresh(session.refreshToken));
      expectOver(await refresh(third.refreshToken));
    });

    it("refresh tokens expire when unused, and with their session", async () => {
      const { id, session } = await newUser(server);
      const { refreshToken } = await renewed(session.refreshToken);
      // A token issued now is valid no longer than its session.
      await setTime(id, "endsat", Date.now() - 1_000);
      const next = await renewed(refreshToken);
      expectOver(await refresh(next.refreshToken));
      const idle = await newUser(server);
      await setTime(idle.id, "expiresat", Date.now() - 1_000);
      expectOver(await refresh(idle.session.refreshToken));
    });

    it("refresh tokens are valid only exactly as issued", async () => {
      const [ann, bob] = [await newUser(server), await newUser(server)];
      const [session = "", secret = ""] = (ann.session.refreshToken ?? "").split(".");
      const [otherSession = "", otherSecret = ""] = (bob.session.refreshToken ?? "").split(".");
      for (const none of [
        ...[
          "",
          "x",
          ".",
          session,
          secret,
          `${session}.`,
          `.${secret}`,
          `${session}.${secret}.`,
          ` ${session}.${secret}`,
        ],
        ...[`${session}.${secret}A`, `${session}A.${secret}`, ann.session.token, "x".repeat(7_000)],
        ...[`${otherSession}.${"A".repeat(42)}`, `${"A".repeat(22)}.${secret}`, `${secret}.${session}`],
      ])
        expectOver(await refresh(none));
      for (const wrong of [null, 1, {}, [`${session}.${secret}`]])
        expectProblem(await refresh(wrong), "invalid-fields");
      for (const token of [`${session}.${secret}`, secret])
        expectProblem(
          await server.get(paths.findAll("inner"), { Authorization: `Bearer ${token}` }),
          "invalid-token",
        );
      await renewed(`${session}.${secret}`);
      // A wrong secret for an existing session means that the token was stolen or forged: the session ends.
      expectOver(await refresh(`${otherSession}.${secret}`));
      expectOver(await refresh(`${otherSession}.${otherSecret}`));
    });

    it("no part of a refresh token is stored as text", async () => {
      const { session } = await newUser(server);
      const { refreshToken } = await renewed(session.refreshToken);
      const stored = JSON.stringify(await rows().selectFrom("data_api_refresh").selectAll().execute());
      for (const part of [...refreshToken.split("."), ...(session.refreshToken ?? "").split(".")])
        expect(stored).not.toContain(part);
    });

    it("refresh tokens of a deleted user are rejected", async () => {
      const { id, session } = await newUser(server);
      await server.api.repository("user").delete(id);
      expectOver(await refresh(session.refreshToken));
    });

    it("a refresh returns the current name of the user, and a token with the current roles", async () => {
      const { id, session } = await newUser(server);
      expect(decodeJwt(session.token)).toMatchObject({ roles: [] });
      await server.api.repository("user").update(id, { firstname: "New", roles: ["editor"] });
      const next = await renewed(session.refreshToken);
      expect(next).toMatchObject({ firstname: "New" });
      expect(decodeJwt(next.token)).toMatchObject({ roles: ["editor"] });
    });
  });

  describe("users with an outdated name key", () => {
    const server = serve({ auth: ownUsers, server: unlimited, entities: { inner } });
    const keys = () =>
      (
        server.api.repository("user") as unknown as {
          db: Kysely<{ user: { id: number; username: string; usernamekey: string } }>;
        }
      ).db;
    const keyOf = async (id: number) =>
      (await keys().selectFrom("user").select("usernamekey").where("id", "=", id).executeTakeFirst())
        ?.usernamekey;
    /** A user as an older version stored it. */
    const addOld = async (username: string, key: string) => {
      const id = await addUser(server, `x${users++}`);
      await keys().updateTable("user").set({ username, usernamekey: key }).where("id", "=", id).execute();
      return id;
    };

    it("a user with an outdated name key logs in as before, which updates the key", async () => {
      const id = await addOld("GROẞ", "groß");
      await logInAs(server, "GROẞ");
      expect(await keyOf(id)).toBe("gross");
      for (const name of ["GROẞ", "groß", "Gross"]) await logInAs(server, name);
    });

    it("a user with an outdated name key logs in as itself if another user has the new key, with a warning", async () => {
      const first = await addUser(server, "straße");
      const second = await addOld("STRAẞE", "straße");
      takeLines();
      expect(await logInAs(server, "STRAẞE")).toMatchObject({ id: second });
      expect(takeLines().join("")).toContain(`The user ${second} now has the same name as another user`);
      expect(await logInAs(server, "Straße")).toMatchObject({ id: first });
      expect(await keyOf(second)).toBe("straße");
    });

    it("a new user with a name that compares equal to another one is a conflict, also to one whose outdated name key was updated", async () => {
      await addUser(server, "Maß");
      await addOld("FUẞ", "fuß");
      await logInAs(server, "FUẞ");
      for (const username of ["MAẞ", "Fuss"]) {
        const body = { username, password: PASSWORD, confirmPassword: PASSWORD };
        expectProblem(await server.post("/api/data/user", body), "unique-conflict");
      }
    });
  });
}
