import { describe, expect, it } from "vitest";
import { expectProblem, snapshot } from "../expectations.js";
import { blogpost, field } from "../fields.js";
import type { Harness } from "../harness.js";

const READ = "GET, HEAD, OPTIONS";
const COLLECTION = "GET, HEAD, POST, PATCH, DELETE, OPTIONS";
const RECORD = "GET, HEAD, PUT, PATCH, DELETE, OPTIONS";
const all = [
  "GET",
  "HEAD",
  "OPTIONS",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "TRACE",
  "PROPFIND",
  "SEARCH",
  "LOCK",
  "PURGE",
];

export function methodCases({ serve }: Harness): void {
  const server = serve({ entities: { blogpost, closed: { fields: { x: field("int") }, permissions: {} } } });
  const known: readonly (readonly [string, string])[] = [
    ["/api/data/blogpost/public/findall/id/0/10", READ],
    ["/api/data/blogpost/private/findall/id/0/10", READ],
    ["/api/data/blogpost/public/findbyid/1", READ],
    ["/api/data/blogpost/public/findbycondition/id/0/10/id=1", READ],
    ["/API/DATA/BLOGPOST/PUBLIC/FINDBYID/1/", READ],
    ["/api/data/blogpost", COLLECTION],
    ["/api/data/blogpost/", COLLECTION],
    ["/api/data/blogpost?x=1", COLLECTION],
    ["/api/data/blogpost/1", RECORD],
    ["/api/data/blogpost/nonsense", RECORD],
    ["/api/data/blogpost/1/?x=/y/z", RECORD],
  ];

  describe.each(known)("at %s", (path, allow) => {
    it("OPTIONS returns the allowed methods of the path", async () => {
      const reply = await server.request("OPTIONS", path);
      expect(reply.status).toBe(204);
      expect(reply.headers["allow"]).toBe(allow);
      expect(reply.text).toBe("");
    });

    it.each(all.filter((method) => !allow.split(", ").includes(method)))(
      "the method %s is rejected at a path that does not allow it, with the allowed methods",
      async (method) => {
        const before = await snapshot(server);
        const reply = await server.request(method, path);
        expect(reply.headers["allow"]).toBe(allow);
        expect(reply.status).toBe(405);
        if (method !== "HEAD") {
          expectProblem(reply, "method-not-allowed", {
            detail: `The method ${method} is not allowed here; allowed: ${allow}.`,
          });
        }
        expect(await snapshot(server)).toBe(before);
      },
    );
  });

  it("allowed methods are reported even to a caller without permissions", async () => {
    const reply = await server.request("OPTIONS", "/api/data/closed/1");
    expect([reply.status, reply.headers["allow"]]).toEqual([204, RECORD]);
    expectProblem(await server.put("/api/data/closed"), "method-not-allowed");
  });

  it.each(all)("%s finds nothing at an unknown path", async (method) => {
    for (const path of ["/", "/api/data", "/api/data/blogpost/public/nothing", "/api/data/blogpost/1/2"]) {
      const reply = await server.request(method, path);
      expect(reply.status).toBe(404);
      expect(reply.headers["allow"]).toBeUndefined();
      if (method !== "HEAD") expectProblem(reply, "unknown-path");
    }
    const unknown = await server.request(method, "/api/data/nothing");
    expect(unknown.status).toBe(404);
    if (method !== "HEAD") expectProblem(unknown, "unknown-entity");
  });

  it("the method of a request is not taken from headers, queries or bodies", async () => {
    await server.api.repository("blogpost").create({ title: "t", content: "c" });
    const before = await snapshot(server);
    await server.get("/api/data/blogpost/public/findbyid/1?_method=DELETE", {
      "X-HTTP-Method-Override": "DELETE",
    });
    expectProblem(
      await server.post(
        "/api/data/blogpost/1?_method=DELETE",
        { _method: "DELETE" },
        { "X-HTTP-Method-Override": "DELETE" },
      ),
      "method-not-allowed",
    );
    expect(await snapshot(server)).toBe(before);
  });
}
