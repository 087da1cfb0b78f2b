import { beforeAll, describe, expect, it } from "vitest";
import { told, toldByHeader } from "../conformance/callers.js";
import { field, openEntity, everybody } from "../conformance/fields.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import { modes, sqlite } from "../conformance/targets.js";
import { mistakesOfAnswer } from "./hold-answer.js";
import { operationsOf, type Operation } from "./openapi-document.js";
import { createSchemaCheck, type SchemaCheck } from "./schema-check.js";
import { servedDocument } from "./served-document.js";

describe.each(modes)("the document of batches, %s,", (mode) => {
  let server: TestServer;
  let check: SchemaCheck;
  let batch: Operation;

  beforeAll(async () => {
    server = await startServer(mode, sqlite, {
      auth: toldByHeader,
      batch: { maxOperations: 3 },
      openapi: true,
      entities: {
        note: openEntity({ title: field("string", { isRequired: true }) }),
        kept: { fields: { title: field("string") }, permissions: { ...everybody, delete: ["clerk"] } },
        shown: { fields: { title: field("string") }, permissions: { read: ["guest"] } },
      },
    });
    const document = await servedDocument(server);
    check = createSchemaCheck(document);
    batch = batchIn(operationsOf(document)) as Operation;
  });

  const batchIn = (operations: readonly Operation[]) => operations.find(({ path }) => path === "/api/batch");
  const schemaOf = ({ body }: Operation) => body?.media[0]?.schema;
  const send = (body: object) =>
    server.request("POST", "/api/batch", { body, headers: { Prefer: "return=representation" } });

  it.each([
    [
      [
        { create: "note", input: { title: "a" }, as: "n" },
        { read: "note", id: "@n.id", select: "id" },
      ],
      200,
    ],
    [
      [
        { update: "note", id: 1, changes: { title: "b" }, ifMatch: "*" },
        { delete: "note", id: 1 },
      ],
      200,
    ],
    [[{ delete: "kept", id: 1 }], 401],
    [[{ read: "note", id: 999 }], 404],
  ])(
    "the OpenAPI document allows the batch %j, and the server answers %i as documented",
    async (operations, status) => {
      const body = { operations };
      expect(check.mistakesOf(schemaOf(batch) as never, body)).toEqual([]);
      const reply = await send(body);
      expect(reply.status).toBe(status);
      expect(mistakesOfAnswer(batch, reply, check)).toEqual([]);
    },
  );

  it.each([
    {},
    { operations: [] },
    { operations: [{ create: "note" }] },
    { operations: [{ create: "note", input: {}, as: "1" }] },
    { operations: [{ read: "note" }] },
    { operations: [{ read: "note", id: 1, input: {} }] },
    { operations: [{ create: "note", read: "note", input: {}, id: 1 }] },
    { operations: Array.from({ length: 4 }, () => ({ read: "note", id: 1 })) },
  ])("the OpenAPI document rules out the batch %j, and the server rejects it as documented", async (body) => {
    expect(check.isValid(schemaOf(batch) as never, body)).toBe(false);
    const reply = await send(body);
    expect([400, 413]).toContain(reply.status);
    expect(mistakesOfAnswer(batch, reply, check)).toEqual([]);
  });

  it("with `as=me`, the OpenAPI document of batches has only the operations that the caller may do", async () => {
    const text = JSON.stringify(await servedDocument(server, "?as=me", told({ userId: 1, roles: [] })));
    const { components } = JSON.parse(text) as { components: { schemas: { Batch: { properties: object } } } };
    const items = JSON.stringify(components.schemas.Batch.properties);
    expect(items).toContain('"delete":{"type":"string","enum":["note"]');
    expect(items).toContain('"create":{"type":"string","enum":["note","kept"]');
    expect(items).toContain('"read":{"type":"string","enum":["note","kept","shown"]');
  });
});
