import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApiError, type EntityConfig } from "data-api";
import { expectJson, expectProblem, pageOf } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { expectReports, takeLines } from "../reports.js";

type Hooks = NonNullable<EntityConfig["hooks"]>;
type HookName = keyof Hooks;
type Event = Parameters<NonNullable<Hooks["beforeCreate"]>>[0];

const names = [
  "beforeCreate",
  "afterCreate",
  "beforeUpdate",
  "afterUpdate",
  "beforeDelete",
  "afterDelete",
  "afterCommit",
] as const satisfies readonly HookName[];

export function hookCases({ serve }: Harness): void {
  /** What the hooks do in the current test. */
  const behaviour: Partial<Record<HookName, (event: Event) => unknown>> = {};
  const called: [HookName, Record<string, unknown>][] = [];
  const hooks = Object.fromEntries(
    names.map((name) => [
      name,
      async (event: Event) => {
        const told = Object.fromEntries(
          Object.entries(event).filter(([key]) => key !== "db" && key !== "repository"),
        );
        called.push([name, told]);
        await Promise.resolve();
        return behaviour[name]?.(event);
      },
    ]),
  ) as Hooks;
  const server = serve({
    entities: {
      note: openEntity({ title: field("string"), level: field("int", { isEditable: false }) }, { hooks }),
      log: openEntity({
        line: field("string", { isRequired: true }),
        key: field("string", { isUnique: true }),
      }),
      plain: openEntity({ title: field("string") }),
    },
  });
  const notes = () => server.api.repository("note");
  const logs = () => server.api.repository("log");

  beforeEach(async () => {
    for (const name of names) behaviour[name] = () => undefined;
    for (const { id } of (await notes().find({ take: 1000 })).items) await notes().delete(id);
    for (const { id } of (await logs().find({ take: 1000 })).items) await logs().delete(id);
    called.length = 0;
  });

  afterEach(() => {
    takeLines();
  });

  it("hooks are called around a create, with the caller, the input and the record", async () => {
    const reply = await server.post(paths.entity("note"), { title: "t", level: 1 });
    const record = await notes().findById(reply.json as number);
    const caller = expect.objectContaining({ userId: null, roles: ["guest"] }) as unknown;
    expect(called).toEqual([
      ["beforeCreate", { caller, input: { title: "t", level: 1 } }],
      ["afterCreate", { caller, record }],
      ["afterCommit", { caller, operation: "create", record }],
    ]);
  });

  it("hooks are called around an update, with the record before and after", async () => {
    const previous = await notes().create({ title: "old", level: 1 });
    called.length = 0;
    const reply = await server.patch(paths.record("note", previous.id), { title: "new" });
    expectJson(reply, 200, { count: 1 });
    const record = await notes().findById(previous.id);
    const caller = expect.objectContaining({ userId: null }) as unknown;
    expect(called).toEqual([
      ["beforeUpdate", { caller, record: previous, changes: { title: "new" } }],
      ["afterUpdate", { caller, record, previous }],
      ["afterCommit", { caller, operation: "update", record }],
    ]);
  });

  it("hooks are called around a delete, with the record", async () => {
    const record = await notes().create({ title: "old" });
    called.length = 0;
    expectJson(await server.delete(paths.record("note", record.id)), 200, { count: 1 });
    const caller = expect.objectContaining({ userId: null }) as unknown;
    expect(called).toEqual([
      ["beforeDelete", { caller, record }],
      ["afterDelete", { caller, record }],
      ["afterCommit", { caller, operation: "delete", record }],
    ]);
  });

  it("hooks are called for server code too, without a caller", async () => {
    await notes().create({ title: "t" });
    expect(called.map(([name, { caller }]) => [name, caller])).toEqual([
      ["beforeCreate", null],
      ["afterCreate", null],
      ["afterCommit", null],
    ]);
  });

  it("hooks are not called for missing records and invalid input", async () => {
    await server.patch(paths.record("note", 999_999), { title: "n" });
    await server.delete(paths.record("note", 999_999));
    await server.post(paths.entity("note"), { level: "x" });
    await server.patch(paths.record("note", 1), {});
    expect(called).toEqual([]);
  });

  it("hooks can change what is written, within the rules of the fields", async () => {
    behaviour.beforeCreate = ({ input }) => ({ ...input, title: "from the hook" });
    behaviour.beforeUpdate = () => ({ title: "changed by the hook" });
    const { id } = await notes().create({ title: "mine", level: 3 });
    expect(await notes().findById(id)).toMatchObject({ title: "from the hook", level: 3 });
    await server.patch(paths.record("note", id), { title: "mine" });
    expect(await notes().findById(id)).toMatchObject({ title: "changed by the hook" });
    behaviour.beforeCreate = () => ({ title: 5 });
    const reply = await server.post(paths.entity("note"), { title: "t" });
    // The caller has not made this mistake.
    expectProblem(reply, "internal-error");
    expectReports(1);
    expect((await notes().find()).count).toBe(1);
  });

  it.each(["beforeCreate", "afterCreate"] as const)(
    "a hook can reject a create from %s, with its own problem",
    async (name) => {
      behaviour[name] = () => {
        throw new ApiError("forbidden", "Not on Sundays.");
      };
      const reply = await server.post(paths.entity("note"), { title: "t" });
      expectProblem(reply, "forbidden", { detail: "Not on Sundays." });
      expect((await notes().find()).count).toBe(0);
      expect(called.map(([each]) => each)).not.toContain("afterCommit");
    },
  );

  it.each(["beforeUpdate", "afterUpdate", "beforeDelete", "afterDelete"] as const)(
    "a write is rolled back if %s throws, and the answer does not reveal why",
    async (name) => {
      const record = await notes().create({ title: "t" });
      behaviour[name] = () => Promise.reject(new Error("a secret reason"));
      const reply = name.endsWith("Update")
        ? await server.patch(paths.record("note", record.id), { title: "n" })
        : await server.delete(paths.record("note", record.id));
      expectProblem(reply, "internal-error");
      expect(reply.text).not.toContain("reason");
      expect(await notes().findById(record.id)).toEqual(record);
      expectReports(1);
      // The connection is still usable.
      expect(pageOf(await server.get(paths.findAll("note"))).count).toBe(1);
    },
  );

  it("hooks write in the transaction of the record, with repositories and queries", async () => {
    behaviour.afterCreate = async ({ repository, db }) => {
      await repository("LOG").create({ line: "by repository" });
      expect(await repository("log").count()).toBe(1);
      const rows = await db.selectFrom("log").select("line").execute();
      expect(rows).toEqual([{ line: "by repository" }]);
      expect(await repository("note").count()).toBe(1);
    };
    await notes().create({ title: "t" });
    expect((await logs().find()).items).toMatchObject([{ line: "by repository" }]);

    behaviour.afterCreate = async ({ repository }) => {
      await repository("log").create({ line: "undone" });
      throw new ApiError("forbidden", "No.");
    };
    await expect(notes().create({ title: "u" })).rejects.toThrow("No.");
    expect((await logs().find()).count).toBe(1);
    expect((await notes().find()).count).toBe(1);
  });

  it("a create is rolled back if a write of its hook conflicts", async () => {
    await logs().create({ line: "first", key: "k" });
    behaviour.afterCreate = async ({ repository }) => {
      await repository("log").create({ line: "second", key: "k" });
    };
    const reply = await server.post(paths.entity("note"), { title: "t" });
    expect(reply.status).toBe(409);
    expect((await notes().find()).count).toBe(0);
  });

  it("a create is rolled back after a failed statement of its hook, even if the hook catches the error", async () => {
    await logs().create({ line: "first", key: "k" });
    called.length = 0;
    behaviour.afterCreate = async ({ repository }) => {
      await repository("log")
        .create({ line: "second", key: "k" })
        .catch(() => undefined);
    };
    expectProblem(await server.post(paths.entity("note"), { title: "t" }), "internal-error");
    expect((await notes().find()).count).toBe(0);
    expect(called.map(([name]) => name)).not.toContain("afterCommit");
    expectReports(1);
  });

  it("hooks cannot use their transaction after its end", async () => {
    let late: (() => Promise<unknown>)[] = [];
    behaviour.afterCreate = ({ repository, db }) => {
      const ofHook = repository("log");
      late = [
        () => ofHook.create({ line: "late" }),
        () => ofHook.count(),
        () => db.selectFrom("log").selectAll().execute(),
      ];
    };
    await notes().create({ title: "t" });
    for (const use of late) await expect(use()).rejects.toThrow("has ended");
    expect((await logs().find()).count).toBe(0);
  });

  it("a hook that asks for the repository of an unknown entity fails", async () => {
    behaviour.beforeCreate = ({ repository }) => {
      repository("nope");
    };
    await expect(notes().create({ title: "t" })).rejects.toThrow('There is no entity "nope".');
  });

  it("afterCommit runs when others see the record, and its error undoes nothing", async () => {
    let seen: unknown;
    behaviour.afterCommit = async () => {
      seen = (await notes().find()).count;
      throw new Error("the mail server is away");
    };
    const reply = await server.post(paths.entity("note"), { title: "t" });
    expect(reply.status).toBe(201);
    expect(seen).toBe(1);
    expect((await notes().find()).count).toBe(1);
    expectReports(1);
  });

  it("afterCommit waits for the whole transaction to be committed", async () => {
    behaviour.afterCreate = async ({ repository }) => {
      if (called.filter(([name]) => name === "afterCreate").length === 1)
        await repository("note").create({ title: "nested" });
    };
    await notes().create({ title: "outer" });
    expect(called.map(([name]) => name)).toEqual([
      "beforeCreate",
      "afterCreate",
      "beforeCreate",
      "afterCreate",
      "afterCommit",
      "afterCommit",
    ]);
    expect((await notes().find()).count).toBe(2);
  });

  it("hooks of concurrent updates of one record run one after the other", async () => {
    const { id } = await notes().create({ title: "0" });
    behaviour.beforeUpdate = async ({ repository }) => {
      const record = await repository("note").findById(id);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { title: String(Number(record?.["title"]) + 1) };
    };
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => server.patch(paths.record("note", id), { title: "x" })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await notes().findById(id)).toMatchObject({ title: "5" });
  });

  it("hooks do not change the answer if they return nothing", async () => {
    const headers = { Prefer: "return=representation" };
    const reply = await server.post(paths.entity("note"), { title: "t" }, headers);
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual(await notes().findById((reply.json as { id: number }).id));
  });

  describe("of other entities", () => {
    it("hooks are not called for writes to other entities", async () => {
      await server.post(paths.entity("plain"), { title: "t" });
      expect(called).toEqual([]);
    });
  });
}
