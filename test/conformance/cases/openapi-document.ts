import { beforeAll, describe, expect, it } from "vitest";
import { addUser, bearer, ownUsers, setRoles, type Headers } from "../callers.js";
import { expectProblem } from "../expectations.js";
import { blogpost, field } from "../fields.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";

const PATH = "/api/openapi.json";

interface Document {
  readonly openapi: string;
  readonly info: object;
  readonly servers: unknown;
  readonly paths: Readonly<Record<string, object>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, { readonly properties?: object }>> };
}

const documentOf = ({ json }: Reply) => json as Document;

export function openapiDocumentCases({ serve }: Harness): void {
  describe("of a server without one", () => {
    const server = serve({ entities: { blogpost } });

    it("the OpenAPI document does not exist if it is not configured", async () => {
      expectProblem(await server.get(PATH), "unknown-path");
    });
  });

  describe("for everyone", () => {
    const openapi = {
      title: "Blog",
      version: "2.1.0",
      description: "All posts.",
      url: "https://blog.example",
    };
    const server = serve({ openapi, entities: { blogpost } });

    it("the OpenAPI document has the configured title, version, description and URL, and the paths of entities", async () => {
      const reply = await server.get(PATH);
      expect(reply.status).toBe(200);
      expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
      const { openapi: version, info, servers, paths } = documentOf(reply);
      expect(version).toBe("3.1.0");
      expect(info).toEqual({ title: "Blog", version: "2.1.0", description: "All posts." });
      expect(servers).toEqual([{ url: "https://blog.example" }]);
      expect(Object.keys(paths)).toContain("/api/data/blogpost/{id}");
    });

    it("the OpenAPI document can be cached, and is revalidated by its ETag", async () => {
      const reply = await server.get(PATH);
      const { etag = "" } = reply.headers;
      expect(etag).toMatch(/^"[\w-]+"$/);
      expect(reply.headers["cache-control"]).toBe("no-cache");
      expect(reply.headers["vary"]).toBeUndefined();
      const again = await server.get(PATH, { "If-None-Match": etag });
      expect(again.status).toBe(304);
      expect(again.text).toBe("");
      expect(again.headers["etag"]).toBe(etag);
      const other = await server.get(PATH, { "If-None-Match": '"other"' });
      expect(other.text).toBe(reply.text);
    });

    it("the OpenAPI document supports HEAD and OPTIONS, and no writing methods", async () => {
      const whole = await server.get(PATH);
      const head = await server.request("HEAD", PATH);
      expect(head.status).toBe(200);
      expect(head.text).toBe("");
      expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(whole.text)));
      const options = await server.request("OPTIONS", PATH);
      expect(options.status).toBe(204);
      expect(options.headers["allow"]).toBe("GET, HEAD, OPTIONS");
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const reply = await server.request(method, PATH);
        expectProblem(reply, "method-not-allowed");
        expect(reply.headers["allow"]).toBe("GET, HEAD, OPTIONS");
      }
    });

    it("the OpenAPI document rejects unknown parameters, values and paths", async () => {
      expectProblem(await server.get(`${PATH}?as=admin`), "invalid-query");
      expectProblem(await server.get(`${PATH}?for=me`), "invalid-query");
      expectProblem(await server.get(`${PATH}/more`), "unknown-path");
    });
  });

  describe("for roles", () => {
    const server = serve({
      auth: ownUsers,
      openapi: { roles: ["editor", "reader"] },
      entities: {
        blogpost: {
          fields: { title: field("string"), notes: field("text") },
          permissions: {
            read: ["editor", { role: "reader", fields: { exclude: ["notes"] } }],
            create: ["editor"],
            delete: ["admin"],
          },
        },
      },
    });
    const callers: Record<string, Headers> = {};

    beforeAll(async () => {
      for (const role of ["editor", "reader", "member"]) {
        const id = await addUser(server, role);
        await setRoles(server, id, role === "member" ? [] : [role]);
        callers[role] = await bearer(server, id);
      }
    });

    const get = (role: string, query = "") => server.get(`${PATH}${query}`, callers[role] ?? {});

    it("the OpenAPI document is rejected for callers without one of its roles", async () => {
      expectProblem(await get("guest"), "authentication-required");
      expectProblem(await get("member"), "forbidden");
      const headers = { Authorization: "Bearer x" };
      expectProblem(await server.get(PATH, headers), "invalid-token");
    });

    it("the OpenAPI document shows what at least one role may do, and no secret in an answer", async () => {
      const { paths, components } = documentOf(await get("reader"));
      expect(Object.keys(paths["/api/data/blogpost"] ?? {})).toEqual(["get", "post", "delete"]);
      expect(Object.keys(paths["/api/data/blogpost/{id}"] ?? {})).toEqual(["get", "delete"]);
      const { SelectedUser, SelectedBlogpost } = components?.schemas ?? {};
      expect(SelectedBlogpost?.properties).toHaveProperty("notes");
      expect(SelectedUser?.properties).toHaveProperty("username");
      for (const hidden of ["password", "usernamekey", "tokenversion"])
        expect(SelectedUser?.properties).not.toHaveProperty(hidden);
    });

    it("the OpenAPI document with as=me shows what the caller may do", async () => {
      const reader = documentOf(await get("reader", "?as=me"));
      expect(Object.keys(reader.paths["/api/data/blogpost"] ?? {})).toEqual(["get"]);
      expect(reader.components?.schemas?.["SelectedBlogpost"]?.properties).not.toHaveProperty("notes");
      expect(reader.components?.schemas).not.toHaveProperty("NewBlogpost");
      const editor = documentOf(await get("editor", "?as=me"));
      expect(Object.keys(editor.paths["/api/data/blogpost"] ?? {})).toEqual(["get", "post"]);
      expect(editor.components?.schemas?.["SelectedBlogpost"]?.properties).toHaveProperty("notes");
    });

    it("the OpenAPI document for roles is cached privately, and has another ETag for each view", async () => {
      const [whole, own, others] = [
        await get("reader"),
        await get("reader", "?as=me"),
        await get("editor", "?as=me"),
      ];
      for (const reply of [whole, own]) {
        expect(reply.headers["cache-control"]).toBe("private, no-cache");
        expect(reply.headers["vary"]).toBe("Authorization");
      }
      expect(new Set([whole, own, others].map(({ headers }) => headers["etag"])).size).toBe(3);
    });
  });

  describe("for a caller without permissions", () => {
    const server = serve({
      auth: { identify: () => null },
      openapi: true,
      entities: { blogpost: { ...blogpost, permissions: { read: ["editor"] } } },
    });

    it("the OpenAPI document with as=me is empty for a caller without permissions", async () => {
      const reply = await server.get(`${PATH}?as=me`);
      expect(reply.status).toBe(200);
      expect(documentOf(reply).paths).toEqual({});
      expect(reply.headers["vary"]).toBe("Authorization");
    });
  });
}
