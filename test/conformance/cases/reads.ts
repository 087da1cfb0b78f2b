import { beforeAll, describe, expect, it } from "vitest";
import { expectJson, expectProblem, pageOf } from "../expectations.js";
import { blogpost, field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

export function readCases({ serve }: Harness): void {
  describe("of an empty table", () => {
    const server = serve({ entities: { blogpost } });

    it("find all returns an empty page for an empty table", async () => {
      expectJson(await server.get(paths.findAll("blogpost")), 200, { count: 0, items: [] });
    });

    it("find by condition returns an empty page for an empty table", async () => {
      const reply = await server.get(paths.findByCondition("blogpost", "id>0"));
      expectJson(reply, 200, { count: 0, items: [] });
    });

    it("find by id returns an empty page for an empty table", async () => {
      expectJson(await server.get(paths.findById("blogpost", 1)), 200, { count: 0, items: [] });
    });
  });

  describe("of records", () => {
    const server = serve({ entities: { blogpost } });
    const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

    let [before, after] = ["", ""];
    beforeAll(async () => {
      before = new Date().toISOString();
      expectJson(await server.post("/api/data/blogpost", { content: "c", title: "t" }), 201, 1);
      after = new Date().toISOString();
    });

    it("a read returns every field in the configured order, between the server's own fields", async () => {
      const reply = await server.get(paths.findById("blogpost", 1));
      const [record = {}] = pageOf(reply).items;
      expect(Object.keys(record)).toEqual(["id", "title", "content", "createdat", "updatedat"]);
      const { createdat, updatedat } = record as { createdat: string; updatedat: string };
      expect(createdat).toMatch(TIME);
      expect(createdat >= before && createdat <= after).toBe(true);
      expect(updatedat).toBe(createdat);
      expectJson(reply, 200, {
        count: 1,
        items: [{ id: 1, title: "t", content: "c", createdat, updatedat }],
      });
    });

    it("every kind of read returns the same record", async () => {
      const { text } = await server.get(paths.findById("blogpost", 1));
      expect((await server.get(paths.findAll("blogpost"))).text).toBe(text);
      expect((await server.get(paths.findByCondition("blogpost", "id=1"))).text).toBe(text);
    });

    it("a read matches names and words of the path in any case", async () => {
      const { text } = await server.get(paths.findById("blogpost", 1));
      for (const path of [
        "/api/data/BLOGPOST/public/findbyid/1",
        "/API/Data/blogPost/PUBLIC/FindById/1",
        "/api/data/blogpost/public/findall/TITLE/0/10",
        "/api/data/blogpost/public/findbycondition/~Title/0/10/TiTlE=t",
      ]) {
        expect((await server.get(path)).text, path).toBe(text);
      }
    });

    it("a read decodes each segment of the path once", async () => {
      const { text } = await server.get(paths.findById("blogpost", 1));
      const encoded = "/api/data/%62logpost/%70ublic/findall/%74itle/%30/1%30";
      expect((await server.get(encoded)).text).toBe(text);
      const { items } = pageOf(
        await server.get("/api/data/blogpost/public/findbycondition/id/0/9/title=%2574"),
      );
      expect(items).toEqual([]);
    });

    it("a read by path ignores a query string and a trailing slash", async () => {
      const { text } = await server.get(paths.findById("blogpost", 1));
      expect((await server.get("/api/data/blogpost/public/findbyid/1?title=x&%zz")).text).toBe(text);
      expect((await server.get("/api/data/blogpost/public/findbyid/1/")).text).toBe(text);
    });

    it("HEAD is answered like GET, without the body", async () => {
      for (const path of [
        paths.findById("blogpost", 1),
        paths.findAll("blogpost"),
        paths.findById("blogpost", "x"),
      ]) {
        const got = await server.get(path);
        const head = await server.request("HEAD", path);
        expect(head.status).toBe(got.status);
        expect(head.text).toBe("");
        expect({ ...head.headers, date: "" }).toEqual({ ...got.headers, date: "" });
      }
    });

    it("a read sends only the necessary headers", async () => {
      const { headers } = await server.get(paths.findById("blogpost", 1));
      expect(Object.keys(headers).sort()).toEqual([
        "connection",
        "content-length",
        "content-security-policy",
        "content-type",
        "cross-origin-resource-policy",
        "date",
        "etag",
        "keep-alive",
        "referrer-policy",
        "strict-transport-security",
        "x-content-type-options",
        "x-frame-options",
        "x-request-id",
      ]);
    });

    it.each([
      "abc",
      "1.5",
      "1e3",
      " 1",
      "01",
      "0x1",
      "1;2",
      "null",
      "2147483648",
      "-2147483649",
      "9".repeat(40),
    ])("a read by id rejects the id %j", async (id) => {
      if (id === "") return;
      const problem = expectProblem(await server.get(paths.findById("blogpost", id)), "invalid-id");
      expect(problem.errors).toMatchObject([{ path: "id" }]);
    });

    it.each([0, -1, 2, 2147483647, -2147483648])("a read finds nothing by the id %d", async (id) => {
      expectJson(await server.get(paths.findById("blogpost", id)), 200, { count: 0, items: [] });
    });

    it("private access requires a token", async () => {
      for (const path of ["findall/id/0/10", "findbyid/1", "findbycondition/id/0/10/id=1"]) {
        const reply = await server.get(`/api/data/blogpost/private/${path}`);
        expectProblem(reply, "forbidden", { detail: /requires a token.*Without "auth"/ });
      }
    });

    it("an access other than public and private is rejected", async () => {
      const reply = await server.get("/api/data/blogpost/secret/findall/id/0/10");
      expectProblem(reply, "unknown-path", { detail: 'The access must be "public" or "private".' });
    });

    it("a read of an unknown entity is rejected, and a similar one is suggested", async () => {
      const reply = await server.get(paths.findAll("blogposd"));
      expectProblem(reply, "unknown-entity", {
        detail: 'Unknown entity "blogposd". Did you mean "blogpost"?',
      });
    });

    it.each([
      "/",
      "/api",
      "/api/data",
      "/api/data/",
      "/api/datax/blogpost/public/findbyid/1",
      "/api/data/blogpost/public/findall",
      "/api/data/blogpost/public/findall/id/0",
      "/api/data/blogpost/public/findall/id/0/10/x",
      "/api/data/blogpost/public/findall//0/10",
      "/api/data/blogpost/public/findbyid",
      "/api/data/blogpost/public/findbyid/1/2",
      "/api/data/blogpost/public/findbycondition/id/0/10",
      "/api/data/blogpost/public/findbycondition/id/0/10/title=a/b",
      "/api/data/blogpost/public/constructor/1",
      "//api/data/blogpost/public/findbyid/1",
    ])("a read finds nothing at %s", async (path) => {
      expectProblem(await server.get(path), "unknown-path");
    });
  });

  describe("by a uuid", () => {
    const server = serve({
      entities: { thing: openEntity({ name: field("string") }, { systemFields: { id: "uuid" } }) },
    });

    it("a read by uuid accepts the id from a create, in upper case too", async () => {
      const created = await server.post("/api/data/thing", { name: "a" });
      const id = created.json as string;
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(created.headers["location"]).toBe(`/api/data/thing/public/findbyid/${id}`);
      for (const form of [id, id.toUpperCase()]) {
        expect(pageOf(await server.get(paths.findById("thing", form))).items).toMatchObject([
          { id, name: "a" },
        ]);
      }
      expect(pageOf(await server.get(paths.findByCondition("thing", `id=${id.toUpperCase()}`))).count).toBe(
        1,
      );
    });

    it.each(["1", "x", "123e4567-e89b-42d3-a456-42661417400", "{123e4567-e89b-42d3-a456-426614174000}"])(
      "a read by uuid rejects the id %j",
      async (id) => {
        expectProblem(await server.get(paths.findById("thing", id)), "invalid-id");
      },
    );

    it("a read by uuid finds nothing by another uuid", async () => {
      const reply = await server.get(paths.findById("thing", "123e4567-e89b-42d3-a456-426614174000"));
      expectJson(reply, 200, { count: 0, items: [] });
    });
  });
}
