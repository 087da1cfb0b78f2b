import { beforeAll, describe, expect, it } from "vitest";
import type { Kysely } from "kysely";
import { addUser, ownUsers, PASSWORD, sender, type Send, bearer } from "../../callers.js";
import { expectJson, expectProblem, pageOf } from "../../expectations.js";
import { field } from "../../fields.js";
import type { Harness } from "../../harness.js";
import { paths } from "../../paths.js";

const strict = { Prefer: "handling=strict" };
const representation = { Prefer: "return=representation" };

/** Ways to gain a role. */
export function roleGainCases({ serve }: Harness): void {
  const vault = { fields: { title: field("string") }, permissions: { read: ["admin"] } };
  describe("of default users", () => {
    const server = serve({ auth: ownUsers, entities: { vault } });
    const users = () => server.api.repository("user");
    const rolesOf = async (id: number) => (await users().findById(id))?.["roles"];
    const account = (username: string) => ({ username, password: PASSWORD, confirmPassword: PASSWORD });
    let bob: Send;
    let bobId = 0;
    let root: Send;
    let rootId = 0;

    beforeAll(async () => {
      bobId = await addUser(server, "bob");
      bob = sender(server, await bearer(server, bobId));
      rootId = await addUser(server, "root", { roles: ["admin"] });
      root = sender(server, await bearer(server, rootId));
    });

    it("registration gives no role", async () => {
      for (const [index, more] of [
        { roles: ["admin"], role: "admin", isAdmin: true },
        { ROLES: '["admin"]' },
        { roles: ["admin"], Roles: ["admin"] },
      ].entries()) {
        for (const send of [sender(server), bob]) {
          const username = `new ${index} ${send === bob ? "bob" : "guest"}`;
          const reply = await send("POST", "/api/data/user", { ...account(username), ...more });
          expect([201, 400], reply.text).toContain(reply.status);
          if (reply.status === 201) expect(await rolesOf(reply.json as number)).toEqual([]);
          const before = await users().count();
          const refused = await send(
            "POST",
            "/api/data/user",
            { ...account(`${username} s`), ...more },
            strict,
          );
          expectProblem(refused, "invalid-fields");
          expect(await users().count()).toBe(before);
        }
      }
      const [first] = (await users().find({ where: 'username~"new 0"' })).items;
      const reply = await sender(server)("POST", "/api/auth/token", {
        username: "new 0 guest",
        password: PASSWORD,
      });
      const { token, id } = reply.json as { readonly token: string; readonly id: number };
      expect(id).toBe(first?.id);
      const headers = { Authorization: `Bearer ${token}` };
      expectProblem(await server.get(paths.findAll("vault"), headers), "forbidden");
    });

    it("users cannot change their own roles", async () => {
      const path = paths.record("user", bobId);
      for (const roles of [["admin"], '["admin"]', "admin", [], null, { admin: true }]) {
        expectProblem(await bob("PATCH", path, { roles }), "nothing-to-update");
        expectProblem(await bob("PATCH", path, { firstname: "B", roles }, strict), "invalid-fields");
        expectJson(await bob("PUT", path, { firstname: "B", Roles: roles }), 200, { count: 1 });
        const changed = await bob("PATCH", path, { firstname: "B", roles }, representation);
        expect(changed.json).toMatchObject({ firstname: "B", roles: [] });
        expect(await rolesOf(bobId)).toEqual([]);
      }
    });

    it("admins cannot change their own roles", async () => {
      const path = paths.record("user", rootId);
      for (const roles of [["admin", "editor"], ["admin"], []]) {
        for (const prefer of [{}, strict, representation])
          expectProblem(await root("PATCH", path, { firstname: "R", roles }, prefer), "forbidden");
      }
      expect(await users().findById(rootId)).toMatchObject({ firstname: null, roles: ["admin"] });
      expectJson(await root("PATCH", path, { firstname: "R" }), 200, { count: 1 });
    });

    it("admins give other users only valid roles, and take roles away", async () => {
      const path = paths.record("user", bobId);
      for (const roles of [
        ["owner"],
        ["guest"],
        ["member"],
        [""],
        [" admin"],
        [5],
        "admin",
        { 0: "admin" },
        null,
      ]) {
        expectProblem(await root("PATCH", path, { roles }), "invalid-fields");
        expect(await rolesOf(bobId)).toEqual([]);
      }
      expectJson(await root("PATCH", path, { roles: ["editor"] }, strict), 200, { count: 1 });
      expect(await rolesOf(bobId)).toEqual(["editor"]);
      expectJson(await root("PATCH", path, { roles: [] }), 200, { count: 1 });
      const made = await root("POST", "/api/data/user", { ...account("helper"), roles: ["editor"] });
      expect(made.status).toBe(201);
      expect(await rolesOf(made.json as number)).toEqual(["editor"]);
    });

    it("a change of a user's roles applies at once, also to a token from before the change", async () => {
      const id = await addUser(server, "fickle", { roles: ["admin"] });
      const logIn = async () => {
        const reply = await sender(server)("POST", "/api/auth/token", {
          username: "fickle",
          password: PASSWORD,
        });
        return sender(server, { Authorization: `Bearer ${(reply.json as { token: string }).token}` });
      };
      const before = await logIn();
      expect(pageOf(await before("GET", paths.findAll("vault"))).count).toBe(0);
      expectJson(await root("PATCH", paths.record("user", id), { roles: [] }), 200, { count: 1 });
      expectProblem(await before("GET", paths.findAll("vault")), "forbidden");
      expectProblem(await (await logIn())("GET", paths.findAll("vault")), "forbidden");
    });

    it("headers, cookies, queries and claims give no role", async () => {
      const guesses = {
        "X-Role": "admin",
        "X-Roles": "admin",
        Roles: "admin",
        Cookie: "roles=admin; role=admin",
      };
      expectProblem(await bob("GET", paths.findAll("vault"), undefined, guesses), "forbidden");
      expectProblem(await bob("GET", `${paths.findAll("vault")}?role=admin&roles[]=admin`), "forbidden");
      for (const roles of [
        ["admin"],
        ["Admin"],
        ["admin "],
        ["admin,x"],
        [["admin"]],
        [{ name: "admin" }],
        ["ADMIN"],
      ]) {
        const headers = await bearer(server, bobId, { roles, role: "admin", isAdmin: true, scope: "admin" });
        expectProblem(await server.get(paths.findAll("vault"), headers), "forbidden");
      }
    });
  });

  describe("in rules with fields of the user", () => {
    const kept = { isEditable: false, isIgnoredOnCreate: true };
    const ofTeam = { role: "member", where: "team=@user.team&level<=@user.level" };
    const server = serve({
      auth: { ...ownUsers, userCheckInSecs: 0 },
      entities: {
        user: { fields: { team: field("string", kept), level: field("int", kept) }, permissions: {} },
        plan: { fields: { team: field("string"), level: field("int") }, permissions: { read: [ofTeam] } },
      },
    });

    it("permission rules use the stored fields of a user, not the values that the user sends", async () => {
      for (const team of ["red", "blue"])
        for (const level of [1, 2]) await server.api.repository("plan").create({ team, level });
      const body = { username: "ann", password: PASSWORD, confirmPassword: PASSWORD, team: "red", level: 9 };
      const made = await sender(server)("POST", "/api/data/user", body);
      expect(made.status).toBe(201);
      const id = made.json as number;
      const logIn = async () => {
        const credentials = { username: "ann", password: PASSWORD, team: "red", level: 9 };
        const reply = await sender(server)("POST", "/api/auth/token", credentials);
        return sender(server, { Authorization: `Bearer ${(reply.json as { token: string }).token}` });
      };
      const first = await logIn();
      expectProblem(await first("GET", paths.findAll("plan")), "forbidden");
      expectProblem(await first("PATCH", paths.record("user", id), { team: "red" }), "nothing-to-update");
      expectJson(await first("PATCH", paths.record("user", id), { team: "red", firstname: "A" }), 200, {
        count: 1,
      });
      expectProblem(await (await logIn())("GET", paths.findAll("plan")), "forbidden");

      const { db } = server.api.repository("user") as unknown as {
        db: Kysely<{ user: { id: number; team: string; level: number } }>;
      };
      await db.updateTable("user").set({ team: "blue", level: 1 }).where("id", "=", id).execute();
      for (const send of [first, await logIn()]) {
        const found = pageOf(await send("GET", paths.findAll("plan")));
        expect(found.items.map(({ team, level }) => [team, level])).toEqual([["blue", 1]]);
        expect(found.count).toBe(1);
      }
    });
  });

  describe("where the configuration gives everyone access to users", () => {
    const server = serve({
      auth: ownUsers,
      entities: {
        vault,
        user: {
          fields: { roles: { type: "json", isEditable: true, isRequired: true }, team: field("string") },
          permissions: {
            read: ["guest"],
            create: ["guest"],
            update: ["guest", { role: "member", fields: { include: ["roles", "team"] } }],
          },
        },
      },
    });

    it("only admins set roles of users, and not their own, even if everybody may update users", async () => {
      const [ann, root] = [await addUser(server, "ann"), await addUser(server, "root", { roles: ["admin"] })];
      const rolesOf = async (id: number) => (await server.api.repository("user").findById(id))?.["roles"];
      const member = sender(server, await bearer(server, ann));
      for (const send of [sender(server), member]) {
        for (const id of [ann, root]) {
          const path = paths.record("user", id);
          expectProblem(await send("PATCH", path, { roles: ["admin", "x"] }), "nothing-to-update");
          expectProblem(
            await send("PATCH", path, { team: "t", roles: ["admin", "x"] }, strict),
            "invalid-fields",
          );
          expectJson(await send("PATCH", path, { team: "t", roles: ["admin", "x"] }), 200, { count: 1 });
        }
        expect([await rolesOf(ann), await rolesOf(root)]).toEqual([[], ["admin"]]);
      }
      const admin = sender(server, await bearer(server, root));
      expectProblem(await admin("PATCH", paths.record("user", root), { roles: ["x"] }), "forbidden");
      expectJson(await admin("PATCH", paths.record("user", ann), { roles: ["x"] }), 200, { count: 1 });
      expect([await rolesOf(ann), await rolesOf(root)]).toEqual([["x"], ["admin"]]);
      await expect(
        server.api
          .repository("user")
          .as({ userId: ann })
          .update(ann, { roles: ["admin"] }),
      ).rejects.toMatchObject({ code: "forbidden" });
      await expect(
        server.api
          .repository("user")
          .as({ userId: root, roles: ["admin"] })
          .update(root, { roles: ["y"] }),
      ).rejects.toMatchObject({ code: "forbidden" });
      expect([await rolesOf(ann), await rolesOf(root)]).toEqual([["x"], ["admin"]]);
    });
  });
}
