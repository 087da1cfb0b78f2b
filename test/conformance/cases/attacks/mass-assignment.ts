import { beforeAll, describe, expect, it } from "vitest";
import { addUser, ownUsers, PASSWORD, sender, type Send, bearer } from "../../callers.js";
import { expectProblem, pageOf, snapshot } from "../../expectations.js";
import { field } from "../../fields.js";
import type { Harness } from "../../harness.js";
import { paths } from "../../paths.js";

const strict = { Prefer: "handling=strict" };

/** A JSON body with members of any name, even repeated ones. */
const written = (...members: readonly string[]) =>
  `{"title":"t"${members.map((each) => `,${each}`).join("")}}`;
const json = { "Content-Type": "application/json" };

/** Members that no caller may set, as JSON text. */
const unsettable: readonly string[] = [
  '"id":4711',
  '"ID":4711',
  '"ownerid":4711',
  '"OwnerId":null',
  '"owner":{"id":4711,"roles":["admin"]}',
  '"createdat":"1999-01-01T00:00:00.000Z"',
  '"UPDATEDAT":"1999-01-01T00:00:00.000Z"',
  '"fixed":"changed"',
  '"later":"changed"',
  '"seller":{"id":4711}',
  '"seller":4711',
  '"roles":["admin"]',
  '"role":"admin"',
  '"isAdmin":true',
  '"__proto__":{"isAdmin":true,"title":"x","ownerid":4711}',
  '"constructor":{"prototype":{"isAdmin":true}}',
  '"prototype":{"isAdmin":true}',
  '"toString":"x"',
  '"hasOwnProperty":1',
  '"$set":{"ownerid":4711}',
  '"ownerid; drop table item; --":1',
  '"item.ownerid":4711',
  '"[ownerid]":4711',
  '"owner id":4711',
  '"ownerid ":4711',
  '"\\u006fwnerid":4711',
];

