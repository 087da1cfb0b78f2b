import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addUser, ownUsers, sender, type Send, bearer } from "../../callers.js";
import { expectJson, expectProblem, pageOf, pluck, snapshot } from "../../expectations.js";
import { field } from "../../fields.js";
import type { Harness } from "../../harness.js";
import { paths } from "../../paths.js";

const ownersOnly = { read: ["owner"], create: ["member"], update: ["owner"], delete: ["owner"] };

/** Ways to access records of other users. */
export function ownershipAttackCases({ serve }: Harness): void {
  const server = serve({
    auth: ownUsers,
    entities: {
      diary: { fields: { title: field("string"), level: field("int") }, permissions: ownersOnly },
      item: {
        fields: { title: field("string"), level: field("int") },
        permissions: { ...ownersOnly, read: ["guest"] },
      },
      line: {
        fields: {
          orderid: field("int", { isRequired: true, isEditable: false }),
          line: field("int", { isRequired: true, isEditable: false }),
          text: field("string"),
        },
        primaryKey: ["orderid", "line"],
        permissions: ownersOnly,
      },
    },
  });
  const senders = new Map<string, Send>();
  const ids: Record<string, number> = {};
  const send = (name: string): Send => senders.get(name) ?? sender(server);
  let [mine, hers, hersToSee] = [0, 0, 0];

  beforeAll(async () => {
    for (const name of ["ann", "bob", "root"]) {
      ids[name] = await addUser(server, name, { roles: name === "root" ? ["admin"] : [] });
      senders.set(name, sender(server, await bearer(server, ids[name])));
    }
    for (const [name, orderid] of [
      ["ann", 1],
      ["bob", 2],
    ] as const)
      for (const line of [1, 2]) await send(name)("POST", "/api/data/line", { orderid, line, text: name });
  });

  beforeEach(async () => {
    const make = async (name: string, entity: string, title: string) =>
      (await send(name)("POST", paths.entity(entity), { title, level: 1 })).json as number;
    hers = await make("ann", "diary", "hers");
    mine = await make("bob", "diary", "mine");
    hersToSee = await make("ann", "item", "hers");
    await make("bob", "item", "mine");
  });

  it("another user, even an admin, cannot change or delete an owner's record by its id", async () => {
    const before = await snapshot(server);
    for (const [path, code] of [
      [paths.record("diary", hers), "unknown-record"],
      [paths.record("item", hersToSee), "forbidden"],
    ] as const) {
      for (const name of ["bob", "root"]) {
        for (const prefer of [{}, { Prefer: "return=representation" }, { Prefer: "handling=strict" }]) {
          for (const method of ["PUT", "PATCH"])
            expectProblem(await send(name)(method, path, { title: "x" }, prefer), code);
          expectProblem(await send(name)("DELETE", path, undefined, prefer), code);
        }
      }
    }
    expect(await snapshot(server)).toBe(before);
    expect(pageOf(await send("bob")("GET", paths.findById("diary", hers)))).toEqual({ count: 0, items: [] });
    expect(pageOf(await send("root")("GET", paths.findOwnById("diary", hers)))).toEqual({
      count: 0,
      items: [],
    });
  });

  it("another owner's record is answered to a stranger exactly like a missing record", async () => {
    const replies = [hers, 2_000_000].map(async (id) => [
      await send("bob")("PATCH", paths.record("diary", id), { title: "x" }),
      await send("bob")("DELETE", paths.record("diary", id)),
      await send("bob")("GET", paths.findById("diary", id)),
    ]);
    const [there = [], absent = []] = await Promise.all(replies);
    const words = ({ text, status }: { text: string; status: number }) =>
      `${status} ${text.replaceAll(String(hers), "ID").replaceAll("2000000", "ID")}`;
    expect(there.map(words)).toEqual(absent.map(words));
  });

  it("no other spelling of a path lets a caller change or delete another owner's record", async () => {
    const before = await snapshot(server);
    const spellings = [
      `/api/data/DIARY/${hers}`,
      `/API/DATA/diary/${hers}`,
      `/api/data//diary/${hers}`,
      `/api/data/diary//${hers}`,
      `/api/data/diary/${hers}/`,
      `/api/data/diary/${hers}?ownerid=${ids["ann"]}`,
      `/api/data/diary/0${hers}`,
      `/api/data/diary/+${hers}`,
      `/api/data/diary/${hers}.0`,
      `/api/data/diary/${hers}e0`,
      `/api/data/diary/%20${hers}`,
      `/api/data/diary/${hers}%00`,
      `/api/data/diary/${mine},${hers}`,
      `/api/data/diary/${mine}/../${hers}`,
      `/api/data/diary/${mine}%2F..%2F${hers}`,
      `/api/data/diary/${hers};x=1`,
      `/api/data/diary/private/${hers}`,
      `/api/data/diary/public/findbyid/${hers}`,
      `/api/data/%64iary/${hers}`,
      `/api/data/diary/${encodeURIComponent(`${mine} or id=${hers}`)}`,
      `/api/data/diary/${encodeURIComponent(`id=${hers}`)}`,
      `/api/data/diary/${encodeURIComponent("*")}`,
    ];
    for (const path of spellings) {
      for (const method of ["PUT", "PATCH", "DELETE"]) {
        const body = method === "DELETE" ? undefined : { title: "x" };
        const { status } = await send("bob")(method, path, body);
        expect([400, 403, 404, 405], `${method} ${path}: ${status}`).toContain(status);
      }
      const override = {
        "X-HTTP-Method-Override": "DELETE",
        "X-HTTP-Method": "DELETE",
        "X-Method-Override": "DELETE",
      };
      const { status } = await send("bob")("POST", path, { title: "x" }, override);
      expect([400, 404, 405], `POST ${path}: ${status}`).toContain(status);
    }
    expect(await snapshot(server)).toBe(before);
  });

  it("no other spelling of the access in a path lets a caller read records of other owners", async () => {
    for (const access of ["PRIVATE", "Private", "PUBLIC", "Public", "%70rivate", "%50UBLIC"]) {
      const path = `/api/data/Diary/${access}/findall/id/0/1000`;
      expectProblem(await sender(server)("GET", path), "authentication-required");
      expect(new Set(pluck(await send("bob")("GET", path), "ownerid"))).toEqual(new Set([ids["bob"]]));
    }
    for (const access of [
      "all",
      "private%20",
      "private,public",
      "public/private",
      "__proto__",
      "protected",
      "",
    ]) {
      const reply = await send("bob")("GET", `/api/data/diary/${access}/findall/id/0/1000`);
      expect(reply.status, access).toBe(404);
    }
  });

  it("no condition lets a caller read records of other owners", async () => {
    const conditions = [
      "id>0",
      "title=mine|title=hers",
      "title=mine|title<>mine",
      "ownerid=1|ownerid=2|ownerid=3|ownerid=null",
      `ownerid=${ids["ann"]}`,
      `ownerid<>${ids["bob"]}`,
      `title=mine&level=1|id=${hers}`,
      `(title=mine)|(id=${hers})`,
      "id>0)|(id>0",
      "id>0) or (1=1",
      "id>0))|((id>0",
      ")|(id>0",
      "1=1",
      'title="mine"|title<>"',
      'title="mine\\"|id>0|title="x',
      'title="mine" or 1=1 --"',
      "title=mine'|id>0|title='x",
      "title=mine;id>0",
      "title=mine||id>0",
      "title=mine|id>0&id>0|level=1",
      "title=mine--",
      "title=@user.id|id>0",
      "ownerid=@user.id|id>0",
      "id>0|id=null|id<0",
      "title~|id>0",
      'title~""',
      'title<>"mine"',
    ];
    for (const condition of conditions) {
      for (const path of [
        paths.findOwnByCondition("diary", condition),
        paths.findByCondition("diary", condition),
        paths.findOwnByCondition("item", condition),
      ]) {
        const reply = await send("bob")("GET", path);
        expect([200, 400], `${path}: ${reply.text}`).toContain(reply.status);
        if (reply.status === 400) {
          expectProblem(reply, "invalid-condition");
          continue;
        }
        const { count, items } = pageOf(reply);
        expect(count, path).toBe(items.length);
        for (const item of items) expect(item["ownerid"], path).toBe(ids["bob"]);
      }
      expectProblem(
        await sender(server)("GET", paths.findOwnByCondition("item", condition)),
        "authentication-required",
      );
    }
    expect(
      pageOf(await send("bob")("GET", paths.findOwnByCondition("diary", "id>0|level=2"))).count,
    ).toBeGreaterThan(0);
  });

  it("an owner cannot give a record to another user by an update, and a stranger cannot take one", async () => {
    const own = paths.record("diary", mine);
    for (const body of [
      { title: "x", ownerid: ids["ann"] },
      { title: "x", OWNERID: null },
      { title: "x", owner: { id: ids["ann"] } },
    ]) {
      expectJson(await send("bob")("PATCH", own, body), 200, { count: 1 });
      expect(await server.api.repository("diary").findById(mine)).toMatchObject({ ownerid: ids["bob"] });
    }
    const taken = paths.record("item", hersToSee);
    for (const body of [{ ownerid: ids["bob"] }, { ownerid: ids["bob"], title: "x" }]) {
      const reply = await send("bob")("PATCH", taken, body);
      expect([400, 403]).toContain(reply.status);
      expect(await server.api.repository("item").findById(hersToSee)).toMatchObject({
        ownerid: ids["ann"],
        title: "hers",
      });
    }
  });

  it("a key in the body of an update does not move the update to another owner's record", async () => {
    for (const body of [
      { id: hers, title: "x" },
      { ID: String(hers), title: "x" },
    ])
      expectJson(await send("bob")("PUT", paths.record("diary", mine), body), 200, { count: 1 });
    expect(await server.api.repository("diary").findById(hers)).toMatchObject({ title: "hers" });
    expect(await server.api.repository("diary").findById(mine)).toMatchObject({ title: "x" });
  });

  it("neither the path nor the body of a write reaches another owner's record by its composite key", async () => {
    const lines = server.api.repository("line");
    const before = JSON.stringify(await lines.find());
    const bob = send("bob");
    for (const path of [
      "/api/data/line/1/1",
      "/api/data/line/1/2",
      "/api/data/LINE/1/1",
      "/api/data/line/01/1",
      "/api/data/line/1",
      "/api/data/line/1,1",
      "/api/data/line/2/1/1",
      "/api/data/line/2%2F1/1",
    ]) {
      for (const [method, body] of [
        ["PATCH", { text: "x" }],
        ["PUT", { text: "x", orderid: 2, line: 1 }],
        ["DELETE", undefined],
      ] as const) {
        const { status } = await bob(method, path, body);
        expect([400, 404, 405], `${method} ${path}: ${status}`).toContain(status);
      }
    }
    expect(JSON.stringify(await lines.find())).toBe(before);
    expectJson(await bob("PATCH", "/api/data/line/2/1", { text: "bob", orderid: 1, line: 2 }), 200, {
      count: 1,
    });
    expect(pluck(await bob("GET", paths.findAll("line", "line")), "text")).toEqual(["bob", "bob"]);
    expectProblem(await bob("POST", "/api/data/line", { orderid: 1, line: 1, text: "x" }), "unique-conflict");
  });

  it("the token of a deleted user can neither read nor write", async () => {
    const gone = await addUser(server, "gone");
    const ghost = sender(server, await bearer(server, gone));
    const made = await ghost("POST", "/api/data/item", { title: "ghostly" });
    expect(made.status).toBe(201);
    expectProblem(await ghost("DELETE", paths.record("user", gone)), "foreign-key-conflict");
    expectJson(await ghost("DELETE", paths.record("item", made.json as number)), 200, { count: 1 });
    expectJson(await ghost("DELETE", paths.record("user", gone)), 200, { count: 1 });

    const before = await snapshot(server);
    for (const [method, path, body] of [
      ["GET", paths.findAll("item")],
      ["GET", paths.findOwn("item")],
      ["POST", "/api/data/item", { title: "from beyond" }],
      ["PATCH", paths.record("item", hersToSee), { title: "x" }],
      ["PATCH", paths.record("user", gone), { firstname: "x" }],
      ["POST", "/api/auth/logout"],
    ] as const)
      expectProblem(await ghost(method, path, body), "invalid-token");
    expect(await snapshot(server)).toBe(before);
  });

  describe("through functions of server code", () => {
    it("functions of server code with a caller's rights cannot access records of other owners", async () => {
      const diary = server.api.repository("diary");
      const bob = diary.as({ userId: ids["bob"] ?? 0 });
      expect(await bob.findById(hers)).toBeUndefined();
      expect(await bob.update(hers, { title: "x" })).toBeUndefined();
      expect(await bob.delete(hers)).toBeUndefined();
      const found = await bob.find({ where: "id>0|title=hers" });
      expect(new Set(found.items.map((item) => item["ownerid"]))).toEqual(new Set([ids["bob"]]));
      expect(await bob.count()).toBe(found.count);
      await expect(
        server.api
          .repository("item")
          .as({ userId: ids["bob"] ?? 0 })
          .delete(hersToSee),
      ).rejects.toMatchObject({
        code: "forbidden",
      });
      await expect(
        diary.as({ userId: ids["bob"] ?? 0, roles: ["owner"] }).findById(hers),
      ).resolves.toBeUndefined();
      expect(await diary.findById(hers)).toMatchObject({ title: "hers" });
    });
  });
}
