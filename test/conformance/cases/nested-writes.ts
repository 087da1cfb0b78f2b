import type { Kysely } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { told, toldByHeader, type Headers } from "../callers.js";
import { expectJson, expectProblem } from "../expectations.js";
import { everybody, field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import type { Reply } from "../http-client.js";

const bare = { createdat: false, updatedat: false, ownerid: false };
const anna = told({ userId: 1, roles: ["clerk"] });
const ben = told({ userId: 2, roles: ["clerk"] });
const auditor = told({ userId: 7, roles: ["clerk"] });
const reader = told({ userId: 3, roles: ["reader"] });

function listOf(
  targetEntityName: string,
  inverseName: string,
  isRequired = true,
  type: "int" | "string" = "int",
) {
  return field(type, {
    isRequired,
    isEditable: !isRequired,
    foreignKey: { targetEntityName, resolvedEntityName: targetEntityName, inverseName, isWritable: true },
  });
}

interface Node {
  readonly name: string;
  readonly children?: readonly Node[];
}

/** The node as it is read: with two levels of lists, which may be empty. */
function withEmptyLists({ name, children = [] }: Node): Node {
  return { name, children: children.map((child) => ({ name: child.name, children: child.children ?? [] })) };
}

/** Records that are written together with lists of records that refer to them. */
export function nestedWriteCases({ serve }: Harness): void {
  const called: string[] = [];
  const server = serve({
    auth: toldByHeader,
    batch: {},
    server: {
      audit: true,
      idempotency: true,
      maxAffected: 60,
      maxJsonKeys: 400_000,
      maxDepth: 2,
      maxBodyBytes: 4_000_000,
    },
    entities: {
      order: openEntity({ title: field("string", { isRequired: true }) }, { systemFields: bare }),
      line: openEntity(
        {
          orderid: listOf("order", "lines"),
          title: field("string", { isRequired: true, maxLength: 20 }),
          amount: field("int", { default: 1 }),
          code: field("string", { isUnique: true }),
        },
        {
          systemFields: { createdat: false, updatedat: false },
          hooks: {
            beforeCreate: ({ input }) => {
              called.push(`create ${String(input["title"])}`);
            },
            afterCommit: ({ operation, record }) => {
              called.push(`${operation}d ${String(record["title"])}`);
            },
          },
        },
      ),
      part: openEntity(
        { lineid: listOf("line", "parts"), word: field("string", { isRequired: true }) },
        { systemFields: bare },
      ),
      piece: openEntity({ partid: listOf("part", "pieces"), word: field("string") }, { systemFields: bare }),
      node: openEntity(
        { parentid: listOf("node", "children", false), name: field("string", { isRequired: true }) },
        { systemFields: bare },
      ),
      /** The reference is part of the key. */
      place: openEntity(
        {
          orderid: listOf("order", "places"),
          nr: field("int", { isRequired: true, isEditable: false }),
          word: field("string"),
        },
        { primaryKey: ["orderid", "nr"], systemFields: bare },
      ),
      note: {
        fields: {
          orderid: listOf("order", "notes"),
          text: field("string"),
          isopen: field("boolean"),
          rating: field("int"),
        },
        permissions: {
          read: [{ role: "clerk", where: "isopen=true" }, "reader"],
          create: [{ role: "clerk", fields: { exclude: ["rating"] } }],
          update: ["owner"],
          delete: ["clerk"],
        },
        systemFields: { createdat: false, updatedat: false },
      },
      secretplan: {
        fields: {
          orderid: listOf("order", "plans"),
          text: field("string"),
        },
        permissions: {
          ...everybody,
          create: [{ role: "clerk", where: "order.title!~closed" }],
          delete: ["clerk"],
        },
        systemFields: bare,
        writeValidator: (_action, _roles, _userId, _before, input) => input?.["text"] !== "no",
      },
    },
  });
  const lists = ["piece", "part", "line", "place", "note", "secretplan", "order"];
  const send = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    server.request(method, path, { body, headers });
  const stored = async (entity: string) =>
    (await server.api.repository(entity).find({ orderBy: entity === "place" ? "nr" : "id" })).items;
  const titles = async (orderid?: number) =>
    (await stored("line"))
      .filter((line) => orderid === undefined || line["orderid"] === orderid)
      .map(({ title }) => title);
  const linesOf = async (orderid: number) =>
    (await stored("line")).filter((line) => line["orderid"] === orderid).map(({ id }) => id);
  const create = async (body: object, headers: Headers = {}): Promise<number> => {
    const reply = await send("POST", paths.entity("order"), body, headers);
    expect(reply.text).toMatch(/^\d+$/);
    return Number(reply.text);
  };
  const change = (id: number, body: object, headers: Headers = {}) =>
    send("PATCH", paths.record("order", id), body, headers);
  const idsOf = async (entity: string) => (await stored(entity)).map(({ id }) => Number(id));
  const pathsOf = (reply: Reply) =>
    (reply.json as { errors?: { path: string }[] }).errors?.map(({ path }) => path) ?? [];

  beforeEach(async () => {
    for (const entity of lists) await server.api.repository(entity).deleteMany({ where: {} });
    called.length = 0;
  });

  it("a create writes nested lists in order, with hooks, defaults and owners", async () => {
    const body = {
      title: "a",
      LINES: [
        { title: "x", amount: 5, parts: [{ word: "p" }, { word: "q" }] },
        { Title: "y", parts: [] },
        { title: "z", parts: [{ word: "r" }] },
      ],
      places: [{ nr: 2 }, { nr: 1, word: "one" }],
    };
    const id = await create(body, anna);
    expect(await stored("line")).toMatchObject([
      { orderid: id, title: "x", amount: 5, ownerid: "1" },
      { orderid: id, title: "y", amount: 1, ownerid: "1" },
      { orderid: id, title: "z", amount: 1, ownerid: "1" },
    ]);
    const [x, , z] = await idsOf("line");
    expect(await stored("part")).toMatchObject([
      { lineid: x, word: "p" },
      { lineid: x, word: "q" },
      { lineid: z, word: "r" },
    ]);
    expect(await stored("place")).toMatchObject([
      { orderid: id, nr: 1, word: "one" },
      { orderid: id, nr: 2 },
    ]);
    expect(called).toEqual(["create x", "create y", "create z", "created x", "created y", "created z"]);
    const read = await send("GET", `/api/data/order/${id}?select=title,lines(title,parts(word))`);
    expect(read.json).toMatchObject({
      title: "a",
      lines: [{ title: "x", parts: [{ word: "p" }, { word: "q" }] }, {}, {}],
    });
    const answer = await send(
      "POST",
      paths.entity("order"),
      { title: "b", lines: [{ title: "w" }] },
      { Prefer: "return=representation" },
    );
    expect(answer.status).toBe(201);
    const { id: next, ...others } = answer.json as { id: number };
    expect(next).toBeGreaterThan(id);
    expect(others).toEqual({ title: "b" });
  });

  it("an update creates, changes and deletes records of a list, with audit entries", async () => {
    const id = await create({
      title: "a",
      lines: [
        { title: "x", code: null },
        { title: "y", code: "c" },
        { title: "z", code: null },
      ],
    });
    const [x, y, z] = await idsOf("line");
    const lines = {
      create: [{ title: "new", code: "c", parts: [{ word: "p" }] }],
      update: [
        { ID: z, title: "Z", orderid: id, parts: { create: [{ word: "q" }] } },
        { id: x, amount: 9 },
      ],
      delete: [y],
    };
    expectJson(await change(id, { lines }, auditor), 200, { count: 1 });
    expect((await stored("line")).map(({ title, amount }) => [title, amount])).toEqual([
      ["x", 9],
      ["Z", 1],
      ["new", 1],
    ]);
    expect((await stored("part")).map(({ word }) => word).toSorted()).toEqual(["p", "q"]);
    const db = server.api.repository("line").db as never as Kysely<Record<string, Record<string, unknown>>>;
    const entries = await db
      .selectFrom("data_api_audit")
      .select(["entity", "operation"])
      .where("userid", "=", "7")
      .execute();
    expect(
      entries.map(({ entity, operation }) => `${String(operation)} ${String(entity)}`).toSorted(),
    ).toEqual([
      "create line",
      "create part",
      "create part",
      "delete line",
      "update line",
      "update line",
      "update order",
    ]);
    expectJson(await change(id, { title: "b", places: { create: [{ nr: 1 }, { nr: 2 }] } }), 200, {
      count: 1,
    });
    expectJson(await change(id, { places: { update: [{ nr: 1, word: "w" }], delete: [2] } }), 200, {
      count: 1,
    });
    expectJson(await change(id, { places: { delete: [{ nr: 1 }] } }), 200, { count: 1 });
    expect(await stored("place")).toEqual([]);
  });

  it("set replaces the whole nested list of a record, and leaves lists of other records", async () => {
    const id = await create({
      title: "a",
      lines: [{ title: "x" }, { title: "y" }, { title: "z" }],
      places: [{ nr: 1, word: "a" }, { nr: 2 }],
    });
    const other = await create({ title: "b", lines: [{ title: "other" }] });
    const [x, y] = await idsOf("line");
    const set = [{ id: x }, { title: "new" }, { id: y, title: "Y" }];
    expectJson(
      await change(id, { lines: { set }, places: { set: [{ nr: 3 }, { nr: 1, word: "b" }] } }),
      200,
      { count: 1 },
    );
    expect(await titles(id)).toEqual(["x", "Y", "new"]);
    expect(await titles(other)).toEqual(["other"]);
    expect(await stored("place")).toMatchObject([
      { nr: 1, word: "b" },
      { nr: 3, word: null },
    ]);
    expectJson(await change(id, { lines: { set: [] } }), 200, { count: 1 });
    expect(await titles()).toEqual(["other"]);
    expect(pathsOf(await change(id, { lines: { set: [{ id: 987_654 }] } }))).toEqual(["lines.set.0.id"]);
  });

  it("nested lists work in arrays, in batches and in server code", async () => {
    const made = await send("POST", paths.entity("order"), [
      { title: "a", lines: [{ title: "a1" }, { title: "a2" }] },
      { title: "b" },
      { title: "c", lines: [{ title: "c1" }] },
    ]);
    const [a, b, c] = made.json as [number, number, number];
    expect([await titles(a), await titles(b), await titles(c)]).toEqual([["a1", "a2"], [], ["c1"]]);
    const [a1 = 0, , c1] = await idsOf("line");
    const changed = await send("PATCH", paths.entity("order"), [
      { id: c, lines: { set: [{ id: c1, title: "C1" }, { title: "c2" }] } },
      { id: a, title: "A", lines: { delete: [a1] } },
    ]);
    expectJson(changed, 200, { count: 2 });
    expect([await titles(a), await titles(c)]).toEqual([["a2"], ["C1", "c2"]]);
    const wrong = await send("PATCH", paths.entity("order"), [
      { id: a, title: "no" },
      { id: c, lines: { update: [{ id: a1 + 1, title: "moved" }] } },
    ]);
    expectProblem(wrong, "unknown-record");
    expect(pathsOf(wrong)).toEqual(["1.lines.update.0.id"]);
    const batch = await send("POST", "/api/batch", {
      operations: [
        { create: "order", as: "o", input: { title: "d", lines: [{ title: "d1" }] } },
        { update: "order", id: "@o.id", changes: { lines: { create: [{ title: "d2" }] } } },
      ],
    });
    expect(batch.status).toBe(200);
    expect(await titles(Number((batch.json as { results: { id: number }[] }).results[0]?.id))).toEqual([
      "d1",
      "d2",
    ]);
    const tree = {
      name: "a",
      children: [{ name: "b", children: [{ name: "c" }, { name: "d" }] }, { name: "e" }],
    };
    expect((await send("POST", paths.entity("node"), tree)).status).toBe(201);
    const read = await send("GET", "/api/data/node?where=name=a&select=name,children(name,children(name))");
    expect(read.json).toEqual({ items: [tree].map(withEmptyLists) });
    const [top, below] = await idsOf("node");
    for (const children of [{ delete: [below] }, { set: [] }]) {
      const gone = await send("PATCH", paths.entity("node"), [
        { id: top, children },
        { id: below, name: "changed" },
      ]);
      expectProblem(gone, "invalid-fields");
      expect(pathsOf(gone)).toEqual([`0.children.${"set" in children ? "set" : "delete.0"}`]);
    }
    const max = { Prefer: "max-affected=2" };
    expectProblem(
      await change(a, { lines: { create: [{ title: "x" }, { title: "y" }] } }, max),
      "too-many-records",
    );
    expectJson(await change(a, { lines: { delete: await linesOf(a) } }, max), 200, { count: 1 });
    const orders = server.api.repository("order");
    const { id } = await orders.create({ title: "e", lines: [{ title: "e1" }, { title: "e2" }] });
    await orders.update(id, { lines: { set: [{ title: "e3" }] } });
    expect(await titles(Number(id))).toEqual(["e3"]);
    await expect(orders.create({ title: "f", lines: [{ title: "x".repeat(30) }] })).rejects.toMatchObject({
      code: "invalid-fields",
      issues: [{ path: "lines.0.title" }],
    });
    const many = Array.from({ length: 200 }, (_, index) => ({ title: `n${index}` }));
    const { id: large } = await orders.create({ title: "g", lines: many });
    expect(await titles(Number(large))).toEqual(many.map(({ title }) => title));
  });

  it("an array changes the lists of several records, each record only in its own list", async () => {
    const [a, b] = [
      await create({ title: "a", lines: [{ title: "a1" }, { title: "a2" }], places: [{ nr: 1 }] }),
      await create({ title: "b", lines: [{ title: "b1" }, { title: "b2" }], places: [{ nr: 1 }] }),
    ];
    const [a1, a2, b1, b2] = await idsOf("line");
    called.length = 0;
    const changed = await send("PATCH", paths.entity("order"), [
      {
        id: a,
        lines: { update: [{ id: a1, title: "A1" }], delete: [a2], create: [{ title: "a3" }] },
        places: { update: [{ nr: 1, word: "a" }] },
      },
      {
        id: b,
        lines: { update: [{ id: b1, title: "B1" }], delete: [b2], create: [{ title: "b3" }] },
        places: { update: [{ nr: 1, word: "b" }] },
      },
    ]);
    expectJson(changed, 200, { count: 2 });
    expect(await stored("line")).toMatchObject([
      { orderid: a, title: "A1" },
      { orderid: b, title: "B1" },
      { orderid: a, title: "a3" },
      { orderid: b, title: "b3" },
    ]);
    expect((await stored("place")).map(({ word }) => word).toSorted()).toEqual(["a", "b"]);
    expect(called.filter((call) => call.startsWith("create "))).toEqual(["create a3", "create b3"]);
    const [, , a3, b3] = await idsOf("line");
    for (const member of [{ update: [{ id: a3, title: "no" }] }, { delete: [a3] }]) {
      const wrong = await send("PATCH", paths.entity("order"), [
        { id: a, lines: { update: [{ id: a1, amount: 5 }], delete: [] } },
        { id: b, lines: { update: [{ id: b3, title: "no" }], delete: [], ...member } },
      ]);
      expectProblem(wrong, "unknown-record");
      expect(pathsOf(wrong)).toEqual([
        member.delete === undefined ? "1.lines.update.0.id" : "1.lines.delete.0",
      ]);
    }
    expect(await titles()).toEqual(["A1", "B1", "a3", "b3"]);
  });

  it("every mistake in nested lists is reported with its place, and nothing is written", async () => {
    const id = await create({
      title: "a",
      lines: [
        { title: "x", code: "b" },
        { title: "y", code: "c" },
      ],
    });
    const other = await create({ title: "b", lines: [{ title: "other" }] });
    const [x, y, theirs] = await idsOf("line");
    const before = await stored("line");
    const refused = async (
      body: object,
      code: Parameters<typeof expectProblem>[1],
      ...places: readonly string[]
    ) => {
      const reply = await change(id, { title: "changed", ...body });
      expectProblem(reply, code);
      expect(pathsOf(reply)).toEqual(places);
    };
    const isNew = async (
      body: object,
      code: Parameters<typeof expectProblem>[1],
      ...places: readonly string[]
    ) => {
      const reply = await send("POST", paths.entity("order"), { title: "new", ...body });
      expectProblem(reply, code);
      expect(pathsOf(reply)).toEqual(places);
    };
    await isNew(
      { lines: [{ title: "a" }, { title: 5 }, {}] },
      "invalid-fields",
      "lines.1.title",
      "lines.2.title",
    );
    for (const lines of [null, 5, "x", { create: [] }]) await isNew({ lines }, "invalid-fields", "lines");
    await isNew({ lines: [null, [], 5] }, "invalid-fields", "lines.0", "lines.1", "lines.2");
    await isNew(
      {
        lines: [
          { title: "a", code: "d" },
          { title: "b", code: "d" },
        ],
      },
      "unique-conflict",
      "lines.1.code",
    );
    await isNew({ lines: [{ title: "a" }, { title: "b", code: "c" }] }, "unique-conflict", "lines.1.code");
    await isNew({ lines: [{ title: "a", orderid: other }] }, "invalid-fields", "lines.0.orderid");
    await isNew(
      { lines: [{ title: "a", parts: [{ word: "a" }, { word: 5 }] }] },
      "invalid-fields",
      "lines.0.parts.1.word",
    );
    await isNew(
      { lines: [{ title: "a", parts: [{ word: "a", pieces: [{}] }] }] },
      "invalid-fields",
      "lines.0.parts.0.pieces",
    );
    for (const lines of [null, 5, {}, [{ title: "a" }], { set: [], delete: [] }])
      await refused(
        { lines },
        "invalid-fields",
        Array.isArray(lines) || lines === null || typeof lines === "number" || Object.keys(lines).length === 0
          ? "lines"
          : "lines.set",
      );
    await refused({ lines: { remove: [x], __proto: 1 } }, "invalid-fields", "lines.remove", "lines.__proto");
    await refused(
      { lines: { create: {}, update: 1, delete: "x" } },
      "invalid-fields",
      "lines.create",
      "lines.update",
      "lines.delete",
    );
    await refused(
      { lines: { update: [{ title: "no id" }], delete: ["x"] } },
      "invalid-fields",
      "lines.delete.0",
      "lines.update.0.id",
    );
    await refused(
      { lines: { update: [{ id: theirs, title: "moved" }] } },
      "unknown-record",
      "lines.update.0.id",
    );
    await refused({ lines: { delete: [x, theirs] } }, "unknown-record", "lines.delete.1");
    await refused({ lines: { set: [{ id: theirs }] } }, "unknown-record", "lines.set.0.id");
    await refused(
      { lines: { update: [{ id: x, orderid: other }] } },
      "invalid-fields",
      "lines.update.0.orderid",
    );
    await refused({ lines: { update: [{ id: x }] } }, "nothing-to-update", "lines.update.0");
    await refused(
      {
        lines: {
          update: [
            { id: x, amount: 1 },
            { id: x, amount: 2 },
          ],
        },
      },
      "invalid-fields",
      "lines.update.1.id",
    );
    await refused(
      { lines: { update: [{ id: x, amount: 1 }], delete: [x] } },
      "invalid-fields",
      "lines.update.0.id",
    );
    await refused({ lines: { set: [{ id: x }, { id: String(x) }] } }, "invalid-fields", "lines.set.1.id");
    const twice = { id: x, ID: y, title: "no" };
    for (const member of ["update", "set", "delete"])
      await refused({ lines: { [member]: [twice] } }, "invalid-fields", `lines.${member}.0.id`);
    await refused(
      {
        lines: {
          update: [
            { id: x, code: "c" },
            { id: y, amount: 2 },
          ],
        },
      },
      "unique-conflict",
      "lines.update.0.code",
    );
    await refused(
      { lines: { create: Array.from({ length: 61 }, () => ({ title: "n" })) } },
      "too-many-records",
    );
    await refused(
      { lines: { create: Array.from({ length: 58 }, () => ({ title: "n" })), delete: [x, y] } },
      "too-many-records",
    );
    const huge = { title: "new", lines: Array.from({ length: 100_000 }, () => ({ title: "n" })) };
    expectProblem(await send("POST", paths.entity("order"), huge), "too-many-records");
    const spread = Array.from({ length: 10 }, () => ({
      title: "o",
      lines: Array.from({ length: 6 }, () => ({ title: "n" })),
    }));
    expectProblem(await send("POST", paths.entity("order"), spread), "too-many-records");
    const upserted = { orderid: id, title: "u", code: "c", parts: [{ word: "w" }] };
    const upsert = await send("PUT", "/api/data/line?onConflict=code", upserted);
    expectProblem(upsert, "invalid-fields");
    expect(pathsOf(upsert)).toEqual(["parts"]);
    const all = await send("PATCH", `/api/data/order?where=title=a`, { lines: { set: [] } });
    expectProblem(all, "invalid-fields");
    expect(await stored("line")).toEqual(before);
    expect((await stored("order")).map(({ title }) => title)).toEqual(["a", "b"]);
  });

  it("each record of a nested list is written with the same rights as in a single write", async () => {
    const id = await create({ title: "a" });
    const closed = await create({ title: "closed" });
    const refused = async (
      body: object,
      headers: Headers,
      code: Parameters<typeof expectProblem>[1],
      place: string,
      order = id,
    ) => {
      const reply = await change(order, body, headers);
      expectProblem(reply, code);
      expect(pathsOf(reply)).toEqual([place]);
    };
    await refused({ notes: { create: [{ text: "x" }] } }, {}, "authentication-required", "notes");
    await refused({ notes: { create: [{ text: "x" }] } }, reader, "forbidden", "notes");
    // Members that the caller may not set are ignored, as in a single write.
    expectJson(await change(id, { notes: { create: [{ text: "x", rating: 5, isopen: true }] } }, anna), 200, {
      count: 1,
    });
    await server.api.repository("note").create({ orderid: id, text: "hidden", isopen: false });
    const [note, hidden] = await idsOf("note");
    expect(await stored("note")).toMatchObject([{ rating: null, ownerid: "1" }, {}]);
    await refused({ notes: { update: [{ id: note, text: "y" }] } }, ben, "forbidden", "notes.update.0");
    await refused(
      { notes: { update: [{ id: hidden, text: "y" }] } },
      anna,
      "unknown-record",
      "notes.update.0.id",
    );
    await refused({ notes: { set: [] } }, reader, "forbidden", "notes");
    // A readable record in another list.
    const elsewhere = { notes: { update: [{ id: note, text: "y" }] } };
    await refused(elsewhere, ben, "unknown-record", "notes.update.0.id", closed);
    // Replacing the list keeps records that the caller cannot see.
    expectJson(await change(id, { notes: { set: [{ text: "z", isopen: true }] } }, anna), 200, { count: 1 });
    expect((await stored("note")).map(({ text }) => text)).toEqual(["hidden", "z"]);
    // The rule of a nested record may depend on the outer record.
    expectJson(await change(id, { plans: { create: [{ text: "x" }] } }, anna), 200, { count: 1 });
    await refused({ plans: { create: [{ text: "x" }] } }, anna, "forbidden", "plans.create.0", closed);
    await refused(
      { title: "closed", plans: { create: [{ text: "x" }] } },
      anna,
      "forbidden",
      "plans.create.0",
    );
    await refused(
      { plans: { create: [{ text: "x" }, { text: "no" }] } },
      anna,
      "forbidden",
      "plans.create.1",
    );
    const orders = server.api.repository("order").as({ userId: "2", roles: ["clerk"] });
    await expect(orders.update(id, { notes: { create: [{ rating: 1 }] } })).rejects.toMatchObject({
      code: "forbidden",
      issues: [{ path: "notes.create.0" }],
    });
    expect((await stored("secretplan")).length).toBe(1);
    expect((await stored("note")).length).toBe(2);
  });

  it("a write with a rejected version changes no nested list, and an idempotency key creates lists once", async () => {
    const id = await create({ title: "a", lines: [{ title: "x" }] });
    expectProblem(await change(id, { lines: { set: [] } }, { "If-Match": '"old"' }), "precondition-failed");
    expect(await titles()).toEqual(["x"]);
    const headers = { "Idempotency-Key": `nested-${Math.random()}` };
    const body = { title: "b", lines: [{ title: "y" }] };
    const first = await send("POST", paths.entity("order"), body, headers);
    const second = await send("POST", paths.entity("order"), body, headers);
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(await titles()).toEqual(["x", "y"]);
    const other = { ...body, lines: [{ title: "other" }] };
    expectProblem(await send("POST", paths.entity("order"), other, headers), "idempotency-key-reused");
  });

  it("concurrent replacements of one nested list all succeed, and the last one is kept as a whole", async () => {
    const id = await create({ title: "a", lines: [{ title: "x" }] });
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        change(id, { lines: { set: [{ title: `s${index}` }, { title: `t${index}` }] } }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const [first = "", ...others] = (await titles(id)).map(String).toSorted();
    expect(first).toMatch(/^s\d$/);
    expect(others).toEqual([first.replace("s", "t")]);
  });
}
