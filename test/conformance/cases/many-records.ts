import type { Kysely } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { told, toldByHeader } from "../callers.js";
import { expectJson, expectProblem, pageOf } from "../expectations.js";
import { everybody, field, openEntity, plain, to } from "../fields.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";
import { paths } from "../paths.js";

const withoutOwner = { systemFields: { createdat: false, updatedat: false, ownerid: false } };
const REPRESENTATION = { Prefer: "return=representation" };
const anna = told({ userId: 1, roles: ["member"] });
const ben = told({ userId: 2, roles: ["member"] });

/** Arrays of records, and writes of all records that match a condition. */
export function manyRecordCases({ serve }: Harness): void {
  const called: string[] = [];
  let meanwhile: (() => Promise<unknown>) | undefined;
  const server = serve({
    auth: toldByHeader,
    server: { audit: true, idempotency: true, maxAffected: 600, maxJsonKeys: 10_000 },
    entities: {
      item: plain(
        {
          name: field("string", { isUnique: true, isRequired: true }),
          level: field("int"),
          kind: to("kind", "kinds"),
        },
        withoutOwner,
      ),
      kind: plain({ word: field("string") }, withoutOwner),
      node: plain(
        {
          name: field("string"),
          parentid: field("int", {
            foreignKey: { targetEntityName: "node", resolvedEntityName: "parent" },
          }),
        },
        withoutOwner,
      ),
      stocked: plain(
        { name: field("string", { isUnique: true, isRequired: true }), level: field("int", { default: 7 }) },
        withoutOwner,
      ),
      line: openEntity(
        {
          order: field("string", { isRequired: true, isEditable: false }),
          nr: field("int", { isRequired: true, isEditable: false }),
          amount: field("int"),
        },
        { primaryKey: ["order", "nr"], systemFields: { ownerid: false } },
      ),
      owned: {
        fields: { title: field("string", { isRequired: true }), level: field("int") },
        permissions: { read: ["member"], create: ["member"], update: ["owner"], delete: ["owner"] },
      },
      ruled: {
        fields: { title: field("string", { isUnique: true }), level: field("int") },
        permissions: {
          ...everybody,
          create: [{ role: "guest", where: "level<10" }],
          update: [{ role: "guest", where: "level<10" }],
        },
        systemFields: { ownerid: false },
      },
      linked: openEntity(
        {
          title: field("string"),
          kinds: field("int", {
            foreignKey: { targetEntityName: "kind", resolvedEntityName: "theKinds", isManyToMany: true },
          }),
        },
        { systemFields: { ownerid: false } },
      ),
      private: {
        fields: { name: field("string"), ssn: field("string", { isUnique: true }), pin: field("secret") },
        permissions: {
          ...everybody,
          read: [{ role: "guest", fields: { include: ["name"] } }],
        },
        systemFields: { ownerid: false },
      },
      slugged: openEntity(
        { title: field("string"), slug: field("string") },
        {
          systemFields: { ownerid: false },
          hooks: {
            beforeUpdate: ({ changes, record }) => {
              const own: Record<string, unknown> = changes;
              own["slug"] ??= `slug of ${String(record["title"])}`;
              return own;
            },
          },
        },
      ),
      raced: openEntity(
        { code: field("int", { isUnique: true, isRequired: true }), word: field("string") },
        {
          systemFields: { ownerid: false },
          writeValidator: async () => {
            const change = meanwhile;
            meanwhile = undefined;
            await change?.();
            return true;
          },
        },
      ),
      closed: {
        fields: { title: field("string", { isUnique: true }) },
        permissions: { ...everybody, update: [] },
      },
      fixed: {
        fields: { title: field("string", { isUnique: true }) },
        permissions: { ...everybody, create: [] },
      },
      hooked: openEntity(
        { title: field("string") },
        {
          systemFields: { ownerid: false },
          hooks: {
            beforeCreate: ({ input }) => {
              called.push(`before ${String(input["title"])}`);
              return { ...input, title: `${String(input["title"])}!` };
            },
            afterCommit: ({ record }) => {
              called.push(`commit ${String(record["title"])}`);
            },
          },
        },
      ),
    },
  });
  const careful = serve({
    server: { requirePrecondition: true },
    entities: { careful: openEntity({ title: field("string") }) },
  });
  // Without an audit, records that need no other step are created and changed in few statements.
  const unaudited = serve({
    entities: {
      story: plain(
        {
          title: field("string"),
          tags: field("int", {
            foreignKey: { targetEntityName: "tag", resolvedEntityName: "theTags", isManyToMany: true },
          }),
        },
        withoutOwner,
      ),
      tag: plain({ word: field("string") }, withoutOwner),
      chapter: plain(
        {
          title: field("string"),
          story: field("int", {
            foreignKey: {
              targetEntityName: "story",
              resolvedEntityName: "theStory",
              inverseName: "chapters",
              isWritable: true,
            },
          }),
        },
        withoutOwner,
      ),
    },
  });
  const all = async (entity: string): Promise<readonly Record<string, unknown>[]> =>
    pageOf(await server.get(paths.findAll(entity), anna)).items;
  const send = (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) => server.request(method, path, { body, headers });
  const idsOf = (reply: Reply) => reply.json as number[];

  beforeEach(async () => {
    for (const entity of ["item", "linked", "kind", "line", "owned", "ruled", "hooked", "private", "slugged"])
      await server.api.repository(entity).deleteMany({ where: {} });
    called.length = 0;
  });

  describe("an array of new records", () => {
    it("an array of new records is created as a whole, and answered with the ids in the same order", async () => {
      const names = Array.from({ length: 550 }, (_, index) => ({ name: `n${index}`, level: index % 7 }));
      const reply = await send("POST", paths.entity("item"), names);
      expect(reply.status).toBe(201);
      const ids = idsOf(reply);
      expect(ids).toHaveLength(550);
      const stored = new Map((await all("item")).map(({ id, name }) => [id, name]));
      expect(ids.map((id) => stored.get(id))).toEqual(names.map(({ name }) => name));
    });

    it("a create of an array is answered with the records if the caller prefers that", async () => {
      const reply = await send(
        "POST",
        paths.entity("item"),
        [{ name: "a", level: 1 }, { name: "b" }],
        REPRESENTATION,
      );
      expect(reply.status).toBe(201);
      expect(reply.headers["preference-applied"]).toBe("return=representation");
      expect(reply.json).toMatchObject([
        { name: "a", level: 1 },
        { name: "b", level: null },
      ]);
    });

    it("each record of an array may have members of its own, in creates and in changes", async () => {
      const [kind] = idsOf(await send("POST", paths.entity("kind"), [{ word: "k" }]));
      const records = [{ name: "a", level: 5 }, { name: "b", kind }, { name: "c", level: 6 }, { name: "d" }];
      const ids = idsOf(await send("POST", paths.entity("item"), records));
      const stored = async () => {
        const items = await all("item");
        return ids.map((id) => items.find((item) => item["id"] === id));
      };
      const filled = { level: null, kind: null };
      expect(await stored()).toMatchObject(records.map((record) => ({ ...filled, ...record })));
      const changes = [
        { name: "e", kind },
        { name: "f", level: 7 },
      ];
      const named = changes.map((change, index) => ({ id: ids[index], ...change }));
      expectJson(await send("PATCH", paths.entity("item"), named), 200, { count: 2 });
      expect((await stored()).slice(0, 2)).toMatchObject([
        { name: "e", level: 5, kind },
        { name: "f", level: 7, kind },
      ]);
    });

    it("a create of an empty array is answered with an empty array", async () => {
      expectJson(await send("POST", paths.entity("item"), []), 201, []);
    });

    it("a create of an array with composite keys is answered with the keys in the same order", async () => {
      const lines = [
        { order: "b", nr: 2, amount: 1 },
        { order: "a", nr: 1 },
      ];
      const reply = await send("POST", paths.entity("line"), lines);
      expectJson(reply, 201, [
        { order: "b", nr: 2 },
        { order: "a", nr: 1 },
      ]);
    });

    it("a create of an array is rejected with the mistakes of all records, and nothing is written", async () => {
      const reply = await send("POST", paths.entity("item"), [{ name: "a" }, { name: 5 }, {}]);
      const { errors = [] } = expectProblem(reply, "invalid-fields");
      expect(errors.map(({ path }) => path)).toEqual(["1.name", "2.name"]);
      expect(await all("item")).toEqual([]);
    });

    it("a create of an array names the record that conflicts with another, and nothing is written", async () => {
      const reply = await send("POST", paths.entity("item"), [{ name: "a" }, { name: "b" }, { name: "a" }]);
      expectProblem(reply, "unique-conflict", {
        errors: [{ path: "2.name", code: "not-unique", message: '"name" is taken by another record.' }],
      });
      expect(await all("item")).toEqual([]);
    });

    it("a create of an array names the record whose foreign key has no target, and nothing is written", async () => {
      const reply = await send("POST", paths.entity("item"), [{ name: "a" }, { name: "b", kind: 987_654 }]);
      const { errors } = expectProblem(reply, "foreign-key-conflict");
      expect(errors).toMatchObject([{ path: "1.kind" }]);
      expect(await all("item")).toEqual([]);
    });

    it("a create of an array names the record that the caller may not create, and nothing is written", async () => {
      const reply = await send("POST", paths.entity("ruled"), [{ level: 1 }, { level: 50 }]);
      const { errors } = expectProblem(reply, "authentication-required");
      expect(errors).toMatchObject([{ path: "1" }]);
      expect(await all("ruled")).toEqual([]);
    });

    it("a create of an array runs the hooks of each record", async () => {
      const reply = await send(
        "POST",
        paths.entity("hooked"),
        [{ title: "a" }, { title: "b" }],
        REPRESENTATION,
      );
      expect(reply.json).toMatchObject([{ title: "a!" }, { title: "b!" }]);
      expect(called).toEqual(["before a", "before b", "commit a!", "commit b!"]);
    });

    it("a create of an array sets the owner and the links of each record", async () => {
      const owned = await send("POST", paths.entity("owned"), [{ title: "a" }, { title: "b" }], anna);
      expect(owned.status).toBe(201);
      expect((await all("owned")).map(({ ownerid }) => ownerid)).toEqual(["1", "1"]);
      const kinds = idsOf(await send("POST", paths.entity("kind"), [{ word: "x" }, { word: "y" }]));
      const linked = await send(
        "POST",
        paths.entity("linked"),
        [{ kinds }, { kinds: [] }, { kinds: kinds.slice(1) }],
        REPRESENTATION,
      );
      expect(linked.json).toMatchObject([{ kinds }, { kinds: [] }, { kinds: kinds.slice(1) }]);
    });

    it("a create of an array creates its records once per idempotency key", async () => {
      const headers = { "Idempotency-Key": `many-${Math.random()}` };
      const first = await send("POST", paths.entity("item"), [{ name: "a" }, { name: "b" }], headers);
      const second = await send("POST", paths.entity("item"), [{ name: "a" }, { name: "b" }], headers);
      expect(second.status).toBe(201);
      expect(second.json).toEqual(first.json);
      expect(await all("item")).toHaveLength(2);
      expectProblem(
        await send("POST", paths.entity("item"), { name: "a" }, headers),
        "idempotency-key-reused",
      );
    });

    it("a create of an array has a maximum number of records, which max-affected lowers", async () => {
      const records = Array.from({ length: 601 }, (_, index) => ({ word: String(index) }));
      expectProblem(await send("POST", paths.entity("kind"), records), "too-many-records", { detail: /600/ });
      expectProblem(
        await send("POST", paths.entity("kind"), records.slice(0, 3), { Prefer: "max-affected=2" }),
        "too-many-records",
        { detail: /2/ },
      );
      expect(await all("kind")).toEqual([]);
    });

    it.each([[[1]], [[null]], [[[]]], [["text"]]])(
      "a create of an array is rejected if an item is not an object: %j",
      async (body) => {
        expectProblem(await send("POST", paths.entity("item"), body), "invalid-body");
      },
    );
  });

  describe("changes of several records", () => {
    it("an array of changes changes each record that it names by its key", async () => {
      const [a, b] = idsOf(await send("POST", paths.entity("item"), [{ name: "a" }, { name: "b" }]));
      const reply = await send("PATCH", paths.entity("item"), [
        { id: b, level: 2 },
        { ID: a, name: "z" },
      ]);
      expectJson(reply, 200, { count: 2 });
      expect(await all("item")).toMatchObject([
        { id: a, name: "z", level: null },
        { id: b, name: "b", level: 2 },
      ]);
    });

    it("an array of changes names a missing record, and changes nothing", async () => {
      const [a] = idsOf(await send("POST", paths.entity("item"), [{ name: "a" }]));
      const reply = await send("PATCH", paths.entity("item"), [
        { id: a, level: 2 },
        { id: 987_654, level: 2 },
      ]);
      expect(expectProblem(reply, "unknown-record").errors).toMatchObject([{ path: "1" }]);
      expect(await all("item")).toMatchObject([{ level: null }]);
    });

    it("an array of changes is rejected if it repeats a record or has a record without a key", async () => {
      const [a] = idsOf(await send("POST", paths.entity("item"), [{ name: "a" }]));
      const twice = await send("PATCH", paths.entity("item"), [
        { id: a, level: 2 },
        { id: a, level: 3 },
      ]);
      expect(expectProblem(twice, "invalid-body").errors).toMatchObject([{ path: "1" }]);
      const without = await send("PATCH", paths.entity("item"), [{ id: a, level: 1 }, { level: 3 }]);
      expect(expectProblem(without, "invalid-id").errors).toMatchObject([{ path: "1.id" }]);
    });

    it("an array of changes is rejected if it contains another owner's record, and changes nothing", async () => {
      const [own] = idsOf(await send("POST", paths.entity("owned"), [{ title: "a" }], anna));
      const [other] = idsOf(await send("POST", paths.entity("owned"), [{ title: "b" }], ben));
      const changes = [own, other].map((id) => ({ id, level: 1 }));
      const reply = await send("PATCH", paths.entity("owned"), changes, anna);
      expect(expectProblem(reply, "forbidden").errors).toMatchObject([{ path: "1" }]);
      expect((await all("owned")).map(({ level }) => level)).toEqual([null, null]);
    });

    it("an array of changes needs the current version of each record if preconditions are required", async () => {
      const ask = (
        method: string,
        path: string,
        body?: unknown,
        headers: Readonly<Record<string, string>> = {},
      ) => careful.request(method, path, { body, headers });
      const [a, b] = idsOf(await ask("POST", paths.entity("careful"), [{ title: "a" }, { title: "b" }]));
      const tagOf = async (id: unknown) =>
        (await ask("GET", paths.findById("careful", String(id)))).headers["etag"];
      const changes = [a, b].map((id) => ({ id, title: "z" }));
      expectProblem(await ask("PATCH", paths.entity("careful"), changes), "precondition-required");
      expectProblem(
        await ask("PATCH", `${paths.entity("careful")}?where=id>0`, { title: "z" }),
        "precondition-required",
      );
      const stale = [
        { ...changes[0], "@etag": await tagOf(a) },
        { ...changes[1], "@etag": '"other"' },
      ];
      const refused = await ask("PATCH", paths.entity("careful"), stale);
      expect(expectProblem(refused, "precondition-failed").errors).toMatchObject([{ path: "1" }]);
      const current = [
        { ...changes[0], "@etag": await tagOf(a) },
        { ...changes[1], "@etag": await tagOf(b) },
      ];
      expectJson(await ask("PATCH", paths.entity("careful"), current), 200, { count: 2 });
      expectJson(await ask("PATCH", paths.entity("careful"), changes, { "If-Match": "*" }), 200, {
        count: 2,
      });
      expectProblem(
        await ask("PATCH", paths.entity("careful"), changes, { "If-Match": '"a"' }),
        "invalid-header",
      );
    });
  });

  describe("writes of all records that match a condition", () => {
    const fill = async () =>
      idsOf(
        await send(
          "POST",
          paths.entity("item"),
          [1, 2, 3, 4].map((level) => ({ name: `n${level}`, level })),
        ),
      );

    it("an update by condition changes only matching records", async () => {
      await fill();
      const reply = await send("PATCH", `${paths.entity("item")}?where=level>2`, { level: 9 });
      expectJson(reply, 200, { count: 2 });
      expect((await all("item")).map(({ level }) => level)).toEqual([1, 2, 9, 9]);
    });

    it("a delete by condition deletes matching records, and returns them if the caller prefers that", async () => {
      await fill();
      const reply = await send("DELETE", `${paths.entity("item")}?where=level<3`, undefined, REPRESENTATION);
      expect(reply.json).toMatchObject({ count: 2, items: [{ name: "n1" }, { name: "n2" }] });
      expect((await all("item")).map(({ level }) => level)).toEqual([3, 4]);
    });

    it("a delete by condition is answered with the count 0 if no record matches", async () => {
      expectJson(await send("DELETE", `${paths.entity("item")}?where=level>1000`), 200, { count: 0 });
    });

    it("an update by condition rejects invalid changes even if no record matches", async () => {
      await fill();
      const items = server.api.repository("item");
      for (const level of [0, 1_000])
        for (const changes of [{ level: "many" }, { nothing: 1 }, {}])
          await expect(items.updateMany({ where: `level>${level}`, changes })).rejects.toMatchObject(
            "level" in changes
              ? { code: "invalid-fields", issues: [{ path: "level", code: "wrong-type" }] }
              : { code: "nothing" in changes ? "invalid-fields" : "nothing-to-update" },
          );
      const path = `${paths.entity("item")}?where=level>1000`;
      expectProblem(await send("PATCH", path, { level: "many" }), "invalid-fields");
      expectProblem(await send("PATCH", path, {}), "nothing-to-update");
      expect((await all("item")).map(({ level }) => level)).toEqual([1, 2, 3, 4]);
    });

    it("an update or a delete of many records without a condition is rejected", async () => {
      await fill();
      expectProblem(await send("DELETE", paths.entity("item")), "invalid-query", { detail: /where/ });
      expectProblem(await send("PATCH", paths.entity("item"), { level: 1 }), "invalid-query", {
        detail: /where/,
      });
      expectProblem(await send("DELETE", `${paths.entity("item")}?where=`), "invalid-query");
      expectProblem(await send("DELETE", `${paths.entity("item")}?where=nothing=1`), "invalid-condition");
      expectProblem(
        await send("PATCH", `${paths.entity("item")}?where=level=1`, [{ id: 1 }]),
        "invalid-query",
      );
      expect(await all("item")).toHaveLength(4);
    });

    it("a delete by condition deletes a whole tree, or nothing if the database checks each record alone", async () => {
      const add = async (name: string, parentid?: number) => {
        const node = await server.api.repository("node").create({ name, parentid });
        return Number(node["id"]);
      };
      const root = await add("root");
      const branch = await add("branch", root);
      await add("leaf", branch);
      const path = `${paths.entity("node")}?where=id>0`;
      const reply = await send("DELETE", path);
      if (server.config.database.dialect !== "mysql") {
        expectJson(reply, 200, { count: 3 });
        return;
      }
      expect(expectProblem(reply, "foreign-key-conflict").errors).toBeUndefined();
      expect(await all("node")).toHaveLength(3);
      // From the leaves to the root.
      for (const name of ["leaf", "branch", "root"])
        expectJson(await send("DELETE", `${paths.entity("node")}?where=name=${name}`), 200, { count: 1 });
    });

    it("a delete by condition is rejected as a whole if it affects more records than max-affected", async () => {
      await fill();
      const path = `${paths.entity("item")}?where=level>0`;
      expectProblem(await send("DELETE", path, undefined, { Prefer: "max-affected=3" }), "too-many-records");
      expectProblem(await send("DELETE", path, undefined, { Prefer: "max-affected=x" }), "invalid-header");
      expect(await all("item")).toHaveLength(4);
      expectJson(await send("DELETE", path, undefined, { Prefer: "max-affected=4" }), 200, { count: 4 });
    });

    it("a delete by condition is rejected as a whole if the caller may not delete one of the records", async () => {
      await send("POST", paths.entity("owned"), [{ title: "a" }], anna);
      await send("POST", paths.entity("owned"), [{ title: "b" }], ben);
      expectProblem(
        await send("DELETE", `${paths.entity("owned")}?where=id>0`, undefined, anna),
        "forbidden",
      );
      expect(await all("owned")).toHaveLength(2);
      expectJson(await send("DELETE", `${paths.entity("owned")}?where=title=a`, undefined, anna), 200, {
        count: 1,
      });
    });

    it("an update by condition is rejected as a whole if the new values do not match the caller's rule", async () => {
      await send("POST", paths.entity("ruled"), [{ level: 1 }, { level: 2 }]);
      const reply = await send("PATCH", `${paths.entity("ruled")}?where=level>0`, { level: 50 });
      expectProblem(reply, "authentication-required");
      expect((await all("ruled")).map(({ level }) => level)).toEqual([1, 2]);
    });
  });

  it("a rejected update or delete by condition names a mistake by its member, and no index of a record", async () => {
    await send("POST", paths.entity("kind"), [{ word: "a" }, { word: "b" }]);
    const [{ id: kind } = {}] = await all("kind");
    await send("POST", paths.entity("item"), [{ name: "a", kind }, { name: "b" }]);
    await send("POST", paths.entity("owned"), [{ title: "a" }], ben);
    for (const [method, entity, body, code, path] of [
      ["PATCH", "item", { name: "c" }, "unique-conflict", "name"],
      ["PATCH", "item", { kind: 99 }, "foreign-key-conflict", "kind"],
      ["DELETE", "kind", undefined, "foreign-key-conflict", undefined],
      ["PATCH", "owned", { title: "c" }, "forbidden", undefined],
      ["DELETE", "owned", undefined, "forbidden", undefined],
    ] as const) {
      const reply = await send(method, `${paths.entity(entity)}?where=id>0`, body, anna);
      const { errors, detail } = expectProblem(reply, code);
      expect([errors?.map((error) => error.path), detail]).toEqual([
        path && [path],
        expect.not.stringMatching(/Record \d/),
      ]);
    }
  });

  describe("upserted records", () => {
    const path = `${paths.entity("item")}?onConflict=name`;

    it("an upsert reports each record as created or updated", async () => {
      const [a] = idsOf(await send("POST", paths.entity("item"), [{ name: "a", level: 1 }]));
      const created = await send("PUT", path, { name: "b", level: 2 });
      expect(created.status).toBe(201);
      expect(created.headers["location"]).toBe(paths.findById("item", created.text));
      expectJson(await send("PUT", path, { name: "a", level: 5 }), 200, { count: 1 });
      const list = await send("PUT", path, [{ name: "c" }, { name: "a", level: 6 }], REPRESENTATION);
      expect(list.status).toBe(200);
      expect(list.json).toMatchObject([
        { outcome: "created", record: { name: "c", level: null } },
        { outcome: "updated", id: a, record: { id: a, name: "a", level: 6 } },
      ]);
      expect((await all("item")).map(({ name, level }) => [name, level])).toEqual([
        ["a", 6],
        ["b", 2],
        ["c", null],
      ]);
    });

    it("an upsert keeps fields that it omits, and leaves existing records unchanged if the caller prefers that", async () => {
      await send("POST", paths.entity("item"), [{ name: "a", level: 1 }]);
      // As an update to the values that are stored.
      expectJson(await send("PUT", path, { name: "a" }), 200, { count: 1 });
      expectJson(await send("PUT", path, { name: "a" }, REPRESENTATION), 200, { count: 1 });
      const ignored = await send("PUT", path, [{ name: "a", level: 9 }, { name: "b" }], {
        Prefer: "resolution=ignore-duplicates",
      });
      expect(ignored.json).toMatchObject([{ outcome: "unchanged" }, { outcome: "created" }]);
      expect((await all("item")).map(({ level }) => level)).toEqual([1, null]);
    });

    it("an upsert uses defaults only for new records, and takes members in any case", async () => {
      const stocked = `${paths.entity("stocked")}?onConflict=name`;
      await send("POST", paths.entity("stocked"), [
        { name: "a", level: 1 },
        { name: "b", level: 2 },
      ]);
      const list = [{ name: "a" }, { NAME: "b", LEVEL: 3 }, { Name: "c" }];
      const reply = await send("PUT", stocked, list);
      expect(reply.json).toMatchObject([
        { outcome: "unchanged" },
        { outcome: "updated" },
        { outcome: "created" },
      ]);
      expect((await all("stocked")).map(({ level }) => level)).toEqual([1, 3, 7]);
    });

    it("an upsert finds records by composite keys", async () => {
      await send("POST", paths.entity("line"), { order: "a", nr: 1, amount: 1 });
      const reply = await send("PUT", paths.entity("line"), [
        { order: "a", nr: 1, amount: 2 },
        { order: "a", nr: 2, amount: 3 },
      ]);
      expectJson(reply, 200, [
        { outcome: "updated", id: { order: "a", nr: 1 } },
        { outcome: "created", id: { order: "a", nr: 2 } },
      ]);
    });

    it("an upsert of an array writes nothing if a foreign key of one record has no target", async () => {
      await send("POST", paths.entity("item"), [{ name: "a", level: 1 }]);
      const reply = await send("PUT", path, [
        { name: "a", level: 2 },
        { name: "b", kind: 987_654 },
      ]);
      expect(expectProblem(reply, "foreign-key-conflict").errors).toMatchObject([{ path: "1.kind" }]);
      expect((await all("item")).map(({ level }) => level)).toEqual([1]);
    });

    it("concurrent upserts of the same records create each record once", async () => {
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, level) =>
          send("PUT", path, [
            { name: "a", level },
            { name: "b", level },
          ]),
        ),
      );
      for (const { status, text } of replies) expect([200, 503], text).toContain(status);
      const outcomes = replies
        .filter(({ status }) => status === 200)
        .flatMap(({ json }) => (json as { outcome: string }[]).map(({ outcome }) => outcome));
      expect(outcomes.filter((outcome) => outcome === "created")).toHaveLength(2);
      expect((await all("item")).map(({ name }) => name)).toEqual(["a", "b"]);
    });

    it("an upsert creates a record if another request deletes it meanwhile, or changes its unique value", async () => {
      const raced = server.api.repository("raced");
      const [one, two] = await raced.createMany([{ code: 1 }, { code: 2 }]);
      const upsert = async () =>
        (
          await send("PUT", "/api/data/raced?onConflict=code", [
            { code: 1, word: "x" },
            { code: 2, word: "y" },
          ])
        ).json;
      meanwhile = () => raced.delete(two?.id ?? 0);
      expect(await upsert()).toMatchObject([{ outcome: "updated", id: one?.id }, { outcome: "created" }]);
      meanwhile = () => raced.update(one?.id ?? 0, { code: 7 });
      expect(await upsert()).toMatchObject([{ outcome: "created" }, { outcome: "updated" }]);
      expect((await all("raced")).map(({ code, word }) => [code, word]).toSorted()).toEqual([
        [1, "x"],
        [2, "y"],
        [7, "x"],
      ]);
    });

    it.each([
      ["update", "closed"],
      ["create", "fixed"],
    ])(
      "an upsert is rejected if the caller has no right to %s, whether the record exists or not",
      async (_right, entity) => {
        await server.api.repository(entity).create({ title: "a" });
        for (const title of ["a", "b"])
          expectProblem(
            await send("PUT", `${paths.entity(entity)}?onConflict=title`, { title }),
            "authentication-required",
          );
        expect((await all(entity)).map(({ title }) => title)).toEqual(["a"]);
      },
    );

    it("an upsert of an array is rejected if the caller may not create or change one of its records", async () => {
      await server.api.repository("ruled").createMany([
        { title: "low", level: 1 },
        { title: "high", level: 50 },
      ]);
      for (const refused of [
        { title: "new", level: 50 },
        { title: "high", level: 2 },
        { title: "low", level: 50 },
      ]) {
        const path = `${paths.entity("ruled")}?onConflict=title`;
        const reply = await send("PUT", path, [{ title: "other", level: 2 }, refused]);
        const { errors } = expectProblem(reply, "authentication-required");
        expect(errors, refused.title).toMatchObject([{ path: "1" }]);
      }
      expect((await all("ruled")).map(({ title, level }) => [title, level])).toEqual([
        ["low", 1],
        ["high", 50],
      ]);
    });

    it.each([
      ["?onConflict=level", "invalid-query", /onConflict=name/],
      ["?onConflict=nothing", "invalid-query", /onConflict=name/],
      ["?onConflict=", "invalid-query", /onConflict/],
      ["", "invalid-query", /onConflict=name/],
      ["?other=1", "invalid-query", /other/],
    ] as const)(
      "an upsert without a key that identifies its record is rejected: %s",
      async (query, code, detail) => {
        expectProblem(await send("PUT", `${paths.entity("item")}${query}`, { name: "a" }), code, { detail });
      },
    );

    it("an upsert names a mistake by its member, and by its index in an array only", async () => {
      const unkeyed = await send("PUT", path, { level: 1 });
      expect(expectProblem(unkeyed, "invalid-fields").errors).toMatchObject([{ path: "name" }]);
      const unknown = await send("PUT", path, { name: "a", kind: 99 });
      expect(expectProblem(unknown, "foreign-key-conflict").detail).not.toContain("Record 0");
      const many = [{ name: "a" }, { name: "b", kind: 99 }];
      await send("POST", paths.entity("item"), { name: "a" });
      const detail = expectProblem(await send("PUT", path, many), "foreign-key-conflict").detail;
      expect(detail).toContain("Record 1");
    });

    it("an upsert rejects repeated records and unknown preferences", async () => {
      const twice = await send("PUT", path, [{ name: "a" }, { name: "b" }, { name: "a" }]);
      expect(expectProblem(twice, "invalid-body").errors).toMatchObject([{ path: "2" }]);
      const headers = { Prefer: "resolution=overwrite" };
      expectProblem(await send("PUT", path, { name: "a" }, headers), "invalid-header");
      expect(await all("item")).toEqual([]);
    });
  });

  it("the links and lists of records are written also if the first record of their array has none", async () => {
    const write = async (method: string, entity: string, body: object) => {
      const reply = await unaudited.request(method, paths.entity(entity), { body });
      expect(reply.status).toBeLessThan(300);
      return reply.json as number[];
    };
    const stored = async () => {
      const asked = "/api/data/story?select=title,tags,chapters(title)&orderBy=title";
      return ((await unaudited.request("GET", asked)).json as { items: object[] }).items;
    };
    const [x, y] = await write("POST", "tag", [{ word: "x" }, { word: "y" }]);
    const [a] = await write("POST", "story", [{ title: "a" }, { title: "b", tags: [x, y] }]);
    const [c, d] = await write("POST", "story", [
      { title: "c" },
      { title: "d", chapters: [{ title: "d1" }] },
    ]);
    expect(await stored()).toEqual([
      { title: "a", tags: [], chapters: [] },
      { title: "b", tags: [x, y], chapters: [] },
      { title: "c", tags: [], chapters: [] },
      { title: "d", tags: [], chapters: [{ title: "d1" }] },
    ]);
    await write("PATCH", "story", [
      { id: a, title: "a!" },
      { id: c, title: "c!", tags: [y] },
    ]);
    await write("PATCH", "story", [
      { id: a, title: "a?" },
      { id: d, title: "d?", chapters: { create: [{ title: "d2" }] } },
    ]);
    expect(await stored()).toEqual([
      { title: "a?", tags: [], chapters: [] },
      { title: "b", tags: [x, y], chapters: [] },
      { title: "c!", tags: [y], chapters: [] },
      { title: "d?", tags: [], chapters: [{ title: "d1" }, { title: "d2" }] },
    ]);
  });

  it("a write by condition that needs one statement is done for max-affected records, and rejected as a whole for more", async () => {
    const tags = Array<object>(3).fill({ word: "m" });
    await unaudited.request("POST", paths.entity("tag"), { body: tags });
    const write = (method: string, word: string, most: number, body?: object) =>
      unaudited.request(method, `/api/data/tag?where=word=${word}`, {
        body,
        headers: { Prefer: `max-affected=${most}` },
      });
    expectProblem(await write("PATCH", "m", 2, { word: "n" }), "too-many-records");
    expectJson(await write("PATCH", "m", 3, { word: "o" }), 200, { count: 3 });
    expectProblem(await write("DELETE", "o", 2), "too-many-records");
    expectJson(await write("DELETE", "o", 3), 200, { count: 3 });
    expectJson(await write("DELETE", "o", 1), 200, { count: 0 });
  });

  describe("arrays reveal no more than single requests", () => {
    it("an upsert reveals nothing about a field that the caller may not read, and an update does not return it", async () => {
      await send("POST", paths.entity("private"), [{ name: "a", ssn: "111" }]);
      const prefer = { Prefer: "resolution=ignore-duplicates" };
      const asked = `${paths.entity("private")}?onConflict=ssn`;
      const known = expectProblem(
        await send("PUT", asked, [{ name: "a", ssn: "111" }], prefer),
        "invalid-query",
      );
      const unknown = expectProblem(
        await send("PUT", asked, [{ name: "a", ssn: "222" }], prefer),
        "invalid-query",
      );
      expect(known.detail).toBe(unknown.detail);
      expect(known.detail).not.toContain("ssn");
      const changed = await send(
        "PATCH",
        `${paths.entity("private")}?where=name=a`,
        { name: "b" },
        REPRESENTATION,
      );
      expectJson(changed, 200, { count: 1, items: [{ name: "b" }] });
    });

    it("a delete by condition is rejected if it has more conditions than a read may have", async () => {
      const many = Array.from({ length: 101 }, (_, index) => `id<>${index}`).join("&where=");
      expectProblem(await send("DELETE", `${paths.entity("item")}?where=${many}`), "invalid-condition");
    });
  });

  it("an update by condition passes each hook changes of its own", async () => {
    await send("POST", paths.entity("slugged"), [{ title: "a" }, { title: "b" }]);
    await send("PATCH", `${paths.entity("slugged")}?where=id>0`, { title: "z" });
    expect((await all("slugged")).map(({ slug }) => slug)).toEqual(["slug of a", "slug of b"]);
  });

  it("a write of many records is rejected if it would hash more than ten secrets", async () => {
    const records = Array.from({ length: 11 }, (_, index) => ({ name: "s", ssn: `s${index}` }));
    expect((await send("POST", paths.entity("private"), records)).status).toBe(201);
    const asked = `${paths.entity("private")}?where=name=s`;
    expectProblem(await send("PATCH", asked, { pin: "1234" }), "too-many-records", { detail: /10/ });
    const withPins = records.map(({ ssn }) => ({ ssn: `t${ssn}`, pin: "1234" }));
    expectProblem(await send("POST", paths.entity("private"), withPins), "too-many-records", {
      detail: /10/,
    });
  });

  it("upserts and updates by condition reject a version that they would ignore", async () => {
    const [id] = idsOf(await send("POST", paths.entity("item"), [{ name: "a" }]));
    const none = { "If-None-Match": "*" };
    const path = `${paths.entity("item")}?onConflict=name`;
    expectProblem(await send("PUT", path, { name: "a", level: 2 }, none), "invalid-header");
    expectProblem(await send("PUT", path, [{ name: "a", "@etag": '"x"' }]), "invalid-body");
    expectProblem(
      await send("PATCH", `${paths.entity("item")}?where=id>0`, { level: 1, "@ETag": '"x"' }),
      "invalid-body",
    );
    expectProblem(
      await send("PATCH", paths.entity("item"), [{ id, level: 1, "@ETag": '"x"' }]),
      "precondition-failed",
    );
    expectProblem(await send("PATCH", paths.entity("item"), [{ id, ID: id, level: 1 }]), "invalid-body");
  });

  it("writes of many records add an audit entry for each record", async () => {
    const { db } = server.api.repository("item") as unknown as {
      db: Kysely<{ data_api_audit: { id: string } }>;
    };
    const count = async () => (await db.selectFrom("data_api_audit").select("id").execute()).length;
    const before = await count();
    await send("POST", paths.entity("kind"), [{ word: "a" }, { word: "b" }, { word: "c" }]);
    await send("DELETE", `${paths.entity("kind")}?where=word<>a`);
    expect((await count()) - before).toBe(5);
  });
}
