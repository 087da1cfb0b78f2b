import { expect, it } from "vitest";
import { addUser, ownUsers, PASSWORD, sender, told, toldByHeader, bearer } from "../../callers.js";
import { expectProblem } from "../../expectations.js";
import { field } from "../../fields.js";
import type { Harness } from "../../harness.js";
import { paths } from "../../paths.js";

/** Concurrent requests have the same outcome as sequential ones. */
export function raceCases({ serve }: Harness): void {
  const users = serve({ auth: ownUsers, entities: {} });
  const ofDept = { role: "member", where: "dept=@user.dept" };
  const server = serve({
    auth: toldByHeader,
    entities: {
      doc: {
        fields: { title: field("string"), dept: field("string"), level: field("int") },
        permissions: { read: ["guest"], create: ["member"], update: [ofDept, "boss"], delete: [ofDept] },
      },
      own: {
        fields: { title: field("string") },
        permissions: { read: ["guest"], create: ["member"], update: ["owner"], delete: ["owner"] },
      },
      link: {
        fields: {
          title: field("string"),
          docids: field("int", {
            foreignKey: { targetEntityName: "doc", resolvedEntityName: "docs", isManyToMany: true },
          }),
        },
        permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
      },
    },
  });
  const ann = sender(server, told({ userId: "ann", claims: { dept: "sales" } }));
  const bob = sender(server, told({ userId: "bob", claims: { dept: "sales" } }));
  const boss = sender(server, told({ userId: "boss", roles: ["boss"], claims: { dept: "none" } }));

  it("a username that is registered and taken by an update at the same time goes to one user", async () => {
    const register = (username: string) =>
      sender(users)("POST", "/api/data/user", { username, password: PASSWORD, confirmPassword: PASSWORD });
    const id = await addUser(users, "renamed");
    const self = sender(users, await bearer(users, id));
    const password = `${PASSWORD} of old`;
    const replies = await Promise.all([
      register("Coveted"),
      self("PATCH", paths.record("user", id), { username: "COVETED", password, confirmPassword: password }),
      register("\u200bcoveted "),
    ]);
    expect(replies.map(({ status }) => Math.floor(status / 100)).sort()).toEqual([2, 4, 4]);
    for (const reply of replies.filter(({ status }) => status >= 300))
      expectProblem(reply, "unique-conflict");
    const names = (await users.api.repository("user").find()).items.map((user) => String(user["username"]));
    expect(names.filter((name) => /coveted/i.test(name))).toHaveLength(1);
  });

  it("a record that moves out of a caller's reach is no longer written by this caller", async () => {
    for (let round = 0; round < 12; round++) {
      const { id } = await server.api.repository("doc").create({ title: "t", dept: "sales", level: 0 });
      const path = paths.record("doc", id);
      const [written, moved] = await Promise.all([
        ann("PATCH", path, { title: "by ann" }),
        boss("PATCH", path, { dept: "elsewhere" }),
      ]);
      expect(moved.status).toBe(200);
      expect([200, 403]).toContain(written.status);
      const record = await server.api.repository("doc").findById(id);
      expect(record).toMatchObject({ dept: "elsewhere", title: written.status === 200 ? "by ann" : "t" });
    }
  });

  it("concurrent updates and deletes of a record see each other's changes", async () => {
    for (let round = 0; round < 12; round++) {
      const { id } = await server.api.repository("doc").create({ title: "t", dept: "sales" });
      const path = paths.record("doc", id);
      const replies = await Promise.all([
        ann("DELETE", path),
        bob("PATCH", path, { title: "by bob", dept: "sales" }),
        bob("DELETE", path),
      ]);
      expect(replies.filter((reply) => reply.status === 200).length).toBeGreaterThanOrEqual(1);
      for (const reply of replies) expect([200, 404]).toContain(reply.status);
      expect([replies[0], replies[2]].filter((reply) => reply.status === 200)).toHaveLength(1);
      expect(await server.api.repository("doc").findById(id)).toBeUndefined();
    }
  });

  it("only the owner writes a record while a stranger tries to", async () => {
    for (let round = 0; round < 6; round++) {
      const made = await ann("POST", "/api/data/own", { title: "t" });
      const path = paths.record("own", made.json as number);
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          (index % 2 === 0 ? ann : bob)("PATCH", path, { title: index % 2 === 0 ? "owner" : "thief" }),
        ),
      );
      expect(replies.map((reply) => reply.status)).toEqual([200, 403, 200, 403, 200, 403]);
      expect(await server.api.repository("own").findById(made.json as number)).toMatchObject({
        title: "owner",
        ownerid: "ann",
      });
    }
  });

  it("a list that is replaced by several requests is one of the new lists, never a mixture", async () => {
    const docs = server.api.repository("doc");
    const ids: number[] = [];
    for (let index = 0; index < 6; index++) ids.push(Number((await docs.create({ title: `d${index}` })).id));
    const { id } = await server.api.repository("link").create({ title: "l", docids: ids });
    const lists = [ids.slice(0, 3), ids.slice(3), ids.slice(2, 4), []];
    for (let round = 0; round < 5; round++) {
      const replies = await Promise.all(
        lists.map((docids, index) =>
          sender(server)("PATCH", paths.record("link", id), { title: `list ${index}`, docids }),
        ),
      );
      for (const reply of replies) expect([200, 503], reply.text).toContain(reply.status);
      const record = await server.api.repository("link").findById(id);
      const index = Number(/\d$/.exec(String(record?.["title"]))?.[0]);
      expect(record?.["docids"]).toEqual(lists[index]);
    }
  });
}
