import { describe, expect, it } from "vitest";
import { expectJson, pageOf } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

const representation = { Prefer: "return=representation" };

export function preferCases({ serve }: Harness): void {
  describe("return=representation", () => {
    const server = serve({
      entities: {
        note: openEntity({ title: field("string"), price: field("decimal"), big: field("bigint") }),
        box: {
          fields: { title: field("string") },
          permissions: { create: ["guest"], update: ["guest"], delete: ["guest"] },
        },
      },
    });

    it("return=representation answers a create with the record, as in a read", async () => {
      const reply = await server.post(
        "/api/data/note",
        { title: "t", price: "1.50", big: "9007199254740993" },
        representation,
      );
      const { id } = reply.json as { id: number };
      const [record] = pageOf(await server.get(paths.findById("note", id))).items;
      expectJson(reply, 201, record);
      expect(record).toMatchObject({ title: "t", price: "1.5", big: "9007199254740993" });
      expect(reply.headers["preference-applied"]).toBe("return=representation");
      expect(reply.headers["location"]).toBe(`/api/data/note/public/findbyid/${id}`);
    });

    it.each(["PUT", "PATCH"])(
      "return=representation answers a %s with the changed record",
      async (method) => {
        const { id } = await server.api.repository("note").create({ title: "t", big: 5 });
        const reply = await server.request(method, paths.record("note", id), {
          headers: representation,
          body: { title: "new" },
        });
        const [record] = pageOf(await server.get(paths.findById("note", id))).items;
        expectJson(reply, 200, record);
        expect(record).toMatchObject({ title: "new", big: 5 });
        expect(reply.headers["preference-applied"]).toBe("return=representation");
      },
    );

    it("return=representation answers a delete with the deleted record", async () => {
      const { id } = await server.api.repository("note").create({ title: "t" });
      const [record] = pageOf(await server.get(paths.findById("note", id))).items;
      const reply = await server.delete(paths.record("note", id), representation);
      expectJson(reply, 200, record);
      expect(reply.headers["preference-applied"]).toBe("return=representation");
    });

    it.each([
      "return=representation",
      "Return=Representation",
      'return="representation"',
      " return = representation ",
      "handling=lenient, return=representation",
      "respond-async,return=representation;foo=bar",
    ])("return=representation is recognized in %j", async (prefer) => {
      const reply = await server.post("/api/data/note", {}, { Prefer: prefer });
      expect(reply.headers["preference-applied"]).toBe("return=representation");
      expect(reply.json).toMatchObject({ title: null });
    });

    it.each([
      "return=minimal",
      "representation",
      "return",
      "return=",
      "x-return=representation",
      "",
      ";;,,=",
      "\u00ff",
    ])("return=representation is not recognized in %j", async (prefer) => {
      const reply = await server.post("/api/data/note", {}, { Prefer: prefer });
      expect(reply.status).toBe(201);
      expect(typeof reply.json).toBe("number");
      expect(reply.headers["preference-applied"]).toBeUndefined();
    });

    it("return=representation is not applied if the caller may not read", async () => {
      const reply = await server.post("/api/data/box", { title: "t" }, representation);
      expectJson(reply, 201, 1);
      expect(reply.headers["preference-applied"]).toBeUndefined();
      const changed = await server.patch("/api/data/box/1", { title: "n" }, representation);
      expectJson(changed, 200, { count: 1 });
      expectJson(await server.delete("/api/data/box/1", representation), 200, {
        count: 1,
      });
    });

    it("return=representation is ignored in reads", async () => {
      const reply = await server.get(paths.findAll("note"), representation);
      expect(reply.status).toBe(200);
      expect(reply.headers["preference-applied"]).toBeUndefined();
    });
  });
}
