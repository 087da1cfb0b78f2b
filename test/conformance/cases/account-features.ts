import { describe, expect, it, vi } from "vitest";
import type { AccountMessage } from "../../../runtime/model/settings/auth-settings.js";
import { TestAuthenticator } from "../authenticator.js";
import { addUser, ownUsers, PASSWORD, sender, type Send } from "../callers.js";
import { expectProblem } from "../expectations.js";
import { field } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

const ORIGIN = "https://app.example.com";
const NEW_PASSWORD = "another horse battery";

/** What breaks where two features of accounts meet. */
export function accountFeatureCases({ serve }: Harness): void {
  const sent: AccountMessage[] = [];
  const server = serve({
    auth: {
      ...ownUsers,
      userCheckInSecs: 0,
      pagesUrl: "https://app.example.com",
      apiKeys: true,
      passkeys: { rpId: "example.com", origins: [ORIGIN] },
      messages: {
        sendMessage: (message) => {
          sent.push(message);
        },
      },
    },
    server: { rateLimit: { addresses: false, callers: false, logins: false } },
    batch: true,
    entities: { inner: { fields: { title: field("string") }, permissions: { read: ["member"] } } },
  });
  const logIn = async (username: string): Promise<Send> => {
    const reply = await server.post("/api/auth/token", { username, password: PASSWORD });
    expect(reply.status, reply.text).toBe(200);
    return sender(server, { Authorization: `Bearer ${(reply.json as { readonly token: string }).token}` });
  };
  const makeKey = async (send: Send, more: object = {}): Promise<Send> => {
    const reply = await send("POST", "/api/auth/keys", { name: "a program", ...more });
    expect(reply.status, reply.text).toBe(201);
    return sender(server, { Authorization: `Bearer ${(reply.json as { readonly key: string }).key}` });
  };
  const userWith = (id: number) => server.api.repository("user").findById(id);

  describe("a key of an admin", () => {
    it("an API key of an admin cannot set the roles of users, in creates, updates and batches", async () => {
      await addUser(server, "boss", { roles: ["admin"] });
      const other = await addUser(server, "other");
      const self = await logIn("boss");
      for (const narrowed of [{}, { operations: ["create", "update"], entities: ["user"] }]) {
        const byKey = await makeKey(self, narrowed);
        const username = `new ${Object.keys(narrowed).length}`;
        const person = { username, password: PASSWORD, confirmPassword: PASSWORD, roles: ["admin"] };
        const strict = { Prefer: "handling=strict" };
        expectProblem(await byKey("POST", paths.entity("user"), person, strict), "invalid-fields");
        const created = await byKey("POST", paths.entity("user"), person);
        expect(created.status, created.text).toBe(201);
        expect(await userWith(Number(created.json))).toMatchObject({ username, roles: [] });
        await byKey("PATCH", paths.record("user", other), { firstname: "A", roles: ["admin"] });
        const operations = [{ update: "user", id: other, changes: { lastname: "B", roles: ["admin"] } }];
        await byKey("POST", "/api/batch", { operations });
        expect(await userWith(other)).toMatchObject({ firstname: "A", lastname: "B", roles: [] });
      }
      await self("PATCH", paths.record("user", other), { roles: ["admin"] });
      expect(await userWith(other)).toMatchObject({ roles: ["admin"] });
    });

    it("an API key of an admin cannot change the e-mail address of a user, but the admin can", async () => {
      await addUser(server, "chief", { roles: ["admin"] });
      const victim = await addUser(server, "victim", { email: "victim@example.com" });
      const self = await logIn("chief");
      const byKey = await makeKey(self);
      const change = { email: "thief@example.com" };
      expectProblem(await byKey("PATCH", paths.record("user", victim), change), "forbidden");
      const operations = [{ update: "user", id: victim, changes: change }];
      expectProblem(await byKey("POST", "/api/batch", { operations }), "forbidden");
      expect(await userWith(victim)).toMatchObject({ email: "victim@example.com" });
      expect((await self("PATCH", paths.record("user", victim), change)).status).toBe(200);
    });
  });

  describe("a reset of the password", () => {
    const tokenOf = async (kind: AccountMessage["kind"], id: number) => {
      const found = await vi.waitFor(
        () => {
          const message = sent.findLast((each) => each.kind === kind && each.user.id === id);
          expect(message).toBeDefined();
          return message;
        },
        { timeout: 60_000 },
      );
      return found?.link?.split("#token=")[1] ?? "";
    };
    const post = (path: string, body: object) => server.post(`/api/auth/${path}`, body);
    /** Registers with an address, and makes a key and a passkey. */
    const register = async (username: string) => {
      const id = await addUser(server, username, { email: `${username}@example.com` });
      const self = await logIn(username);
      const device = new TestAuthenticator(ORIGIN);
      const options = await self("POST", "/api/auth/passkeys/options", { password: PASSWORD });
      const response = device.create(options.json);
      expect((await self("POST", "/api/auth/passkeys", { name: "phone", response })).status).toBe(201);
      return { id, byKey: await makeKey(self), device };
    };
    /** The statuses of a request with the key, and of a log-in with the passkey. */
    const statuses = async ({ byKey, device }: Awaited<ReturnType<typeof register>>) => {
      const read = await byKey("GET", paths.findAll("inner"));
      const options = await server.post("/api/auth/passkeys/log-in/options");
      const logged = await post("passkeys/log-in", { response: device.get(options.json) });
      return [read.status, logged.status];
    };
    const reset = async (username: string, id: number) => {
      await post("password/forgot", { email: `${username}@example.com` });
      const token = await tokenOf("reset-password", id);
      const passwords = { newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
      expect((await post("password/reset", { token, ...passwords })).status).toBe(204);
    };

    it("a password reset ends the API keys and passkeys of a user whose e-mail address was not verified", async () => {
      const thief = await register("early");
      const bystander = await register("bystander");
      expect(await statuses(thief)).toEqual([200, 200]);
      await reset("early", thief.id);
      expect(await statuses(thief)).toEqual([401, 401]);
      expect(await statuses(bystander)).toEqual([200, 200]);
    });

    it("a password reset keeps the API keys and passkeys of a user whose e-mail address was verified", async () => {
      const owner = await register("settled");
      const token = await tokenOf("verify-email", owner.id);
      expect((await post("email/verify", { token })).status).toBe(204);
      await reset("settled", owner.id);
      expect(await statuses(owner)).toEqual([200, 200]);
    });
  });
}