/** Bodies with members that their sender may not set. */
export function massAssignmentCases({ serve }: Harness): void {
  const server = serve({
    auth: ownUsers,
    entities: {
      user: { fields: { department: field("string") }, permissions: {} },
      item: {
        fields: {
          title: field("string", { isRequired: true }),
          fixed: field("string", { isEditable: false, isIgnoredOnCreate: true, default: "as it was" }),
          later: field("string", { isIgnoredOnCreate: true, isEditable: false }),
          sellerid: field("int", { foreignKey: { targetEntityName: "user", resolvedEntityName: "seller" } }),
        },
        permissions: { read: ["guest"], create: ["member"], update: ["owner"], delete: ["owner"] },
      },
    },
  });
  let ann: Send;
  let annId = 0;

  beforeAll(async () => {
    annId = await addUser(server, "ann");
    ann = sender(server, await bearer(server, annId));
  });

  describe("in bodies of creates", () => {
    it.each(unsettable)("a create ignores the member %s of its body", async (member) => {
      const reply = await ann("POST", "/api/data/item", written(member), json);
      expect(reply.status, reply.text).toBe(201);
      const id = reply.json as number;
      const record = await server.api.repository("item").findById(id);
      expect(record).toEqual({
        ...{ id, title: "t", fixed: "as it was", later: null, sellerid: null, seller: null },
        ...{ ownerid: annId, owner: expect.objectContaining({ id: annId }) as unknown },
        ...{ createdat: record?.["createdat"], updatedat: record?.["createdat"] },
      });
      expect(id).not.toBe(4711);
      expect(String(record?.["createdat"])).not.toContain("1999");
      expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
    });

    it.each(unsettable)(
      "a strict create is rejected because of the member %s, and nothing is stored",
      async (member) => {
        const before = await snapshot(server);
        const reply = await ann("POST", "/api/data/item", written(member), { ...json, ...strict });
        expect(expectProblem(reply, "invalid-fields").errors).toHaveLength(1);
        expect(await snapshot(server)).toBe(before);
      },
    );

    it("a create takes the owner from the token, not from its body, its query or other headers", async () => {
      const headers = {
        ...json,
        "X-User-Id": "4711",
        "X-Roles": "admin",
        From: "4711",
        Cookie: "userid=4711",
      };
      const reply = await ann(
        "POST",
        "/api/data/item?ownerid=4711&roles=admin",
        written('"ownerid":"4711"'),
        headers,
      );
      expect(await server.api.repository("item").findById(reply.json as number)).toMatchObject({
        ownerid: annId,
      });
    });

    it("a create is rejected if two members of its body spell the same field", async () => {
      const before = await snapshot(server);
      for (const member of ['"TITLE":"u"', '"sellerid":1,"SellerId":2']) {
        const reply = await ann("POST", "/api/data/item", written(member), json);
        expectProblem(reply, "invalid-fields");
      }
      expect(await snapshot(server)).toBe(before);
    });
  });

  describe("in bodies of updates", () => {
    it.each(unsettable)(
      "an update ignores the member %s of its body, and a strict update is rejected",
      async (member) => {
        const made = await ann("POST", "/api/data/item", { title: "t" });
        const path = paths.record("item", made.json as number);
        const before = await server.api.repository("item").findById(made.json as number);
        expectProblem(await ann("PATCH", path, `{${member}}`, json), "nothing-to-update");
        const refused = await ann("PATCH", path, written(member), { ...json, ...strict });
        expect(expectProblem(refused, "invalid-fields").errors).toHaveLength(1);
        expect(await server.api.repository("item").findById(made.json as number)).toEqual(before);
        expect((await ann("PUT", path, written(member), json)).status).toBe(200);
        const after = await server.api.repository("item").findById(made.json as number);
        expect({ ...after, updatedat: "" }).toEqual({ ...before, updatedat: "" });
        expect(await server.api.repository("item").findById(4711)).toBeUndefined();
      },
    );
  });

  describe("in bodies of users", () => {
    const account = { password: PASSWORD, confirmPassword: PASSWORD };

    it("registration does not set key, name key, roles or times from the body, and an update of a user does not set the keys", async () => {
      const body = {
        ...account,
        username: "Mallory",
        ...{
          id: 4711,
          ownerid: 1,
          owner: 1,
          usernamekey: "ann",
          USERNAMEKEY: "root",
          tokenversion: null,
          roles: ["admin"],
        },
        ...{
          role: "admin",
          isAdmin: true,
          createdat: "1999-01-01T00:00:00.000Z",
          passwordHash: "x",
          salt: "x",
        },
      };
      const reply = await sender(server)("POST", "/api/data/user", body);
      expect(reply.status, reply.text).toBe(201);
      const id = reply.json as number;
      expect(id).not.toBe(4711);
      const user = await server.api.repository("user").findById(id);
      expect(user).toMatchObject({ username: "Mallory", roles: [] });
      expect(Object.keys(user ?? {})).not.toEqual(expect.arrayContaining(["usernamekey"]));
      expect(JSON.stringify(user)).not.toMatch(/1999|confirmPassword|passwordHash|salt|isAdmin/i);
      const again = { ...account, username: "mallory" };
      expectProblem(await sender(server)("POST", "/api/data/user", again), "unique-conflict");
      const mallory = sender(server, await bearer(server, id));
      await mallory("PATCH", paths.record("user", id), {
        firstname: "M",
        usernamekey: "ann",
        tokenversion: "mine",
        id: annId,
        ownerid: annId,
      });
      expect(await server.api.repository("user").findById(id)).toMatchObject({
        id,
        firstname: "M",
        username: "Mallory",
      });
      expect(await server.api.repository("user").findById(annId)).toMatchObject({
        firstname: null,
        username: "ann",
      });
      expectProblem(await sender(server)("POST", "/api/data/user", again), "unique-conflict");
    });

    it("a write of a user returns fields only if the sender may read them, and never secrets", async () => {
      const prefer = { Prefer: "return=representation" };
      const body = { ...account, username: "Trudy", email: "trudy@example.com" };
      const made = await sender(server)("POST", "/api/data/user", body, prefer);
      expect(made.status).toBe(201);
      expect(made.text).not.toMatch(/password|scrypt|trudy|usernamekey|tokenversion/i);
      const [found] = (await server.api.repository("user").find({ where: "username=Trudy" })).items;
      const trudy = sender(server, await bearer(server, Number(found?.id)));
      const changed = await trudy("PATCH", paths.record("user", Number(found?.id)), { ...account }, prefer);
      expect(changed.json).toMatchObject({ username: "Trudy", email: "trudy@example.com" });
      expect(changed.text).not.toMatch(/password|scrypt|usernamekey|tokenversion/i);
      const again = sender(server, await bearer(server, Number(found?.id)));
      const own = pageOf(await again("GET", paths.findOwn("user")));
      expect(own.count).toBe(1);
      expect(JSON.stringify(own)).not.toMatch(/password|scrypt|usernamekey|tokenversion/i);
    });
  });
}
