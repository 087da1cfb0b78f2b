import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AccountMessage } from "data-api";
import { addUser, ownUsers, PASSWORD, sender, type Send } from "../callers.js";
import { expectProblem } from "../expectations.js";
import { everybody, field } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { takeLines } from "../reports.js";
import type { TestServer } from "../start-server.js";

const NEW_PASSWORD = "another horse battery";
const unlimited = { rateLimit: { addresses: false, callers: false, logins: false } } as const;
const pagesUrl = "https://app.example.com/account";
const inner = { fields: { title: field("string") }, permissions: { read: ["member"] } };
const NO_TOKEN = `${"A".repeat(22)}.${"A".repeat(43)}`;

type Sent = AccountMessage & { readonly kind: AccountMessage["kind"] };

export function accountMessageCases({ serve, createDatabase, createApi, startOn }: Harness): void {
  let users = 0;
  const newName = () => `messages ${users++}`;
  const sent: Sent[] = [];
  let answer: (message: AccountMessage) => unknown = () => undefined;
  const sendMessage = (message: AccountMessage) => {
    sent.push(message);
    return answer(message);
  };
  beforeEach(() => {
    sent.length = 0;
    answer = () => undefined;
  });
  const auth = { ...ownUsers, pagesUrl, userCheckInSecs: 0, messages: { sendMessage } };

  const post = (server: TestServer, path: string, body?: unknown, headers = {}) =>
    server.post(`/api/auth/${path}`, body, headers);
  const logIn = (server: TestServer, username: string, password = PASSWORD) =>
    post(server, "token", { username, password });
  const loggedIn = async (server: TestServer, username: string, password?: string): Promise<Send> => {
    const { token } = (await logIn(server, username, password)).json as { readonly token: string };
    return sender(server, { Authorization: `Bearer ${token}` });
  };
  /** Waits for messages of a kind to a user. */
  const messagesOf = (id: number, kind: AccountMessage["kind"], count = 1): Promise<readonly Sent[]> =>
    vi.waitFor(
      () => {
        const found = sent.filter((message) => message.user.id === id && message.kind === kind);
        expect(found.length).toBeGreaterThanOrEqual(count);
        return found;
      },
      { timeout: 30_000, interval: 5 },
    );
  const tokenIn = (message: AccountMessage | undefined) => message?.link?.split("#token=")[1] ?? "";
  const tokenOf = async (id: number, kind: AccountMessage["kind"], count = 1) =>
    tokenIn((await messagesOf(id, kind, count)).at(-1));
  const newUser = async (server: TestServer, more: Readonly<Record<string, unknown>> = {}) => {
    const username = newName();
    const email = `${username.replace(" ", ".")}@example.com`;
    const id = await addUser(server, username, { email, ...more });
    return { id, username, email };
  };
  const forgot = async (server: TestServer, user: { readonly id: number; readonly username: string }) => {
    const before = sent.filter(
      ({ kind, user: { id } }) => kind === "reset-password" && id === user.id,
    ).length;
    const reply = await post(server, "password/forgot", { username: user.username });
    expect([reply.status, reply.text]).toEqual([202, "{}"]);
    return tokenOf(user.id, "reset-password", before + 1);
  };
  const reset = (server: TestServer, token: string, newPassword = NEW_PASSWORD) =>
    post(server, "password/reset", { token, newPassword, confirmPassword: newPassword });
  const verify = (server: TestServer, token: string) => post(server, "email/verify", { token });
  const userRecord = (server: TestServer, id: number) => server.api.repository("user").findById(id);
  const isVerified = async (server: TestServer, id: number) =>
    (await userRecord(server, id))?.["emailverified"];
  const rows = (server: TestServer) =>
    (
      server.api.repository("user") as unknown as {
        readonly db: Kysely<{ data_api_token: Readonly<Record<string, string | null>> }>;
      }
    ).db;
  /** Sets times of the user's tokens, in milliseconds since 1970. */
  const setTimes = (server: TestServer, id: number, times: Readonly<Record<string, number>>) => {
    const stored = Object.entries(times).map(([name, time]) => {
      const text = new Date(time).toISOString();
      const isSqlite = server.config.database.dialect === "sqlite";
      return [name, isSqlite ? text : text.replace("T", " ").replace("Z", "")];
    });
    return rows(server)
      .updateTable("data_api_token")
      .set(Object.fromEntries(stored) as Readonly<Record<string, string>>)
      .where("userid", "=", String(id))
      .execute();
  };
  const expectDone = (done: unknown) => {
    if (typeof done === "object" && done !== null && "status" in done)
      expect(done.status, JSON.stringify(done)).toBe(200);
  };
  /** Verifies the address of a user who was just added. */
  const verified = async (server: TestServer, id: number) => {
    expect((await verify(server, await tokenOf(id, "verify-email"))).status).toBe(204);
  };

  describe("of a server with links", () => {
    const server = serve({
      auth: { ...auth, refreshTokens: true },
      server: { ...unlimited, audit: true },
      entities: {
        inner,
        user: { fields: { badge: field("string", { isUnique: true, maxLength: 50 }) }, permissions: {} },
      },
    });

    describe("a link to reset the password", () => {
      it("a link to reset the password goes to the user's address, sets a new password once and ends all tokens and sessions of the user", async () => {
        const user = await newUser(server, { firstname: "Ann" });
        const sessions = [await logIn(server, user.username), await logIn(server, user.username)].map(
          ({ json }) => json as { readonly token: string; readonly refreshToken: string },
        );
        const token = await forgot(server, user);
        const [message] = await messagesOf(user.id, "reset-password");
        expect(message).toEqual({
          kind: "reset-password",
          to: user.email,
          link: `${pagesUrl}/reset-password#token=${token}`,
          user: { id: user.id, username: user.username, firstname: "Ann", lastname: null },
        });
        const reply = await reset(server, token);
        expect([reply.status, reply.text]).toEqual([204, ""]);
        for (const { token: access, refreshToken } of sessions) {
          const self = sender(server, { Authorization: `Bearer ${access}` });
          expectProblem(await self("GET", paths.findAll("inner")), "invalid-token");
          expectProblem(await post(server, "refresh", { refreshToken }), "invalid-token");
        }
        expectProblem(await logIn(server, user.username), "invalid-credentials");
        expect((await logIn(server, user.username, NEW_PASSWORD)).status).toBe(200);
        expectProblem(await reset(server, token, PASSWORD), "invalid-token");
        expect((await logIn(server, user.username, NEW_PASSWORD)).status).toBe(200);
      });

      it("a link to reset the password can be requested by the user name in any case, or by the e-mail address", async () => {
        const user = await newUser(server);
        await post(server, "password/forgot", { username: ` ${user.username.toUpperCase()}` });
        await tokenOf(user.id, "reset-password");
        await post(server, "password/forgot", { email: user.email });
        expect((await reset(server, await tokenOf(user.id, "reset-password", 2))).status).toBe(204);
      });

      it("a password reset verifies the e-mail address and sends a message that the password has changed", async () => {
        const user = await newUser(server);
        expect(await isVerified(server, user.id)).toBe(false);
        await reset(server, await forgot(server, user));
        expect(await isVerified(server, user.id)).toBe(true);
        const [message] = await messagesOf(user.id, "password-changed");
        expect(message).toMatchObject({ to: user.email, link: undefined });
      });

      it("a link to reset the password works for one of 50 parallel tries", async () => {
        const user = await newUser(server);
        const token = await forgot(server, user);
        const passwords = Array.from({ length: 50 }, (_, index) => `${NEW_PASSWORD} ${index}`);
        const replies = await Promise.all(passwords.map((password) => reset(server, token, password)));
        const won = replies.flatMap(({ status }, index) => (status === 204 ? [index] : []));
        expect(won).toHaveLength(1);
        for (const reply of replies) if (reply.status !== 204) expectProblem(reply, "invalid-token");
        expect((await logIn(server, user.username, passwords[won[0] ?? -1])).status).toBe(200);
      });

      it("a link to reset the password stays valid after a try with an invalid password", async () => {
        const user = await newUser(server);
        const token = await forgot(server, user);
        expectProblem(await reset(server, token, "short"), "invalid-fields");
        expectProblem(
          await post(server, "password/reset", {
            token,
            newPassword: NEW_PASSWORD,
            confirmPassword: "other",
          }),
          "invalid-fields",
        );
        expect((await reset(server, token)).status).toBe(204);
      });

      it("a link to reset the password ends when another link of the user is used", async () => {
        const user = await newUser(server);
        const [first, second] = [await forgot(server, user), await forgot(server, user)];
        expect(first).not.toBe(second);
        expect((await reset(server, second)).status).toBe(204);
        expectProblem(await reset(server, first), "invalid-token");
        const left = await rows(server)
          .selectFrom("data_api_token")
          .select("id")
          .where("userid", "=", String(user.id))
          .where("purpose", "=", "reset-password")
          .execute();
        expect(left).toEqual([]);
      });

      it.each([
        ["password", { password: `${PASSWORD} 2` }],
        ["address", { email: "other@example.com" }],
      ])("a link to reset the password ends with a change of the %s", async (_, change) => {
        const user = await newUser(server);
        const token = await forgot(server, user);
        await server.api.repository("user").update(user.id, change);
        expectProblem(await reset(server, token), "invalid-token");
      });

      it("a link to reset the password stays valid when the user logs out", async () => {
        const user = await newUser(server);
        const self = await loggedIn(server, user.username);
        const token = await forgot(server, user);
        expect((await self("POST", "/api/auth/logout")).status).toBe(204);
        expect((await reset(server, token)).status).toBe(204);
      });

      it("a link to reset the password ends when it expires and when its user is deleted", async () => {
        const user = await newUser(server);
        const token = await forgot(server, user);
        await setTimes(server, user.id, { expiresat: Date.now() - 1_000 });
        expectProblem(await reset(server, token), "invalid-token");
        const other = await newUser(server);
        const lost = await forgot(server, other);
        await server.api.repository("user").delete(other.id);
        expectProblem(await reset(server, lost), "invalid-token");
      });

      it("a link to reset the password is stored as a hash, without its secret", async () => {
        const user = await newUser(server);
        const [id = "", secret = ""] = (await forgot(server, user)).split(".");
        const stored = await rows(server).selectFrom("data_api_token").selectAll().execute();
        const hash = createHash("sha256").update(`reset-password:${secret}`).digest("base64url");
        expect(stored).toContainEqual(expect.objectContaining({ id, hash }));
        expect(JSON.stringify(stored)).not.toContain(secret);
      });

      it("a password reset is audited as an update and as a reset-password by the user", async () => {
        const user = await newUser(server);
        await reset(server, await forgot(server, user));
        const db = rows(server) as unknown as Kysely<{ data_api_audit: Readonly<Record<string, string>> }>;
        await expect
          .poll(() =>
            db
              .selectFrom("data_api_audit")
              .select(["operation", "outcome", "recordid"])
              .where("userid", "=", String(user.id))
              .orderBy("operation", "desc")
              .execute(),
          )
          .toEqual(
            ["update", "reset-password"].map((operation) => ({
              ...{ operation, outcome: "done", recordid: String(user.id) },
            })),
          );
      });

      it("a link to reset the password is valid only exactly as issued", async () => {
        const [ann, bob] = [await newUser(server), await newUser(server)];
        const token = await forgot(server, ann);
        const [id = "", secret = ""] = token.split(".");
        const [otherId = ""] = (await forgot(server, bob)).split(".");
        for (const wrong of [
          ...["", "x", ".", id, secret, NO_TOKEN, `${token}A`, ` ${token}`, `${token}.`],
          ...[`${otherId}.${secret}`, `${id}.${"A".repeat(43)}`, "x".repeat(7_000)],
        ])
          expectProblem(await reset(server, wrong), "invalid-token");
        expect((await reset(server, token)).status).toBe(204);
        expect((await logIn(server, bob.username)).status).toBe(200);
      });

      it("a link to reset the password leads to the configured address, not to a host from the request headers", async () => {
        const user = await newUser(server);
        const headers = {
          ...{ Host: "evil.example", "X-Forwarded-Host": "evil.example", Origin: "https://evil.example" },
          ...{
            Forwarded: "host=evil.example",
            Referer: "https://evil.example/",
            "X-Forwarded-Proto": "http",
          },
        };
        await post(server, "password/forgot", { username: user.username }, headers);
        const [message] = await messagesOf(user.id, "reset-password");
        expect(message?.link).toMatch(
          /^https:\/\/app\.example\.com\/account\/reset-password#token=[\w-]+\.[\w-]+$/,
        );
      });

      it("a user gets three links to reset the password in a quarter of an hour, also by 20 parallel requests", async () => {
        const user = await newUser(server);
        const count = () =>
          sent.filter((message) => message.user.id === user.id && message.kind === "reset-password").length;
        await Promise.all(
          Array.from({ length: 20 }, () => post(server, "password/forgot", { username: user.username })),
        );
        await messagesOf(user.id, "reset-password", 3);
        // Links are made in order, so what comes later shows that nothing more comes.
        await forgot(server, await newUser(server));
        expect(count()).toBe(3);
        await setTimes(server, user.id, { createdat: Date.now() - 14 * 60_000 });
        await post(server, "password/forgot", { username: user.username });
        await forgot(server, await newUser(server));
        expect(count()).toBe(3);
        await setTimes(server, user.id, { createdat: Date.now() - 15 * 60_000 });
        await forgot(server, user);
        expect(count()).toBe(4);
      });

      it("a reset requested by e-mail address sends links to at most five users, a user with the verified address among them", async () => {
        const email = "shared@example.com";
        const ids: number[] = [];
        for (let count = 0; count < 7; count++) ids.push(await addUser(server, newName(), { email }));
        await verified(server, ids[6] ?? 0);
        await post(server, "password/forgot", { email });
        await messagesOf(ids[6] ?? 0, "reset-password");
        await forgot(server, await newUser(server));
        const reached = sent.filter(({ kind, to }) => kind === "reset-password" && to === email);
        expect(reached).toHaveLength(5);
      });
    });

    describe("a request for a link", () => {
      it("a request for a reset link is answered alike for known and unknown users, without waiting for the message", async () => {
        const known = await newUser(server);
        const mute = await addUser(server, newName());
        await tokenOf(known.id, "verify-email");
        let end: (() => void) | undefined;
        answer = () => new Promise<void>((resolve) => (end = resolve));
        const replies = [];
        for (const body of [
          { username: known.username },
          { email: known.email },
          { username: (await userRecord(server, mute))?.["username"] },
          { username: "nobody" },
          { email: "nobody@example.com" },
          { email: "no address" },
        ])
          replies.push(await post(server, "password/forgot", body));
        const parts = replies.map(({ status, text, headers }) =>
          JSON.stringify([status, text, { ...headers, date: undefined }]),
        );
        expect(new Set(parts).size).toBe(1);
        expect(replies[0]?.status).toBe(202);
        await messagesOf(known.id, "reset-password");
        end?.();
        expect(sent.filter(({ user }) => user.id === mute)).toEqual([]);
      });

      it("a request for a reset link must name the user either by user name or by e-mail address", async () => {
        for (const body of [{}, { username: "a", email: "a@example.com" }, { username: 1 }, { email: null }])
          expectProblem(await post(server, "password/forgot", body), "invalid-fields");
        expectProblem(await server.get("/api/auth/password/forgot"), "method-not-allowed");
      });

      it("a request for a reset link and the reset itself ignore an invalid token in the Authorization header", async () => {
        const user = await newUser(server);
        const headers = { Authorization: "Bearer x" };
        expect((await post(server, "password/forgot", { username: user.username }, headers)).status).toBe(
          202,
        );
        const token = await tokenOf(user.id, "reset-password");
        const body = { token, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
        expect((await post(server, "password/reset", body, headers)).status).toBe(204);
      });
    });

    describe("the hook that sends", () => {
      it("sendMessage is tried again if it throws, and the log contains neither the link nor the address", async () => {
        const user = await newUser(server);
        await tokenOf(user.id, "verify-email");
        takeLines();
        let tries = 0;
        answer = ({ to, link }) => {
          if (tries++ === 0) throw Object.assign(new Error(`no ${to} ${link}`), { code: "EENVELOPE" });
        };
        const first = await forgot(server, user);
        const second = await tokenOf(user.id, "reset-password", 2);
        expect(second).toBe(first);
        const log = takeLines().join("");
        expect(log).toContain(
          `The message \\"reset-password\\" to the user ${user.id} was not sent at try 1 (EENVELOPE).`,
        );
        for (const secret of [user.email, first, ...first.split(".")]) expect(log).not.toContain(secret);
        expect((await reset(server, second)).status).toBe(204);
      });

      it("a sendMessage that hangs delays no answer and no other message", async () => {
        const user = await newUser(server);
        let end: (() => void) | undefined;
        answer = ({ kind }) =>
          kind === "reset-password" ? new Promise<void>((resolve) => (end = resolve)) : undefined;
        const token = await forgot(server, user);
        expect((await reset(server, token)).status).toBe(204);
        await messagesOf(user.id, "password-changed");
        end?.();
      });
    });

    describe("the field emailverified", () => {
      it("emailverified is false until a new user follows the link, which is sent to each new user with an address", async () => {
        const username = newName();
        const body = {
          ...{ username, password: PASSWORD, confirmPassword: PASSWORD },
          ...{ email: "new@example.com", emailverified: true },
        };
        const created = await server.post("/api/data/user", body);
        expect(created.status).toBe(201);
        const id = Number(created.json);
        const self = await loggedIn(server, username);
        expect((await self("GET", paths.record("user", id))).json).toMatchObject({ emailverified: false });
        const [message] = await messagesOf(id, "verify-email");
        expect(message).toMatchObject({ to: "new@example.com" });
        expect(message?.link).toMatch(/^https:\/\/app\.example\.com\/account\/verify-email#token=/);
        await verified(server, id);
        expect((await self("GET", paths.record("user", id))).json).toMatchObject({ emailverified: true });
        expectProblem(await verify(server, tokenIn(message)), "invalid-token");
        const without = await addUser(server, newName());
        await newUser(server).then(({ id: last }) => messagesOf(last, "verify-email"));
        expect(sent.filter(({ user }) => user.id === without)).toEqual([]);
      });

      it("emailverified cannot be set by server code or by a request body", async () => {
        const { id } = await newUser(server);
        const repository = server.api.repository("user");
        for (const write of [
          () => repository.update(id, { emailverified: true }),
          () => repository.create({ username: newName(), password: PASSWORD, emailverified: true }),
        ])
          await expect(write()).rejects.toMatchObject({ code: "invalid-fields" });
        const boss = newName();
        await addUser(server, boss, { roles: ["admin"] });
        const admin = await loggedIn(server, boss);
        await admin("PATCH", paths.record("user", id), { emailverified: true, firstname: "x" });
        expect(await userRecord(server, id)).toMatchObject({ firstname: "x", emailverified: false });
      });

      const changes: readonly (readonly [
        string,
        (id: number, admin: Send, email: string) => Promise<unknown>,
      ])[] = [
        ["an update of server code", (id, _, email) => server.api.repository("user").update(id, { email })],
        ["a PATCH by an admin", (id, admin, email) => admin("PATCH", paths.record("user", id), { email })],
        [
          "an update of many records",
          (id, _, email) => server.api.repository("user").updateMany([{ id, changes: { email } }]),
        ],
        [
          "an update by a condition",
          (id, _, email) =>
            server.api.repository("user").updateMany({ where: { id }, changes: { email, lastname: "many" } }),
        ],
        [
          "an upsert",
          (id, _, email) => {
            const badge = `badge ${id}`;
            const create = { username: `upserted ${id}`, password: PASSWORD, badge };
            const records = [{ create, update: { badge, email } }];
            return server.api.repository("user").upsertMany(records, { onConflict: ["badge"] });
          },
        ],
      ];
      it.each(changes)(
        "emailverified is false again after %s that changes the address",
        async (_, change) => {
          const user = await newUser(server);
          await verified(server, user.id);
          const boss = newName();
          await addUser(server, boss, { roles: ["admin"] });
          const admin = await loggedIn(server, boss);
          await server.api.repository("user").update(user.id, { badge: `badge ${user.id}` });
          expectDone(await change(user.id, admin, user.email));
          expect(await isVerified(server, user.id)).toBe(true);
          const email = `new.${user.email}`;
          expectDone(await change(user.id, admin, email));
          expect(await userRecord(server, user.id)).toMatchObject({ email, emailverified: false });
          const [, message] = await messagesOf(user.id, "verify-email", 2);
          expect(message?.to).toBe(email);
          expect((await messagesOf(user.id, "email-changed"))[0]).toMatchObject({ to: user.email });
          expect((await verify(server, tokenIn(message))).status).toBe(204);
          expect(await isVerified(server, user.id)).toBe(true);
        },
      );

      it("emailverified is not set by the link for a former address", async () => {
        const user = await newUser(server);
        const token = await tokenOf(user.id, "verify-email");
        await server.api.repository("user").update(user.id, { email: `x.${user.email}` });
        expectProblem(await verify(server, token), "invalid-token");
        expect(await isVerified(server, user.id)).toBe(false);
      });

      it("a link to verify the address works for one of 50 parallel tries", async () => {
        const user = await newUser(server);
        const token = await tokenOf(user.id, "verify-email");
        const replies = await Promise.all(Array.from({ length: 50 }, () => verify(server, token)));
        expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
        for (const reply of replies) if (reply.status !== 204) expectProblem(reply, "invalid-token");
      });

      it("a user can request another link to verify the address, until the address is verified", async () => {
        const user = await newUser(server);
        const self = await loggedIn(server, user.username);
        await tokenOf(user.id, "verify-email");
        expect((await self("POST", "/api/auth/email/send")).status).toBe(202);
        expect((await verify(server, await tokenOf(user.id, "verify-email", 2))).status).toBe(204);
        expect((await self("POST", "/api/auth/email/send")).status).toBe(202);
        await newUser(server).then(({ id }) => messagesOf(id, "verify-email"));
        expect(
          sent.filter(({ user: { id }, kind }) => id === user.id && kind === "verify-email"),
        ).toHaveLength(2);
        expectProblem(await post(server, "email/send"), "authentication-required");
      });
    });

    describe("a change of the address by the user", () => {
      const change = (self: Send, email: string, password = PASSWORD) =>
        self("POST", "/api/auth/email/change", { email, password });

      it("a user's change of the e-mail address needs the password, and is done when the link to the new address is used", async () => {
        const user = await newUser(server);
        const self = await loggedIn(server, user.username);
        const email = `new.${user.email}`;
        expectProblem(await change(self, email, "wrong"), "invalid-credentials");
        const reply = await change(self, email);
        expect([reply.status, reply.text]).toEqual([202, "{}"]);
        const [message] = await messagesOf(user.id, "change-email");
        expect(message).toMatchObject({ to: email });
        expect(message?.link).toMatch(/^https:\/\/app\.example\.com\/account\/change-email#token=/);
        expect(await userRecord(server, user.id)).toMatchObject({ email: user.email });
        expect((await verify(server, tokenIn(message))).status).toBe(204);
        expect(await userRecord(server, user.id)).toMatchObject({ email, emailverified: true });
        expect((await messagesOf(user.id, "email-changed"))[0]).toMatchObject({
          to: user.email,
          link: undefined,
        });
        expectProblem(await verify(server, tokenIn(message)), "invalid-token");
        expectProblem(
          await post(server, "email/change", { email, password: PASSWORD }),
          "authentication-required",
        );
      });

      it("a link to change the e-mail address works for one of 50 parallel tries", async () => {
        const user = await newUser(server);
        await change(await loggedIn(server, user.username), `new.${user.email}`);
        const token = await tokenOf(user.id, "change-email");
        const replies = await Promise.all(Array.from({ length: 50 }, () => verify(server, token)));
        expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
        for (const reply of replies) if (reply.status !== 204) expectProblem(reply, "invalid-token");
      });

      it.each([
        ["password", { password: `${PASSWORD} 2` }],
        ["address", { email: "third@example.com" }],
      ])("a link to change the e-mail address ends with a change of the %s", async (_, other) => {
        const user = await newUser(server);
        await change(await loggedIn(server, user.username), `new.${user.email}`);
        const token = await tokenOf(user.id, "change-email");
        await server.api.repository("user").update(user.id, other);
        expectProblem(await verify(server, token), "invalid-token");
      });

      it("a user's change of the e-mail address rejects invalid addresses, also those with line breaks", async () => {
        const user = await newUser(server);
        const self = await loggedIn(server, user.username);
        for (const email of [
          ...["x", "", "a@example.com\r\nBcc: b@example.com", "a@example.com\n", "a@b.de\u0000"],
          `${"x".repeat(300)}@example.com`,
        ])
          expectProblem(await change(self, email), "invalid-fields");
        expect(sent.filter(({ kind }) => kind === "change-email")).toEqual([]);
      });
    });

    it("the token of a link works only for its purpose, and never as a bearer token", async () => {
      const user = await newUser(server);
      const self = await loggedIn(server, user.username);
      const toVerify = await tokenOf(user.id, "verify-email");
      await self("POST", "/api/auth/email/change", { email: `n.${user.email}`, password: PASSWORD });
      const toChange = await tokenOf(user.id, "change-email");
      const toReset = await forgot(server, user);
      for (const wrong of [toVerify, toChange]) expectProblem(await reset(server, wrong), "invalid-token");
      expectProblem(await verify(server, toReset), "invalid-token");
      for (const token of [toVerify, toChange, toReset])
        expectProblem(
          await server.get(paths.findAll("inner"), { Authorization: `Bearer ${token}` }),
          "invalid-token",
        );
      expect((await verify(server, toVerify)).status).toBe(204);
      expect((await reset(server, toReset)).status).toBe(204);
    });
  });

  describe("of a server with rules of its own", () => {
    const seen: unknown[] = [];
    const server = serve({
      auth: { ...auth, passwordReqs: { digitChar: true } },
      server: {
        trustProxy: 1,
        rateLimit: { addresses: false, callers: false, logins: { limit: 3, window: 3_600_000 } },
      },
      entities: {
        user: {
          fields: {
            email: field("string", { isUnique: true, maxLength: 200 }),
          },
          permissions: { ...everybody, update: [] },
          writeValidator: (operation, _roles, userId, _record, input) => {
            seen.push([operation, userId, Object.keys(input ?? {})]);
            return true;
          },
        },
        secret: {
          fields: { isopen: field("boolean") },
          permissions: { read: [{ role: "member", where: "isopen=@user.emailverified" }] },
        },
      },
    });
    const add = (username: string, email: string) =>
      addUser(server, username, { email, password: `${PASSWORD} 1` });

    it("the writeValidator sees a password reset as an update by the user, and the rules for passwords apply", async () => {
      const [username, email] = [newName(), "rules@example.com"];
      const id = await add(username, email);
      const token = await forgot(server, { id, username });
      const reply = await reset(server, token);
      expectProblem(reply, "invalid-fields");
      expect(reply.text).toContain("no-digit");
      seen.length = 0;
      expect((await reset(server, token, `${NEW_PASSWORD} 1`)).status).toBe(204);
      expect(seen).toEqual([["update", id, ["password"]]]);
    });

    it("a unique address of another user conflicts only when the link is used, and the link stays valid", async () => {
      const [ann, bob] = [newName(), newName()];
      const annId = await add(ann, "ann@example.com");
      const bobId = await add(bob, "bob@example.com");
      const self = await loggedIn(server, ann, `${PASSWORD} 1`);
      const body = { email: "bob@example.com", password: `${PASSWORD} 1` };
      const reply = await self("POST", "/api/auth/email/change", body);
      expect([reply.status, reply.text]).toEqual([202, "{}"]);
      const token = await tokenOf(annId, "change-email");
      expectProblem(await verify(server, token), "unique-conflict");
      expect(await userRecord(server, annId)).toMatchObject({
        email: "ann@example.com",
        emailverified: false,
      });
      await server.api.repository("user").delete(bobId);
      expect((await verify(server, token)).status).toBe(204);
      expect(await userRecord(server, annId)).toMatchObject({
        email: "bob@example.com",
        emailverified: true,
      });
    });

    it("requests for reset links are rate-limited by name and by address, for known and unknown users alike", async () => {
      const [username, email] = [newName(), "often@example.com"];
      await add(username, email);
      const statusesOf = async (tries: readonly (readonly [body: object, address: string])[]) => {
        const statuses: number[] = [];
        for (const [body, address] of tries)
          statuses.push((await post(server, "password/forgot", body, { "X-Forwarded-For": address })).status);
        return statuses;
      };
      for (const [nr, body] of [{ username }, { username: "no such user" }, { email }].entries()) {
        const byName = await statusesOf([1, 2, 3, 4].map((last) => [body, `203.0.${nr}.${last}`]));
        expect(byName).toEqual([202, 202, 202, 429]);
      }
      const names = ["a1", "a2", "a3", "a4"].map((name) => [{ username: name }, "198.51.100.1"] as const);
      expect(await statusesOf(names)).toEqual([202, 202, 202, 429]);
    });

    it("a permission rule can depend on whether the caller's e-mail address is verified", async () => {
      await server.api.repository("secret").create({ isopen: true });
      const [username, email] = [newName(), "claims@example.com"];
      const id = await add(username, email);
      const self = await loggedIn(server, username, `${PASSWORD} 1`);
      const titles = async () => ((await self("GET", "/api/data/secret")).json as { items: object[] }).items;
      expect(await titles()).toEqual([]);
      await verified(server, id);
      expect(await titles()).toHaveLength(1);
    });
  });

  it("a user gets three links to reset the password in a quarter of an hour of two servers that are asked at once", async () => {
    const database = await createDatabase();
    const config = { auth, server: unlimited, entities: { inner } };
    const servers = [await startOn(database, config), await startOn(database, config)] as const;
    const at = (index: number) => (index % 2 ? servers[1] : servers[0]);
    for (let round = 0; round < 5; round++) {
      const username = newName();
      const more = { password: PASSWORD, email: "three@example.com" };
      const id = Number(
        (
          await at(round)
            .api.repository("user")
            .create({ username, ...more })
        ).id,
      );
      await Promise.all(
        Array.from({ length: 12 }, (_, index) => post(at(index), "password/forgot", { username })),
      );
      await messagesOf(id, "reset-password", 3);
      // Each server makes links one after another: these two show that no more comes.
      for (const { api } of servers) {
        const later = { username: newName(), password: PASSWORD, email: "later@example.com" };
        await messagesOf(Number((await api.repository("user").create(later)).id), "verify-email");
      }
      expect(sent.filter(({ kind, user }) => kind === "reset-password" && user.id === id)).toHaveLength(3);
    }
  });

  it("links of one server work at another server of the database, once of 20 parallel tries", async () => {
    const database = await createDatabase();
    const config = { auth, server: unlimited, entities: { inner } };
    const [first, second] = [await startOn(database, config), await startOn(database, config)];
    const username = newName();
    const more = { password: PASSWORD, email: "two@example.com" };
    const id = Number((await first.api.repository("user").create({ username, ...more })).id);
    const toVerify = await tokenOf(id, "verify-email");
    expect((await post(first, "password/forgot", { username })).status).toBe(202);
    const token = await tokenOf(id, "reset-password");
    expect((await post(second, "email/verify", { token: toVerify })).status).toBe(204);
    const body = { token, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => post(index % 2 ? second : first, "password/reset", body)),
    );
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(19);
    expect((await post(first, "token", { username, password: NEW_PASSWORD })).status).toBe(200);
  });

  it("stopAsync waits for a message that is being sent, but not for a sendMessage that hangs", async () => {
    const database = await createDatabase();
    const api = await createApi(database, { auth, server: unlimited, entities: { inner } });
    const add = () =>
      api.repository("user").create({ username: newName(), password: PASSWORD, email: "stop@example.com" });
    api.setupApiEndpoints();
    await api.startAsync(0);
    let isDone = false;
    let end: (() => void) | undefined;
    answer = async () => {
      await new Promise<void>((resolve) => (end = resolve));
      isDone = true;
    };
    await messagesOf(Number((await add()).id), "verify-email");
    const stopping = api.stopAsync();
    setImmediate(() => end?.());
    await stopping;
    expect(isDone).toBe(true);
    await api.startAsync(0);
    answer = () => new Promise(() => undefined);
    await messagesOf(Number((await add()).id), "verify-email");
    await api.stopAsync();
  });

  it("users of a database from before the messages get the field emailverified, which is false", async () => {
    const database = await createDatabase();
    const old = await createApi(database, { auth: ownUsers, entities: { inner } });
    const values = { username: newName(), password: PASSWORD, email: "old@example.com" };
    await old.startAsync(0);
    const { id } = await old.repository("user").create(values);
    await old.stopAsync();
    const api = await createApi(database, { auth, server: unlimited, entities: { inner } });
    await api.startAsync(0);
    expect(await api.repository("user").findById(Number(id))).toMatchObject({ emailverified: false });
  });

  describe("of a server without them", () => {
    const server = serve({ auth: ownUsers, entities: { inner } });

    it("a server without messages has neither their endpoints nor the field emailverified", async () => {
      for (const path of ["password/forgot", "password/reset", "email/verify", "email/send", "email/change"])
        expectProblem(await post(server, path, {}), "unknown-path");
      const id = await addUser(server, newName(), { email: "a@example.com" });
      expect(Object.keys((await userRecord(server, id)) ?? {})).not.toContain("emailverified");
    });
  });
}
