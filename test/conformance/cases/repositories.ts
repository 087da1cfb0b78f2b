import { beforeEach, describe, expect, it } from "vitest";
import type { Generated, Kysely } from "kysely";
import { ApiError } from "data-api";
import type { ProblemCode } from "../../../runtime/errors/codes.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";

export function repositoryCases({ serve }: Harness): void {
  const server = serve({
    entities: {
      note: openEntity({
        title: field("string", { isRequired: true }),
        views: field("int", { default: 3 }),
        kind: field("string", { values: ["a", "b"], isUnique: true }),
        author: field("string", { isEditable: false }),
        state: field("string", { isIgnoredOnCreate: true }),
        parent: field("int", { foreignKey: { targetEntityName: "note", resolvedEntityName: "above" } }),
        data: field("json"),
      }),
      // No caller may do anything over HTTP.
      closed: { fields: { title: field("string") }, permissions: {} },
      key: openEntity({ title: field("string") }, { systemFields: { id: "uuid" } }),
    },
    server: { maxTake: 5 },
  });
  const notes = () => server.api.repository("note");

  beforeEach(async () => {
    for (const { id } of (await notes().find({ orderBy: "~id", take: 1000 })).items) await notes().delete(id);
  });

  async function expectError(
    promise: Promise<unknown>,
    code: ProblemCode,
    issues?: readonly object[],
  ): Promise<void> {
    const error: unknown = await promise.then(
      () => "no error",
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code, ...(issues !== undefined && { issues }) });
  }

  describe("create", () => {
    it("repository.create returns the record as stored", async () => {
      const record = await notes().create({ title: "t", views: "5", data: { a: [1, null] } });
      expect(record).toEqual({
        ...{
          id: record.id,
          title: "t",
          views: 5,
          kind: null,
          author: null,
          state: null,
          parent: null,
          above: null,
        },
        ...{ data: { a: [1, null] }, createdat: record["createdat"], updatedat: record["createdat"] },
      });
      expect(await notes().findById(record.id)).toEqual(record);
    });

    it("repository.create fills in defaults, also for undefined fields", async () => {
      expect(await notes().create({ title: "t", views: undefined })).toMatchObject({ views: 3 });
      expect(await notes().create({ title: "t", views: null })).toMatchObject({ views: null });
    });

    it("repository.create reports every mistake, and unknown names", async () => {
      await expectError(
        notes().create({ views: "x", kind: "c", id: 5, nope: 1, createdat: "2024-02-29" }),
        "invalid-fields",
        [
          { path: "title", code: "required" },
          { path: "views", code: "wrong-type" },
          { path: "kind", code: "not-listed" },
          { path: "id", code: "unknown-field" },
          { path: "nope", code: "unknown-field" },
          { path: "createdat", code: "unknown-field" },
        ],
      );
      expect(await notes().count()).toBe(0);
    });

    it("repository.create rejects values that no field can hold", async () => {
      for (const title of [
        5,
        null,
        Symbol.iterator,
        () => 1,
        {},
        new Date(),
        "\0",
        "\ud800",
        "x".repeat(256),
      ]) {
        await expectError(notes().create({ title }), "invalid-fields");
      }
      for (const data of [Number.NaN, Infinity, 5n, () => 1, { a: undefined }, [Symbol.iterator]]) {
        await expectError(notes().create({ title: "t", data }), "invalid-fields");
      }
      expect(await notes().count()).toBe(0);
    });

    it("repository.create treats hostile names as unknown fields", async () => {
      const hostile = JSON.parse('{"title":"t","__proto__":{"x":1},"constructor":1}') as Record<
        string,
        unknown
      >;
      await expectError(notes().create(hostile), "invalid-fields");
    });

    it("repository.create reports conflicts", async () => {
      await notes().create({ title: "t", kind: "a" });
      await expectError(notes().create({ title: "t", kind: "a" }), "unique-conflict", [{ path: "kind" }]);
      await expectError(notes().create({ title: "t", parent: 999_999 }), "foreign-key-conflict");
    });
  });

  describe("findById", () => {
    it("repository.findById returns undefined for a missing record", async () => {
      expect(await notes().findById(999_999)).toBeUndefined();
    });

    it.each(["x", "", 1.5, Number.NaN, 2 ** 31, "1; --", null, {}])(
      "repository.findById rejects %s",
      async (id) => {
        await expectError(notes().findById(id as number), "invalid-id", [{ path: "id" }]);
      },
    );

    it("repository.findById accepts uuids in any case", async () => {
      const record = await server.api.repository("key").create({ title: "t" });
      expect(await server.api.repository("key").findById(String(record.id).toUpperCase())).toEqual(record);
      await expectError(server.api.repository("key").findById(5), "invalid-id");
    });
  });

  describe("find and count", () => {
    beforeEach(async () => {
      for (const [index, title] of ["c", "a", "b", "a", "a", "c", "b"].entries())
        await notes().create({ title, views: index });
    });

    it("repository.find returns a page, and repository.count the number of matching records", async () => {
      const page = await notes().find({ where: "title<>b", orderBy: "~title", skip: 1, take: 2 });
      expect(page.count).toBe(5);
      expect(page.items).toMatchObject([
        { title: "c", views: 0 },
        { title: "a", views: 4 },
      ]);
      expect(await notes().count("title<>b")).toBe(5);
      expect(await notes().count()).toBe(7);
    });

    it("repository.find starts at the first record by id, with the default number of records", async () => {
      const page = await notes().find();
      expect(page.items.map(({ views }) => views)).toEqual([0, 1, 2, 3, 4]);
      expect(page.count).toBe(7);
    });

    it("repository.find may take more records than requests may", async () => {
      expect((await notes().find({ take: 100 })).items).toHaveLength(7);
    });

    it("repository.find returns items that can be changed, and then appear changed in the page", async () => {
      const page = await notes().find({ take: 1 });
      expect(JSON.parse(page.toText())).toEqual(JSON.parse(JSON.stringify(page)));
      const [first] = page.items as { title?: string }[];
      if (first !== undefined) first.title = "changed";
      expect(JSON.parse(page.toText())).toMatchObject({ count: 7, items: [{ title: "changed" }] });
    });

    it("repository.find and repository.count report mistakes", async () => {
      await expectError(notes().find({ where: "nope=1" }), "invalid-condition");
      await expectError(notes().find({ where: "" }), "invalid-condition");
      await expectError(notes().find({ orderBy: "nope" }), "invalid-order");
      await expectError(notes().find({ skip: -1 }), "invalid-page", [{ path: "skip" }]);
      await expectError(notes().find({ take: 0.5 }), "invalid-page", [{ path: "take" }]);
      await expectError(notes().find({ take: Number.NaN }), "invalid-page", [{ path: "take" }]);
      await expectError(notes().find({ skip: Infinity }), "invalid-page", [{ path: "skip" }]);
      expect(await notes().count("title~")).toBe(7);
      await expectError(notes().count("views~1"), "invalid-condition");
    });
  });

  describe("aggregate", () => {
    it.each<[object, ProblemCode, object]>([
      [{}, "invalid-select", { path: "select", code: "too-many" }],
      [{ grupBy: ["title"] }, "invalid-select", { path: "grupBy", code: "unknown-parameter" }],
      [{ count: true, constructor: 1 }, "invalid-select", { path: "constructor", code: "unknown-parameter" }],
      [{ groupBy: ["titel"] }, "invalid-select", { path: "groupBy", code: "unknown-field" }],
      [{ sum: ["title"] }, "invalid-select", { path: "sum", code: "wrong-type" }],
      [{ count: true, orderBy: ["title"] }, "invalid-order", { path: "orderBy", code: "not-selected" }],
      [{ count: true, having: { title: "a" } }, "invalid-condition", { path: "having.title" }],
      [{ count: true, take: -1 }, "invalid-page", { path: "take" }],
      [{ count: true, skip: 0.5 }, "invalid-page", { path: "skip" }],
    ])("rejects %j", async (options, code, issue) => {
      await expectError(notes().aggregate(options as never), code, [issue]);
    });
  });

  describe("update", () => {
    it("repository.update changes the given fields, and returns the changed record", async () => {
      const record = await notes().create({ title: "t", author: "me" });
      const changed = await notes().update(record.id, { views: "9", state: "s", title: undefined });
      expect(changed).toEqual({ ...record, views: 9, state: "s", updatedat: changed?.["updatedat"] });
      expect(await notes().findById(record.id)).toEqual({ ...changed, above: null });
    });

    it("repository.update returns undefined for a missing record", async () => {
      expect(await notes().update(999_999, { title: "n" })).toBeUndefined();
    });

    it("a repository sets fields that callers cannot set: in creates, updates and upserts, one and many", async () => {
      const made = await notes().create({ title: "t", author: "me", state: "s" });
      expect(made).toMatchObject({ author: "me", state: "s" });
      expect(await notes().update(made.id, { author: "you" })).toMatchObject({ author: "you" });
      const [second] = await notes().createMany([{ title: "u", state: "s" }]);
      expect(second).toMatchObject({ state: "s" });
      const changed = await notes().updateMany([{ id: made.id, changes: { author: "they" } }]);
      expect(changed).toMatchObject([{ author: "they" }]);
      const create = { title: "v", kind: "a", author: "me", state: "s" };
      for (const author of ["me", "you"]) {
        const records = [{ create, update: { kind: "a", author } }];
        await notes().upsertMany(records, { onConflict: ["kind"] });
        const { items } = await notes().find({ where: "kind=a" });
        expect(items).toMatchObject([{ title: "v", author, state: "s" }]);
      }
    });

    it("repository.update reports mistakes", async () => {
      const { id } = await notes().create({ title: "t" });
      await expectError(notes().update(id, {}), "nothing-to-update");
      await expectError(notes().update(id, { title: undefined }), "nothing-to-update");
      await expectError(notes().update(id, { title: 5, id: 1 }), "invalid-fields", [
        { path: "title", code: "wrong-type" },
        { path: "id", code: "unknown-field" },
      ]);
      await expectError(notes().update("x", { title: "n" }), "invalid-id");
      await expectError(notes().update(id, { parent: -1 }), "foreign-key-conflict");
      expect(await notes().findById(id)).toMatchObject({ title: "t" });
    });
  });

  describe("delete", () => {
    it("repository.delete returns the deleted record, and undefined the second time", async () => {
      const record = await notes().create({ title: "t" });
      expect(await notes().delete(record.id)).toEqual(record);
      expect(await notes().delete(record.id)).toBeUndefined();
    });

    it("repository.delete reports mistakes", async () => {
      const { id } = await notes().create({ title: "t" });
      await notes().create({ title: "child", parent: id });
      await expectError(notes().delete(id), "foreign-key-conflict");
      await expectError(notes().delete("x"), "invalid-id");
      expect(await notes().count()).toBe(2);
    });
  });

  describe("of an entity that is closed to callers", () => {
    it("a repository allows everything for an entity that is closed to callers", async () => {
      const closed = server.api.repository("CLOSED");
      const { id } = await closed.create({ title: "t" });
      expect((await closed.find()).count).toBe(1);
      expect(await closed.update(id, { title: "n" })).toMatchObject({ title: "n" });
      expect(await closed.delete(id)).toMatchObject({ title: "n" });
    });
  });

  it("a repository of an unknown entity is rejected, and a similar entity is suggested", () => {
    expect(() => server.api.repository("nota")).toThrow(ApiError);
    expect(() => server.api.repository("nota")).toThrow('Unknown entity "nota". Did you mean "note"?');
  });

  it("repositories run custom queries and transactions on the same database", async () => {
    const { db } = server.api.repository("closed") as unknown as {
      db: Kysely<{
        closed: {
          id: Generated<number>;
          title: string;
          createdat: string;
          updatedat: string;
        };
      }>;
    };
    // Times in a format of all databases.
    const times = { createdat: "2024-01-01 00:00:00.000", updatedat: "2024-01-01 00:00:00.000" };
    await db
      .insertInto("closed")
      .values({ title: "mine", ...times })
      .execute();
    expect((await server.api.repository("closed").find({ where: "title=mine" })).items).toMatchObject([
      { title: "mine" },
    ]);
    let counted: Promise<number> | undefined;
    await expect(
      db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto("closed")
          .values({ title: "undone", ...times })
          .execute();
        counted = server.api.repository("closed").count("title=undone");
        await transaction
          .insertInto("closed")
          .values({ title: "undone", ...times })
          .execute();
        throw new Error("never mind");
      }),
    ).rejects.toThrow("never mind");
    expect(await counted).toBe(0);
    const mistake = db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto("closed")
        .values({ title: "undone", ...times })
        .execute();
      await transaction
        .insertInto("closed")
        .values({ title: "undone", ...times, createdat: null as never })
        .execute();
    });
    // The error of the database, not that of an ended transaction.
    await expect(mistake).rejects.toThrow(/null/i);
    expect(await server.api.repository("closed").count("title=undone")).toBe(0);
  });
}
