import { describe, expect, it } from "vitest";
import { expectJson, expectProblem, pageOf } from "../expectations.js";
import { blogpost, field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

export function readCases({ serve }: Harness): void {
  describe("of an empty table", () => {
    const server = serve({ entities: { blogpost } });

    it("find all returns an empty page", async () => {
      expectJson(await server.request("GET", paths.findAll("blogpost")), 200, { count: 0, items: [] });
    });

    it("find by condition returns an empty page", async () => {
      const reply = await server.request("GET", paths.findByCondition("blogpost", "id>0"));
      expectJson(reply, 200, { count: 0, items: [] });
    });

    it("find by id returns an empty page", async () => {
      expectJson(await server.request("GET", paths.findById("blogpost", 1)), 200, { count: 0, items: [] });
    });
  });

  describe("of records", () => {
    const server = serve({ entities: { blogpost } });
    const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

    it("return every field in the configured order, between the server's own fields", async () => {
      const before = new Date().toISOString();
      expectJson(
        await server.request("POST", "/api/data/blogpost", { body: { content: "c", title: "t" } }),
        201,
        1,
      );
      const after = new Date().toISOString();
      const reply = await server.request("GET", paths.findById("blogpost", 1));
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

    it("return the same record for every kind of read", async () => {
      const { text } = await server.request("GET", paths.findById("blogpost", 1));
      expect((await server.request("GET", paths.findAll("blogpost"))).text).toBe(text);
      expect((await server.request("GET", paths.findByCondition("blogpost", "id=1"))).text).toBe(text);
    });

    it("match names and words of the path in any case", async () => {
      const { text } = await server.request("GET", paths.findById("blogpost", 1));
      for (const path of [
        "/api/data/BLOGPOST/public/findbyid/1",
        "/API/Data/blogPost/PUBLIC/FindById/1",
        "/api/data/blogpost/public/findall/TITLE/0/10",
        "/api/data/blogpost/public/findbycondition/~Title/0/10/TiTlE=t",
      ]) {
        expect((await server.request("GET", path)).text, path).toBe(text);
      }
    });

    it("decode each segment of the path once", async () => {
      const { text } = await server.request("GET", paths.findById("blogpost", 1));
      const encoded = "/api/data/%62logpost/%70ublic/findall/%74itle/%30/1%30";
      expect((await server.request("GET", encoded)).text).toBe(text);
      const { items } = pageOf(
        await server.request("GET", "/api/data/blogpost/public/findbycondition/id/0/9/title=%2574"),
      );
      expect(items).toEqual([]);
    });

    it("ignore a query string and a trailing slash", async () => {
      const { text } = await server.request("GET", paths.findById("blogpost", 1));
      expect((await server.request("GET", "/api/data/blogpost/public/findbyid/1?title=x&%zz")).text).toBe(
        text,
      );
      expect((await server.request("GET", "/api/data/blogpost/public/findbyid/1/")).text).toBe(text);
    });

    it("answer HEAD like GET, without the body", async () => {
      for (const path of [
        paths.findById("blogpost", 1),
        paths.findAll("blogpost"),
        paths.findById("blogpost", "x"),
      ]) {
        const got = await server.request("GET", path);
        const head = await server.request("HEAD", path);
        expect(head.status).toBe(got.status);
        expect(head.text).toBe("");
        expect({ ...head.headers, date: "" }).toEqual({ ...got.headers, date: "" });
      }
    });

    it("send only the necessary headers", async () => {
      const { headers } = await server.request("GET", paths.findById("blogpost", 1));
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
    ])("reject the id %j", async (id) => {
      if (id === "") return;
      const problem = expectProblem(
        await server.request("GET", paths.findById("blogpost", id)),
        "invalid-id",
      );
      expect(problem.errors).toMatchObject([{ path: "id" }]);
    });

    it.each([0, -1, 2, 2147483647, -2147483648])("find nothing by the id %d", async (id) => {
      expectJson(await server.request("GET", paths.findById("blogpost", id)), 200, { count: 0, items: [] });
    });

    it("require a token for private access", async () => {
      for (const path of ["findall/id/0/10", "findbyid/1", "findbycondition/id/0/10/id=1"]) {
        const reply = await server.request("GET", `/api/data/blogpost/private/${path}`);
        expectProblem(reply, "forbidden", { detail: /requires a token.*Without "auth"/ });
      }
    });

    it("reject any other access", async () => {
      const reply = await server.request("GET", "/api/data/blogpost/secret/findall/id/0/10");
      expectProblem(reply, "unknown-path", { detail: 'The access must be "public" or "private".' });
    });

    it("report an unknown entity, and suggest a similar one", async () => {
      const reply = await server.request("GET", paths.findAll("blogposd"));
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
    ])("find nothing at %s", async (path) => {
      expectProblem(await server.request("GET", path), "unknown-path");
    });
  });

  describe("by a uuid", () => {
    const server = serve({
      entities: { thing: openEntity({ name: field("string") }, { systemFields: { id: "uuid" } }) },
    });

    it("accept the id from a create, in upper case too", async () => {
      const created = await server.request("POST", "/api/data/thing", { body: { name: "a" } });
      const id = created.json as string;
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(created.headers["location"]).toBe(`/api/data/thing/public/findbyid/${id}`);
      for (const form of [id, id.toUpperCase()]) {
        expect(pageOf(await server.request("GET", paths.findById("thing", form))).items).toMatchObject([
          { id, name: "a" },
        ]);
      }
      expect(
        pageOf(await server.request("GET", paths.findByCondition("thing", `id=${id.toUpperCase()}`))).count,
      ).toBe(1);
    });

    it.each(["1", "x", "123e4567-e89b-42d3-a456-42661417400", "{123e4567-e89b-42d3-a456-426614174000}"])(
      "reject the id %j",
      async (id) => {
        expectProblem(await server.request("GET", paths.findById("thing", id)), "invalid-id");
      },
    );

    it("find nothing by another uuid", async () => {
      const reply = await server.request(
        "GET",
        paths.findById("thing", "123e4567-e89b-42d3-a456-426614174000"),
      );
      expectJson(reply, 200, { count: 0, items: [] });
    });
  });
}
