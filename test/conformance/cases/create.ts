import { describe, expect, it } from "vitest";
import { expectJson, expectProblem, pageOf, snapshot } from "../expectations.js";
import { blogpost, field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

export function createCases({ serve }: Harness): void {
  describe("a record", () => {
    const server = serve({ entities: { blogpost, empty: openEntity({}) } });

    it("a create answers with the new id and its location", async () => {
      let last = 0;
      for (let count = 0; count < 2; count++) {
        const reply = await server.post("/api/data/BlogPost", { title: "a", content: "b" });
        const id = Number(reply.text);
        expect(id).toBeGreaterThan(last);
        last = id;
        expectJson(reply, 201, id);
        expect(reply.headers["location"]).toBe(`/api/data/blogpost/public/findbyid/${id}`);
        expect(reply.headers["preference-applied"]).toBeUndefined();
        expect(pageOf(await server.get(reply.headers["location"] ?? "")).items).toMatchObject([
          { id, title: "a", content: "b" },
        ]);
      }
    });

    it("a create accepts field names in any case", async () => {
      const { json: id } = await server.post("/api/data/blogpost", { TITLE: "x", Content: "y" });
      expect(pageOf(await server.get(paths.findById("blogpost", id as number))).items).toMatchObject([
        { title: "x", content: "y" },
      ]);
    });

    it("a create ignores unknown fields, and fields that the server sets", async () => {
      const body = {
        title: "t",
        content: "c",
        id: 999,
        createdat: "2000-01-01T00:00:00Z",
        UpdatedAt: 5,
        nope: {},
      };
      const { json: id } = await server.post("/api/data/blogpost", body);
      expect(id).not.toBe(999);
      const [record = {}] = pageOf(await server.get(paths.findById("blogpost", id as number))).items;
      expect(Object.keys(record)).toEqual(["id", "title", "content", "createdat", "updatedat"]);
      expect(record["createdat"]).not.toBe("2000-01-01T00:00:00.000Z");
      expect(record["updatedat"]).toBe(record["createdat"]);
    });

    it("a create reports every mistake at once", async () => {
      const before = await snapshot(server);
      expectProblem(await server.post("/api/data/blogpost", { title: 5 }), "invalid-fields", {
        detail: '"title" must be text. "content" is required.',
        errors: [
          { path: "title", code: "wrong-type", message: '"title" must be text.' },
          { path: "content", code: "required", message: '"content" is required.' },
        ],
      });
      expect(await snapshot(server)).toBe(before);
    });

    it("a create rejects null for a required field", async () => {
      const reply = await server.post("/api/data/blogpost", { title: null, content: "c" });
      expectProblem(reply, "invalid-fields", {
        errors: [{ path: "title", code: "wrong-type", message: '"title" must be text.' }],
      });
    });

    it("a create rejects a field name that is given in several cases", async () => {
      const reply = await server.post("/api/data/blogpost", {
        title: "a",
        Title: "b",
        TITLE: "c",
        content: "c",
      });
      const mistake = { path: "title", code: "duplicate", message: '"title" is given more than once.' };
      expectProblem(reply, "invalid-fields", { errors: [mistake, mistake] });
    });

    it("a create takes the last of two equal names, as JSON parsers do", async () => {
      const { json: id } = await server.post(
        "/api/data/blogpost",
        '{"title":"a","content":"c","title":"b"}',
        { "Content-Type": "application/json" },
      );
      expect(pageOf(await server.get(paths.findById("blogpost", id as number))).items).toMatchObject([
        { title: "b" },
      ]);
    });

    it("a create works in an entity without fields of its own", async () => {
      const count = async () => pageOf(await server.get(paths.findAll("empty"))).count;
      const before = await count();
      for (const body of [{}, { x: 1 }])
        expect((await server.post("/api/data/empty", body)).text).toMatch(/^[1-9]\d*$/);
      expect(await count()).toBe(before + 2);
    });

    it("a create accepts a path with a trailing slash", async () => {
      const reply = await server.post("/api/data/empty/", {});
      expect(reply.status).toBe(201);
    });

    it.each([
      ["[5]", "invalid-body"],
      ['[{"title":"a","content":"b"},[]]', "invalid-body"],
      ["null", "invalid-body"],
      ["5", "invalid-body"],
      ['"text"', "invalid-body"],
      ["true", "invalid-body"],
      ["", "malformed-json"],
      [" ", "malformed-json"],
      ["{", "malformed-json"],
      ["{'title':'a'}", "malformed-json"],
      ['{"title":"a",}', "malformed-json"],
      ['{"title":undefined}', "malformed-json"],
      ['{"title":"a"} x', "malformed-json"],
      ['{"title":"a\nb"}', "malformed-json"],
      ['{"title":01}', "malformed-json"],
      ['{"title":NaN}', "malformed-json"],
      ['{"title":12345678901234567890, "content":}', "malformed-json"],
      ['{"title":"\\x"}', "malformed-json"],
      ["title=a&content=b", "malformed-json"],
    ] as const)("a create rejects the body %j", async (body, code) => {
      const before = await snapshot(server);
      const reply = await server.post("/api/data/blogpost", body, { "Content-Type": "application/json" });
      expectProblem(reply, code);
      expect(await snapshot(server)).toBe(before);
    });

    it("a create of a record of an unknown entity is rejected", async () => {
      expectProblem(await server.post("/api/data/nothing", {}), "unknown-entity");
    });
  });

  describe("a record without the server's timestamps", () => {
    const server = serve({
      entities: {
        tag: openEntity({ name: field("string") }, { systemFields: { createdat: false, updatedat: false } }),
        bare: openEntity({}, { systemFields: { createdat: false, updatedat: false } }),
        stamp: openEntity({ createdat: field("string") }, { systemFields: { createdat: false } }),
      },
    });

    it("a record without timestamps has only its id and the configured fields", async () => {
      await server.post("/api/data/tag", { name: "a" });
      expectJson(await server.get(paths.findAll("tag")), 200, {
        count: 1,
        items: [{ id: 1, name: "a" }],
      });
    });

    it("a record can consist of an id only", async () => {
      expectJson(await server.post("/api/data/bare", {}), 201, 1);
      expectJson(await server.get(paths.findAll("bare")), 200, { count: 1, items: [{ id: 1 }] });
      expectProblem(await server.patch("/api/data/bare/1", { x: 1 }), "nothing-to-update", {
        detail: 'No field of "bare" can be changed. Unknown field "x" in entity "bare".',
      });
    });

    it("an entity without the server's createdat can have its own field with that name", async () => {
      await server.post("/api/data/stamp", { createdat: "yesterday" });
      expect(pageOf(await server.get(paths.findAll("stamp"))).items).toMatchObject([
        { createdat: "yesterday" },
      ]);
    });
  });
}
