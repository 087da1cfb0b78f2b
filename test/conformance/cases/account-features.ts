import { describe, expect, it } from "vitest";
import type { AccountMessage } from "../../../runtime/model/settings/auth-settings.js";
import { addUser, ownUsers, PASSWORD, sender, type Send } from "../callers.js";
import { expectProblem } from "../expectations.js";
import { field } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

/** What breaks where two features of accounts meet. */
export function accountFeatureCases({ serve }: Harness): void {
  const sent: AccountMessage[] = [];
  const server = serve({
    auth: {
      ...ownUsers,
      userCheckInSecs: 0,
      pagesUrl: "https://app.example.com",
      apiKeys: true,
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
    const reply = await server.request("POST", "/api/auth/token", { body: { username, password: PASSWORD } });
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
    it("gives nobody roles, so that a narrowed one makes no account without its limits", async () => {
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

    it("changes no address, to which a link to reset the password would go", async () => {
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
}
