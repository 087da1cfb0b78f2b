import { defineOperation } from "data-api";
import { z } from "data-api/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { toldByHeader } from "../conformance/callers.js";
import { field, openEntity } from "../conformance/fields.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import { sqlite } from "../conformance/targets.js";
import { mistakesOfAnswer } from "./hold-answer.js";
import { lintDocument } from "./lint-document.js";
import { operationsOf } from "./openapi-document.js";
import { createSchemaCheck } from "./schema-check.js";
import { servedDocument } from "./served-document.js";

const address = z.object({ city: z.string() }).meta({ id: "Postal address/1" });
const tree = z.object({
  name: z.string(),
  at: address.optional(),
  get branches() {
    return z.array(tree).optional();
  },
});

/** A list of itself, and of lists of texts. */
const lists: z.ZodType = z.lazy(() => z.array(z.union([lists, z.array(z.string())])));

describe("the document of operations", () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer("dynamic", sqlite, {
      auth: toldByHeader,
      batch: true,
      openapi: true,
      server: { idempotency: true },
      entities: { note: openEntity({ title: field("string", { isRequired: true }) }) },
      operations: {
        add: defineOperation({
          description: "Adds two numbers.",
          parameters: { a: { type: "int" }, b: { type: "int", isRequired: false } },
          returns: { value: { type: "int", isRequired: true } },
          isRead: true,
          permissions: ["guest"],
          handler: ({ input }) => input.a + (input.b ?? 0),
        }),
        greet: defineOperation({
          input: z.object({ name: z.string().min(2), loud: z.boolean().default(false) }),
          output: z.object({ text: z.string() }),
          permissions: ["guest"],
          handler: ({ input }) => ({ text: input.loud ? input.name.toUpperCase() : input.name }),
        }),
        list: defineOperation({
          returns: { fields: { id: { type: "int" }, at: { type: "datetime" } } },
          permissions: ["guest"],
          handler: () => [{ id: 1, at: new Date(0) }],
        }),
        plant: defineOperation({
          input: tree,
          output: z.object({ planted: tree, by: address.nullable() }),
          permissions: ["guest"],
          handler: ({ input }) => ({ planted: input, by: null }),
        }),
        near: defineOperation({
          input: z.object({ from: address, to: address.nullable().optional(), lists: lists.optional() }),
          output: z.object({ from: z.string() }),
          isRead: true,
          permissions: ["guest"],
          handler: ({ input }) => ({ from: input.from.city }),
        }),
        secretWork: defineOperation({ permissions: ["clerk"], handler: () => undefined }),
      },
    });
  });

  it("the OpenAPI document of operations is valid, and its schemas accept the inputs and answers of the server", async () => {
    const document = await servedDocument(server);
    expect(await lintDocument(document)).toEqual([]);
    const check = createSchemaCheck(document);
    const operations = operationsOf(document).filter(({ path }) => path.startsWith("/api/operations/"));
    // The document for all callers.
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "get /api/operations/add",
      "post /api/operations/greet",
      "post /api/operations/list",
      "post /api/operations/plant",
      "get /api/operations/near",
      "post /api/operations/secretWork",
    ]);
    const asked = [
      ["GET", "/api/operations/add?a=1&b=2", undefined, 200],
      ["GET", "/api/operations/add?a=x", undefined, 400],
      ["POST", "/api/operations/greet", { name: "Ada" }, 200],
      ["POST", "/api/operations/greet", { name: "A" }, 400],
      ["POST", "/api/operations/list", undefined, 200],
      // Schemas with an id, or that contain themselves, are named in the document.
      ["POST", "/api/operations/plant", { name: "a", branches: [{ name: "b", at: { city: "Ulm" } }] }, 200],
      ["POST", "/api/operations/plant", { name: "a", branches: [{ name: "b", at: { city: 5 } }] }, 400],
      ["GET", `/api/operations/near?from=${encodeURIComponent('{"city":"Ulm"}')}`, undefined, 200],
      ["GET", "/api/operations/near?from=Ulm", undefined, 400],
      [
        "GET",
        `/api/operations/near?from=${encodeURIComponent('{"city":"Ulm"}')}&lists=[[],[[]]]`,
        undefined,
        200,
      ],
    ] as const;
    for (const [method, path, body, status] of asked) {
      const operation = operations.find((each) => path.replace(/\?.*/, "") === each.path);
      if (operation === undefined) throw new Error(path);
      const schema = operation.body?.media[0]?.schema;
      if (schema !== undefined && body !== undefined)
        expect(check.mistakesOf(schema as never, body).length === 0).toBe(status === 200);
      const reply = await server.request(method, path, body === undefined ? {} : { body });
      expect(reply.status).toBe(status);
      expect(mistakesOfAnswer(operation, reply, check)).toEqual([]);
    }
    expect(JSON.stringify(document)).toContain("Adds two numbers.");
  });
});
