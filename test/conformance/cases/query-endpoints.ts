import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { told, toldByHeader } from "../callers.js";
import { expectJson, expectProblem } from "../expectations.js";
import { everybody, field, plain, to } from "../fields.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";

const key = { isRequired: true, isEditable: false };
const ID = field("int", key);
const word = field("string", { ...key, maxLength: 20 });

interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly next?: string;
  readonly count?: number;
}

/** The page in a successful answer, with its members in order. */
function pageOf(reply: Reply): Page {
  expect(reply.text).toMatch(/^\{"items":\[/);
  expect(reply.status).toBe(200);
  const page = reply.json as Page;
  expect(Object.keys(page)).toEqual(["items", "next", "count"].filter((name) => name in page));
  return page;
}

const ids = (reply: Reply) => pageOf(reply).items.map(({ id }) => id);

function wordOf(access: string, second: string, third: string, fourth: string, fifth: string) {
  return { access, second, third, fourth, fifth };
}

/** The read endpoints with query parameters. */
export function queryEndpointCases({ serve }: Harness): void {
  describe("of the query family", () => {
    const server = serve({
      entities: {
        post: plain(
          { id: ID, title: field("string"), views: field("int"), author: to("author", "theAuthor") },
          { primaryKey: "id" },
        ),
        author: plain({ id: ID, username: field("string") }, { primaryKey: "id" }),
        seat: plain(
          { row: field("string", key), nr: field("int", key), name: field("string") },
          { primaryKey: ["row", "nr"] },
        ),
        word: plain(
          { access: word, second: word, third: word, fourth: word, fifth: word },
          { primaryKey: ["access", "second", "third", "fourth", "fifth"] },
        ),
        label: plain({ name: field("string", key), text: field("string") }, { primaryKey: "name" }),
      },
    });
    const get = (path: string, headers = {}) => server.get(`/api/data/${path}`, headers);
    const query = (body: unknown, headers = {}) => server.post("/api/data/post/query", body, headers);

    beforeAll(async () => {
      await server.api.repository("author").create({ id: 1, username: "anna" });
      for (let id = 1; id <= 25; id++)
        await server.api.repository("post").create({ id, title: `t${id}`, views: id % 5, author: 1 });
      await server.api.repository("seat").create({ row: "A/ä", nr: 7, name: "window" });
      await server.api.repository("word").create(wordOf("public", "findall", "x", "0", "1"));
      await server.api.repository("word").create(wordOf("a", "b", "c", "d", "e"));
      await server.api.repository("label").create({ name: "query", text: "a word" });
    });

    it("a query without parameters returns a page of the default size, without a count", async () => {
      const reply = await get("post");
      expect(ids(reply)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
      expect(pageOf(reply).items[0]).toEqual({ id: 1, title: "t1", views: 1, author: 1 });
      expect(pageOf(reply).next).toEqual(expect.any(String));
      expect(pageOf(reply).count).toBeUndefined();
    });

    it("a query accepts every parameter, also encoded, and a slash after the entity", async () => {
      const path =
        "post/?where=views>1&where=title%21=%22x%22&orderBy=~views,id&take=2&skip=1&count=true&select=id";
      const reply = await get(path.replace("%21=", "<>"));
      expect(pageOf(reply)).toEqual({
        items: [{ id: 9 }, { id: 14 }],
        next: expect.any(String) as string,
        count: 15,
      });
      expect(ids(await get('post?where=title="t1"|title=%22t2%22'))).toEqual([1, 2]);
    });

    it("a query in a body accepts the same parameters as one in the URL", async () => {
      const reply = await query({
        where: [{ views: { gt: 1 } }, 'title<>"x"'],
        select: { id: true },
        orderBy: ["~views", "id"],
        take: 2,
        skip: 1,
        count: true,
      });
      const same = await get(
        'post?where=views>1&where=title<>"x"&select=id&orderBy=~views,id&take=2&skip=1&count=true',
      );
      expect(reply.text).toBe(same.text);
      for (const name of ["etag", "link", "location"]) expect(reply.headers[name]).toBeUndefined();
      expect(ids(await query({}))).toHaveLength(20);
      expect(ids(await query({ select: "id,title", orderBy: "~id", take: 1 }))).toEqual([25]);
    });

    it("a query accepts JSON objects in its parameters", async () => {
      const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));
      const where = { views: { gt: 1 }, or: [{ title: "t2" }, { title: { endsWith: "3" } }] };
      const found = await get(`post?where=${json(where)}&where=id<20&select=${json({ id: true })}`);
      expect(found.text).toBe((await query({ where: [where, "id<20"], select: "id" })).text);
      expect(ids(found)).toEqual([2, 3, 13]);
      expectJson(await get(`post/2?select=${json({ title: true, id: false })}`), 200, { title: "t2" });
      const groups = "post/aggregate?select=views,count()&orderBy=views";
      expectJson(
        await get(`${groups}&where=${json({ id: [1, 2, 6] })}&having=${json({ "count()": { gt: 1 } })}`),
        200,
        {
          items: [{ views: 1, "count()": 2 }],
        },
      );
      const wrong = expectProblem(
        await get(`post?where=${json({ views: { gt: "many" } })}`),
        "invalid-condition",
      );
      expect(wrong.errors).toMatchObject([{ path: "where.views.gt", code: "wrong-type" }]);
      expectProblem(await get(`post?select=${json({ titel: true })}`), "invalid-select");
      expectProblem(await get(`post?where=${encodeURIComponent('{"views":')}`), "invalid-condition");
      expectProblem(await get(`post?where=${json({ title: "x".repeat(5000) })}`), "invalid-condition");
      const deep = `${'{"not":'.repeat(40)}{"id":1}${"}".repeat(40)}`;
      for (const name of ["where", "select"])
        expectProblem(await get(`post?${name}=${encodeURIComponent(deep)}`), "invalid-query");
    });

    it("a query in a body ignores preconditions in the headers", async () => {
      const reply = await query({ take: 1 }, { "If-None-Match": "*", "If-Match": '"x"' });
      expect(ids(reply)).toEqual([1]);
    });

    it("a query links to the next page until the last one", async () => {
      const seen: unknown[] = [];
      let path = "/api/data/post?take=10&where=views%3E%3D0&skip=0";
      for (let pages = 0; path !== ""; pages++) {
        expect(pages).toBeLessThan(3);
        const reply = await server.get(path);
        seen.push(...ids(reply));
        const { link } = reply.headers;
        const { next } = pageOf(reply);
        if (next === undefined) expect(link).toBeUndefined();
        else expect(link).toBe(`<?take=10&where=views%3E%3D0&after=${encodeURIComponent(next)}>; rel="next"`);
        path = link === undefined ? "" : path.replace(/\?.*/, link.replace(/^<|>.*/g, ""));
      }
      expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
    });

    it("a query with take=0 returns no items and no next page", async () => {
      expectJson(await get("post?take=0"), 200, { items: [] });
      expectJson(await get("post?take=0&count=true"), 200, { items: [], count: 25 });
    });

    it("a query counts if the header Prefer asks for it, and confirms that", async () => {
      const exact = { Prefer: "count=exact" };
      const reply = await get("post?take=1", exact);
      expect(pageOf(reply).count).toBe(25);
      expect(reply.headers["preference-applied"]).toBe("count=exact");
      expect(reply.headers["vary"]).toMatch(/\bPrefer\b/);
      expect((await query({ take: 1 }, exact)).headers["preference-applied"]).toBe("count=exact");
      const uncounted = await get("post?take=1&count=false", exact);
      expect(pageOf(uncounted).count).toBeUndefined();
      expect(uncounted.headers["preference-applied"]).toBeUndefined();
      expect((await get("post?take=1&count=true")).headers["preference-applied"]).toBeUndefined();
    });

    it("a query sends an ETag with a page, and answers 304 if it matches", async () => {
      const path = "post?take=3&orderBy=~id";
      const reply = await get(path);
      const tag = String(reply.headers["etag"]);
      expect(tag).toMatch(/^"[\w-]{22}"$/);
      expect((await get(path)).text).toBe(reply.text);
      const same = await get(path, { "If-None-Match": `W/${tag}` });
      expect([same.status, same.text, same.headers["etag"]]).toEqual([304, "", tag]);
      expect((await get("post?take=4&orderBy=~id", { "If-None-Match": tag })).status).toBe(200);
      expectProblem(await get(path, { "If-Match": '"x"' }), "precondition-failed");
    });

    it("HEAD of a query or a record is answered like GET, without a body", async () => {
      for (const path of ["/api/data/post?take=1", "/api/data/post/1", "/api/data/post/1?select=id"]) {
        const [head, full] = [await server.request("HEAD", path), await server.get(path)];
        expect([head.status, head.text]).toEqual([200, ""]);
        for (const name of ["etag", "link", "content-length", "vary"])
          expect(head.headers[name]).toBe(full.headers[name]);
      }
    });

    it("a read by key returns a single record, and reports a missing record and an invalid key", async () => {
      expectJson(await get("post/3"), 200, { id: 3, title: "t3", views: 3, author: 1 });
      expectJson(await get("post/3?select=title,id"), 200, { title: "t3", id: 3 });
      expectProblem(await get("post/999"), "unknown-record", { detail: 'There is no such "post".' });
      expectProblem(await get("post/999", { "If-Match": "*" }), "unknown-record");
      expectProblem(await get("post/x"), "invalid-id");
    });

    it("a record is read with an ETag, which writes at the same path accept", async () => {
      const reply = await get("post/5");
      const tag = String(reply.headers["etag"]);
      expect((await get("post/5", { "If-None-Match": tag })).status).toBe(304);
      const patch = (headers: Readonly<Record<string, string>>, body: unknown) =>
        server.patch("/api/data/post/5", body, headers);
      // The tag does not depend on the resolved record.
      await server.patch("/api/data/author/1", { username: "annika" });
      expect((await patch({ "If-Match": tag }, { title: "new" })).status).toBe(200);
      expectProblem(await patch({ "If-Match": tag }, { title: "newer" }), "precondition-failed");
      const found = await server.get("/api/data/post/public/findbyid/5");
      expect((await patch({ "If-Match": String(found.headers["etag"]) }, { title: "t5" })).status).toBe(200);
      const again = await get("post/5");
      expect(again.headers["etag"]).toBe(tag);
      expectProblem(await patch({ "If-None-Match": tag }, { title: "x" }), "precondition-failed");
    });

    it("records are found by composite keys, with one segment of the path per field", async () => {
      expectJson(await get("seat/A%2F%C3%A4/7"), 200, { row: "A/ä", nr: 7, name: "window" });
      expectProblem(await get("seat/A%2F%C3%A4/8"), "unknown-record");
      expectProblem(await get("seat/A%2F%C3%A4/x"), "invalid-id");
      expectProblem(await get("seat/A"), "unknown-path");
    });

    it("words of other endpoints have precedence over keys in a path", async () => {
      // The path is a `findall`, which rejects the order.
      expectProblem(await get("word/public/findall/x/0/1"), "invalid-order");
      expectJson(await get("word/a/b/c/d/e"), 200, wordOf("a", "b", "c", "d", "e"));
      expect(pageOf(await get("word?where=fifth=1")).items).toHaveLength(1);
      expectJson(await get("label/query"), 200, { name: "query", text: "a word" });
    });

    it.each([
      ["post", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"],
      ["post/", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"],
      ["post?take=x", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"],
      ["post/1", "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"],
      ["post/query", "POST, GET, HEAD, PUT, PATCH, DELETE, OPTIONS"],
      ["seat/a/1", "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"],
      ["post/public/findbyid/1", "GET, HEAD, OPTIONS"],
    ])("the path %s allows %s", async (path, allow) => {
      const reply = await server.request("OPTIONS", `/api/data/${path}`);
      expect([reply.status, reply.headers["allow"]]).toEqual([204, allow]);
      expectProblem(await server.request("SEARCH", `/api/data/${path}`), "method-not-allowed");
    });

    it.each([
      ["", "malformed-json"],
      ["[]", "invalid-body"],
      ['"id"', "invalid-body"],
      ["{", "malformed-json"],
      ['{"tkae":5}', "invalid-query"],
      ['{"Take":5}', "invalid-query"],
      ['{"__proto__":5}', "invalid-query"],
      ['{"count":1}', "invalid-query"],
      ['{"after":5}', "invalid-query"],
      ['{"after":"x"}', "invalid-page"],
      ['{"after":"x","skip":0}', "invalid-page"],
      ['{"take":-1}', "invalid-page"],
      ['{"take":1e9}', "invalid-page"],
      ['{"take":1.5}', "invalid-page"],
      ['{"take":"1"}', "invalid-page"],
      ['{"take":null}', "invalid-page"],
      ['{"take":1234567890123456789012}', "invalid-page"],
      ['{"skip":1000001}', "invalid-page"],
      ['{"orderBy":[]}', "invalid-order"],
      ['{"orderBy":[["id"]]}', "invalid-order"],
      ['{"orderBy":{"id":"desc"}}', "invalid-order"],
      ['{"orderBy":["id","~"]}', "invalid-order"],
      ['{"orderBy":"nothing"}', "invalid-order"],
      ['{"select":[]}', "invalid-select"],
      ['{"select":{}}', "invalid-select"],
      ['{"select":{"id":1}}', "invalid-select"],
      ['{"select":{"nothing":true}}', "invalid-select"],
      ['{"select":{"theAuthor":{"nothing":true}}}', "invalid-select"],
      ['{"where":5}', "invalid-condition"],
      ['{"where":[5]}', "invalid-condition"],
      ['{"where":{"nothing":5}}', "invalid-condition"],
      ['{"where":"id="}', "invalid-condition"],
      [`{"select":${'{"theAuthor":'.repeat(20)}{"id":true}${"}".repeat(20)}}`, "invalid-select"],
      [`{"select":${'{"theAuthor":'.repeat(40)}{"id":true}${"}".repeat(40)}}`, "malformed-json"],
    ] as const)("a query with the body %s is rejected with %s", async (body, code) => {
      const headers = { "Content-Type": "application/json" };
      expectProblem(await server.post("/api/data/post/query", body, headers), code);
    });

    it("a query in a body rejects parameters in the URL, and bodies of other types", async () => {
      expectProblem(await server.post("/api/data/post/query?take=5", {}), "invalid-query", {
        detail: 'Unknown parameter "take". This endpoint takes none.',
      });
      expectProblem(
        await server.post("/api/data/post/query", "{}", { "Content-Type": "text/plain" }),
        "unsupported-media-type",
      );
      expectProblem(await query({ tkae: 5 }), "invalid-query", {
        detail: 'Unknown member "tkae". Did you mean "take"?',
      });
    });

    it.each([
      ["?tkae=1", "invalid-query"],
      ["?take=", "invalid-query"],
      ["?take=1&take=2", "invalid-query"],
      ["?where=title=%", "invalid-query"],
      ["?where=title=%C3", "invalid-query"],
      ["?where=id>1&views<5", "invalid-query"],
      ["?count=yes", "invalid-query"],
      ["?take=-1", "invalid-page"],
      ["?take=1e9", "invalid-page"],
      ["?take=1001", "invalid-page"],
      ["?skip=0&after=x", "invalid-page"],
      ["?after=x", "invalid-page"],
      ["?orderBy=nothing", "invalid-order"],
      ["?orderBy=id,,", "invalid-order"],
      [`?orderBy=${"id,".repeat(8)}id`, "invalid-order"],
      ["?select=nothing", "invalid-select"],
      ["?select=theAuthor(nothing)", "invalid-select"],
      ["?select=theAuthor(id),theAuthor(username)", "invalid-select"],
      ["?select=theAuthor(id;take=3)", "invalid-select"],
      ["?select=id(title)", "invalid-select"],
      ["?select=count(theAuthor)", "invalid-select"],
      [`?select=${"theAuthor(".repeat(30)}id${")".repeat(30)}`, "invalid-select"],
      [`?select=${"theAuthor(".repeat(300)}`, "invalid-select"],
      [`?where=${"(".repeat(300)}`, "invalid-condition"],
      ["?where=nothing=1", "invalid-condition"],
      ["?where=id!5", "invalid-condition"],
    ] as const)("a query with the parameters %s is rejected with %s", async (parameters, code) => {
      expectProblem(await get(`post${parameters}`), code);
    });

    it("a query suggests ~ for a descending order in another notation", async () => {
      expectProblem(await get("post?orderBy=-title"), "invalid-order", {
        detail: 'Unknown field "-title" in entity "post". Did you mean "~title"?',
      });
    });

    it.each(["?take=1", "?x", "?select=", "?select=nothing", "?select=id,id"])(
      "a read of a single record rejects %s",
      async (parameters) => {
        expect((await get(`post/1${parameters}`)).status).toBe(400);
      },
    );
  });

  describe("for callers", () => {
    const server = serve({
      auth: toldByHeader,
      server: { audit: true },
      entities: {
        note: plain(
          { id: ID, title: field("string") },
          { primaryKey: "id", permissions: { ...everybody, read: ["clerk"] } },
        ),
        closed: plain({ id: ID }, { primaryKey: "id", permissions: {} }),
      },
    });
    const clerk = told({ userId: 1, roles: ["clerk"] });
    const other = told({ userId: 2, roles: ["other"] });
    const reads = [
      ["GET", ""],
      ["GET", "?take=x"],
      ["GET", "/1"],
      ["GET", "/x"],
      ["POST", "/query"],
    ] as const;

    it.each(reads)("%s /api/data/:entity%s requires the right to read", async (method, path) => {
      for (const entity of ["note", "closed"]) {
        const ask = (headers = {}) =>
          server.request(method, `/api/data/${entity}${path}`, {
            headers,
            ...(method === "POST" && { body: {} }),
          });
        expectProblem(await ask(), "authentication-required");
        expectProblem(await ask(other), "forbidden");
      }
    });

    it("queries in a body add no entry to the audit of writes", async () => {
      const count = async () => {
        const { rows } = await sql<object>`select * from data_api_audit`.execute(
          server.api.repository("note").db,
        );
        return rows.length;
      };
      const before = await count();
      for (const headers of [clerk, other]) await server.post("/api/data/note/query", { take: -1 }, headers);
      expect(await count()).toBe(before);
    });

    it("queries are answered for callers who may read, and not cached", async () => {
      await server.api.repository("note").create({ id: 1, title: "t" });
      for (const path of ["/api/data/note", "/api/data/note/1"]) {
        const reply = await server.get(path, clerk);
        expect(reply.status).toBe(200);
        expect(reply.headers["cache-control"]).toBe("no-store");
        expect(reply.headers["vary"]).toMatch(/\bAuthorization\b/);
      }
      const reply = await server.post("/api/data/note/query", {}, clerk);
      expect(ids(reply)).toEqual([1]);
    });
  });

  describe.each([
    ["path", "query"],
    ["query", "path"],
  ] as const)("if only %s endpoints are enabled", (chosen, left) => {
    const server = serve({
      endpoints: [chosen],
      entities: { note: plain({ title: field("string") }, {}) },
    });
    const requests = {
      path: ["public/findall/id/0/10", "public/findbycondition/id/0/10/id=1", "public/findbyid/1"],
      query: ["", "1"],
    };

    it(`there are no ${left} endpoints if only the others are enabled`, async () => {
      const created = await server.post("/api/data/note", { title: "t" });
      expect(created.headers["location"]).toBe(
        chosen === "path" ? "/api/data/note/public/findbyid/1" : "/api/data/note/1",
      );
      expect((await server.get(String(created.headers["location"]))).status).toBe(200);
      for (const path of requests[chosen])
        expect((await server.get(`/api/data/note/${path}`)).status).toBe(200);
      for (const path of requests[left])
        expect((await server.get(`/api/data/note/${path}`)).status).toBe(left === "path" ? 404 : 405);
      expect((await server.post("/api/data/note/query", {})).status).toBe(chosen === "query" ? 200 : 405);
      const allowed = await server.request("OPTIONS", "/api/data/note/1");
      expect(allowed.headers["allow"]).toBe(
        chosen === "query" ? "GET, HEAD, PUT, PATCH, DELETE, OPTIONS" : "PUT, PATCH, DELETE, OPTIONS",
      );
    });
  });
}
