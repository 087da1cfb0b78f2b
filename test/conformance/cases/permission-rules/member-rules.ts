import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { sender, told, toldByHeader, type Headers } from "../../callers.js";
import { expectProblem, pageOf, pluck } from "../../expectations.js";
import { field } from "../../fields.js";
import type { Harness } from "../../harness.js";
import { paths } from "../../paths.js";

const guest: Headers = {};
const ann = told({ userId: "ann" });
const bob = told({ userId: "bob" });
const hr = told({ userId: "hr", roles: ["hr"] });

/** `{ role, fields }`: which members of a record a caller may read. */
export function memberRuleCases({ serve }: Harness): void {
  const server = serve({
    auth: toldByHeader,
    entities: {
      person: {
        fields: {
          name: field("string"),
          email: field("string"),
          salary: field("int"),
          bossid: field("int", { foreignKey: { targetEntityName: "person", resolvedEntityName: "boss" } }),
        },
        permissions: {
          read: [
            { role: "guest", fields: { include: ["ID", "Name"] } },
            {
              role: "member",
              fields: { exclude: ["salary", "bossid", "ownerid", "createdat", "updatedat"] },
            },
            "hr",
          ],
          create: ["member"],
          update: ["guest"],
          delete: ["guest"],
        },
      },
      bare: {
        fields: { name: field("string"), code: field("string") },
        permissions: { read: [{ role: "guest", fields: { include: ["name"] } }] },
      },
      hidden: {
        fields: { name: field("string"), pin: field("secret") },
        permissions: {
          read: [{ role: "guest", fields: { exclude: ["id", "name", "ownerid", "createdat", "updatedat"] } }],
        },
      },
      profile: {
        fields: { username: field("string"), email: field("string"), phone: field("string") },
        permissions: {
          read: [{ role: "guest", fields: { include: ["id", "username"] } }, "owner"],
          create: ["member"],
          update: ["owner"],
        },
      },
      mixed: {
        fields: { level: field("int"), title: field("string"), body: field("string") },
        permissions: {
          read: [
            { role: "guest", where: "level=1", fields: { include: ["id", "title"] } },
            { role: "guest", where: "level=2", fields: { include: ["id", "body"] } },
            { role: "member", where: "level=3" },
            { role: "hr", fields: { include: ["id", "level"] } },
          ],
        },
      },
    },
  });
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const people = server.api.repository("person").as({ userId: "hr", roles: ["hr"] });
    const boss = await people.create({ name: "Zoe", email: "zoe@example.com", salary: 900 });
    const ada = await people.create({
      name: "Ada",
      email: "ada@example.com",
      salary: 100,
      bossid: boss.id,
    });
    ids["ada"] = Number(ada.id);
    await server.api.repository("bare").create({ name: "n", code: "c" });
    for (const name of ["a", "b"]) await server.api.repository("hidden").create({ name });
    const profiles = server.api.repository("profile");
    for (const userId of ["ann", "bob"]) {
      const input = { username: userId, email: `${userId}@example.com`, phone: `tel ${userId}` };
      ids[userId] = Number((await profiles.as({ userId }).create(input)).id);
    }
    for (const level of [1, 2, 3, 4, null]) {
      const input = { level, title: `t${level}`, body: `b${level}` };
      ids[String(level)] = Number((await server.api.repository("mixed").create(input)).id);
    }
  });

  const membersFor = async (headers: Headers, path: string): Promise<readonly string[][]> =>
    pageOf(await server.get(path, headers)).items.map((item) => Object.keys(item));

  describe("members that a caller may not read", () => {
    const all = ["id", "name", "email", "salary", "bossid", "boss", "ownerid", "createdat", "updatedat"];

    it.each([
      ["a guest", guest, ["id", "name"]],
      ["a member", ann, ["id", "name", "email"]],
      ["hr", hr, all],
    ] as const)(
      "members that the caller may not read are missing from every read by %s",
      async (_who, headers, members) => {
        for (const path of [
          paths.findAll("person"),
          paths.findById("person", ids["ada"] ?? 0),
          paths.findByCondition("person", "name~a"),
        ]) {
          const found = await membersFor(headers, path);
          expect(found.length, path).toBeGreaterThan(0);
          for (const names of found) expect(names.toSorted(), path).toEqual(members.toSorted());
        }
      },
    );

    it("a rule may make one member readable and no other, not even the key", async () => {
      expect(pageOf(await server.get(paths.findAll("bare", "name"))).items).toEqual([{ name: "n" }]);
      expect(pageOf(await server.get(paths.findById("bare", 1))).items).toEqual([{ name: "n" }]);
      expectProblem(await server.get(paths.findAll("bare", "id")), "invalid-order");
      expectProblem(await server.get(paths.findByCondition("bare", "id=1", "name")), "invalid-condition");
    });

    const places = (name: string) => [
      paths.findAll("person", name),
      paths.findAll("person", `~${name.toUpperCase()}`),
      paths.findByCondition("person", "name~a", name),
      paths.findByCondition("person", `${name}>50`),
      paths.findByCondition("person", `${name}=null`),
      paths.findByCondition("person", `name=Ada&(id=1|${name.toUpperCase()}<>0)`),
      paths.findByCondition("person", `${name}="x"`),
    ];

    it.each([
      ["salary", guest],
      ["salary", ann],
      ["bossid", ann],
      ["email", guest],
      ["ownerid", guest],
      ["createdat", ann],
    ] as const)(
      "members that the caller may not read are rejected in conditions and orders like missing ones: %s",
      async (name, headers) => {
        for (const [index, path] of places(name).entries()) {
          const reply = await server.get(path, headers);
          expectProblem(
            reply,
            path.includes("findall") || index === 2 ? "invalid-order" : "invalid-condition",
          );
          const absent = "q".repeat(name.length);
          const other = await server.get(places(absent)[index] ?? "", headers);
          const told = reply.text
            .replaceAll(name, absent)
            .replaceAll(name.toUpperCase(), absent.toUpperCase());
          expect(told, path).toBe(other.text);
        }
      },
    );

    it("a rule may hide all members, so that only the existence of a record is visible", async () => {
      expectProblem(await server.get(paths.findAll("hidden")), "invalid-order");
      for (const [id, items] of [
        [1, [{}]],
        [9, []],
      ] as const) {
        const reply = await server.get(paths.findById("hidden", id));
        expect(pageOf(reply)).toEqual({ count: items.length, items });
      }
      const found = await server.api.repository("hidden").as({ userId: "ann" }).find();
      expect([found.count, found.items]).toEqual([2, [{}, {}]]);
    });

    it("a caller who may read a member can filter and sort by it", async () => {
      for (const path of places("salary").slice(0, 5))
        expect((await server.get(path, hr)).status, path).toBe(200);
      const found = await server.get(paths.findByCondition("person", "salary>500"), hr);
      expect(pluck(found, "name")).toEqual(["Zoe"]);
    });

    it("functions of server code that take a request return the same members as HTTP", async () => {
      for (const headers of [guest, ann, hr]) {
        const req = new IncomingMessage(new Socket());
        for (const [name, value] of Object.entries(headers)) req.headers[name.toLowerCase()] = value;
        const all = await server.get(paths.findAll("person"), headers);
        expect(
          JSON.parse(JSON.stringify(await server.api.findAllAsync(req, "person", "id", 0, 1000))),
        ).toEqual(all.json);
        const one = await server.get(paths.findById("person", ids["ada"] ?? 0), headers);
        expect(
          JSON.parse(JSON.stringify(await server.api.findByIdAsync(req, "person", ids["ada"] ?? 0))),
        ).toEqual(one.json);
        const bySalary = server.api.findByConditionAsync(req, "person", "id", 0, 10, "salary>0");
        if (headers === hr) expect((await bySalary).count).toBe(2);
        else await expect(bySalary).rejects.toMatchObject({ code: "invalid-condition" });
      }
    });

    it("messages suggest no members that the caller may not read", async () => {
      for (const [typo, headers] of [
        ["salery", guest],
        ["salery", ann],
        ["emial", guest],
        ["bossi", ann],
        ["boss", ann],
      ] as const) {
        for (const path of [paths.findAll("person", typo), paths.findByCondition("person", `${typo}=1`)]) {
          const { text } = await server.get(path, headers);
          expect(text.replaceAll(typo, "")).not.toMatch(/salary|email|boss/);
        }
      }
      const { text } = await server.get(paths.findAll("person", "salery"), hr);
      expect(text).toContain("salary");
    });

    it("answers to writes have no members that the caller may not read", async () => {
      const send = sender(server, guest);
      const prefer = { Prefer: "return=representation" };
      const changed = await send("PATCH", paths.record("person", ids["ada"] ?? 0), { name: "Ada" }, prefer);
      expect(changed.json).toEqual({ id: ids["ada"], name: "Ada" });
      const made = await sender(server, ann)(
        "POST",
        paths.entity("person"),
        { name: "M", salary: 7 },
        prefer,
      );
      expect(Object.keys(made.json as object)).toEqual(["id", "name", "email"]);
      const gone = await send(
        "DELETE",
        paths.record("person", (made.json as { id: number }).id),
        undefined,
        prefer,
      );
      expect(gone.status).toBe(200);
      expect(gone.json).toEqual({ id: (made.json as { id: number }).id, name: "M" });
    });

    it("a foreign key that the caller may not read also hides the record that it refers to", async () => {
      for (const [headers, names] of [
        [ann, ["id", "name", "email"]],
        [guest, ["id", "name"]],
      ] as const)
        expect(await membersFor(headers, paths.findById("person", ids["ada"] ?? 0))).toEqual([names]);
      const [record] = pageOf(await server.get(paths.findById("person", ids["ada"] ?? 0), hr)).items;
      expect(record?.["boss"]).toMatchObject({ id: 1, name: "Zoe", salary: 900 });
    });
  });

  describe("members that are readable in some records", () => {
    it("members that only owners may read are in own records, and missing from others", async () => {
      const found = pageOf(await server.get(paths.findAll("profile"), ann));
      expect(found.count).toBe(2);
      const [own, other] = found.items;
      expect(own).toMatchObject({
        username: "ann",
        email: "ann@example.com",
        phone: "tel ann",
        ownerid: "ann",
      });
      expect(other).toEqual({ id: ids["bob"], username: "bob" });
      const byId = paths.findById("profile", ids["ann"] ?? 0);
      expect(await membersFor(bob, byId)).toEqual([["id", "username"]]);
      expect(await membersFor(guest, byId)).toEqual([["id", "username"]]);
      expect((await membersFor(ann, byId))[0]).toContain("phone");
    });

    it("members that only owners may read are rejected in conditions and orders if the read includes others' records", async () => {
      for (const [path, code] of [
        [paths.findByCondition("profile", "email=bob@example.com"), "invalid-condition"],
        [paths.findByCondition("profile", "username=ann&phone~tel"), "invalid-condition"],
        [paths.findByCondition("profile", "ownerid=bob"), "invalid-condition"],
        [paths.findAll("profile", "email"), "invalid-order"],
        [paths.findAll("profile", "~phone"), "invalid-order"],
      ] as const) {
        for (const headers of [ann, guest]) expectProblem(await server.get(path, headers), code);
      }
    });

    it("members that only owners may read can be used in private access, which reads own records only", async () => {
      const path = paths.findOwnByCondition("profile", "email~example|phone<>null", "~email");
      const found = pageOf(await server.get(path, ann));
      expect(found.count).toBe(1);
      expect(found.items[0]).toMatchObject({ username: "ann", phone: "tel ann" });
    });

    it("members that only owners may read are in answers to writes of own records", async () => {
      const changed = await sender(server, ann)(
        "PATCH",
        paths.record("profile", ids["ann"] ?? 0),
        { phone: "tel ann" },
        { Prefer: "return=representation" },
      );
      expect(changed.json).toMatchObject({ username: "ann", email: "ann@example.com", phone: "tel ann" });
    });

    it("a member of a record is readable if any rule for the record makes it readable", async () => {
      const found = async (headers: Headers) => pageOf(await server.get(paths.findAll("mixed"), headers));
      expect(await found(guest)).toEqual({
        count: 2,
        items: [
          { id: ids["1"], title: "t1" },
          { id: ids["2"], body: "b2" },
        ],
      });
      const forAnn = await found(ann);
      expect(forAnn.count).toBe(3);
      expect(forAnn.items.slice(0, 2)).toEqual([
        { id: ids["1"], title: "t1" },
        { id: ids["2"], body: "b2" },
      ]);
      expect(forAnn.items[2]).toMatchObject({ id: ids["3"], level: 3, title: "t3", body: "b3" });
      const forHr = await found(hr);
      expect(forHr.count).toBe(5);
      expect(forHr.items.filter((item) => item["id"] !== ids["3"])).toEqual([
        { id: ids["1"], level: 1, title: "t1" },
        { id: ids["2"], level: 2, body: "b2" },
        { id: ids["4"], level: 4 },
        { id: ids["null"], level: null },
      ]);
      for (const name of ["level", "title", "body", "createdat"]) {
        expectProblem(await server.get(paths.findAll("mixed", name)), "invalid-order");
        expectProblem(await server.get(paths.findByCondition("mixed", `${name}=1`)), "invalid-condition");
      }
      const byLevel = await server.get(paths.findByCondition("mixed", "level>1", "~level"), hr);
      expect(pluck(byLevel, "id")).toEqual([ids["4"], ids["3"], ids["2"]]);
    });
  });
}
