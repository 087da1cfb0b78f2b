import net from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { told } from "../conformance/callers.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import { sqlite } from "../conformance/targets.js";
import { callTool, contentOf, ENVELOPE, problemOf, sendMessage } from "./call-tool.js";
import { editor, fillLibrary, library } from "./library.js";

// What is answered to clients that do not keep to the protocol, and to models that make mistakes.

let server: TestServer;

beforeAll(async () => {
  server = await startServer("dynamic", sqlite, {
    ...library,
    mcp: { isReadOnly: false, maxAnswerBytes: 4_000 },
  });
  await fillLibrary(server);
});

const MODERN = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list" };
const LEGACY = { Accept: "application/json, text/event-stream" };
const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: ENVELOPE } };

describe("a message that is none", () => {
  const envelopeOf = (version: string) => ({
    ...ENVELOPE,
    "io.modelcontextprotocol/protocolVersion": version,
  });
  test.each([
    ["not JSON", "{", 400, -32700],
    ["empty", "", 400, -32700],
    ["a text", '"x"', 400, -32600],
    ["a list", [list], 400, -32600],
    ["an empty list", [], 400, -32600],
    ["an unknown revision", { ...list, params: { _meta: envelopeOf("1999-01-01") } }, 400, -32022],
    ["an unknown method", { ...list, method: "tools/burn" }, 400, -32020],
    ["too deep", `${'{"a":'.repeat(200)}1${"}".repeat(200)}`, 400, -32700],
    ["too large", JSON.stringify({ ...list, x: "y".repeat(2_000_000) }), 413, -32600],
    ["a number as id that is none", { ...list, id: 1.5 }, 400, -32600],
  ])(
    "an invalid MCP message is answered with an error code and without internals: %s",
    async (_, body, status, code) => {
      const headers = { ...MODERN, "Content-Type": "application/json" };
      const version = (body as { params?: { _meta?: Record<string, unknown> } }).params?._meta?.[
        "io.modelcontextprotocol/protocolVersion"
      ];
      const reply = await server.request("POST", "/mcp", {
        headers: { ...headers, ...(typeof version === "string" && { "MCP-Protocol-Version": version }) },
        body,
      });
      expect([reply.status, (reply.json as { error: { code: number } }).error.code]).toEqual([status, code]);
      expectNoStack(reply.text);
    },
  );

  test("an older MCP client that names an unknown revision gets one that is known", async () => {
    const params = {
      protocolVersion: "1999-01-01",
      capabilities: {},
      clientInfo: { name: "x", version: "1" },
    };
    const body = { jsonrpc: "2.0", id: 1, method: "initialize", params };
    const reply = await server.request("POST", "/mcp", { headers: LEGACY, body });
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('"protocolVersion":"2025-11-25"');
  });

  test("MCP refuses other methods of HTTP, other media types, subscriptions and unknown methods", async () => {
    for (const method of ["GET", "DELETE", "PUT", "PATCH"])
      expect(await server.request(method, "/mcp")).toMatchObject({
        status: 405,
        headers: { allow: "POST, OPTIONS" },
      });
    const headers = { ...MODERN, "Content-Type": "text/plain" };
    expect(await server.request("POST", "/mcp", { headers, body: JSON.stringify(list) })).toMatchObject({
      status: 415,
    });
    const listen = await sendMessage(server, "subscriptions/listen", {
      notifications: { toolsListChanged: true },
    });
    expect(listen.json).toMatchObject({ error: { code: -32603 } });
    for (const method of [
      "resources/list",
      "prompts/list",
      "completion/complete",
      "logging/setLevel",
      "nothing",
    ])
      expect(await sendMessage(server, method)).toMatchObject({
        status: 404,
        json: { error: { code: -32601 } },
      });
  });
});

describe("arguments", () => {
  const as = told(editor);
  test.each<[string, string, unknown, object]>([
    [
      "none",
      "read_records",
      undefined,
      { code: "invalid-body", errors: [{ path: "entity", code: "required" }] },
    ],
    [
      "names of another server",
      "read_records",
      { entity: "book", filter: "id=1", first: 3, orderby: "id" },
      {
        code: "invalid-body",
        errors: [
          { path: "filter", message: 'Unknown argument "filter". Use "where".' },
          { path: "first", message: 'Unknown argument "first". Use "take".' },
          { path: "orderby", message: 'Unknown argument "orderby". Use "orderBy".' },
        ],
      },
    ],
    [
      "wrong types",
      "read_records",
      { entity: 1, take: "5", where: [1] },
      { errors: [{ path: "entity" }, { path: "take" }, { path: "where" }] },
    ],
    [
      "too many records",
      "read_records",
      { entity: "book", take: 101 },
      { code: "invalid-page", detail: '"take" must be at most 100.' },
    ],
    ["too few records", "read_records", { entity: "book", take: -1 }, { code: "invalid-page" }],
    [
      "an unknown field",
      "read_records",
      { entity: "book", where: "titel=x" },
      { code: "invalid-condition", detail: /Did you mean "title"/ },
    ],
    [
      "a wrong condition",
      "read_records",
      { entity: "book", where: "title=x&(pages>1" },
      { code: "invalid-condition" },
    ],
    ["a forged cursor", "read_records", { entity: "book", after: "x".repeat(50) }, { code: "invalid-page" }],
    [
      "an unknown function",
      "aggregate_records",
      { entity: "book", select: "median(pages)" },
      { code: "invalid-select" },
    ],
    [
      "names of the prototype",
      "read_records",
      { entity: "book", constructor: 1, toString: 2 },
      {
        errors: [
          { path: "constructor", code: "unknown-member" },
          { path: "toString", code: "unknown-member" },
        ],
      },
    ],
    [
      "fields of the prototype",
      "create_record",
      { entity: "book", input: JSON.parse('{"__proto__":{"x":1},"constructor":1}') as object },
      { code: "invalid-fields" },
    ],
    [
      "unknown fields",
      "create_record",
      { entity: "book", input: { titel: "x", id: 7 } },
      {
        code: "invalid-fields",
        errors: [{ path: "titel" }, { path: "id" }, { path: "title" }, { path: "authorid" }],
      },
    ],
    [
      "a wrong version",
      "update_record",
      { entity: "book", id: 1, changes: {}, expectedVersion: "*" },
      { errors: [{ path: "expectedVersion" }] },
    ],
    [
      "no version",
      "delete_record",
      { entity: "book", id: 1 },
      { errors: [{ path: "expectedVersion", code: "required" }] },
    ],
    [
      "no key",
      "delete_record",
      { entity: "book", id: { a: 1 }, expectedVersion: "x" },
      { code: "invalid-id" },
    ],
    [
      "no record",
      "delete_record",
      { entity: "book", id: 4711, expectedVersion: "x" },
      { code: "unknown-record" },
    ],
    [
      "several keys",
      "delete_record",
      { entity: "book", id: [1, 2], expectedVersion: "x" },
      { errors: [{ path: "id" }] },
    ],
    [
      "too many names",
      "describe_entities",
      { entities: Array.from({ length: 21 }, () => "book") },
      { errors: [{ path: "entities" }] },
    ],
    ["no cursor", "describe_entities", { after: "nothing" }, { errors: [{ path: "after" }] }],
  ])(
    "a mistake in the arguments of an MCP tool is answered with a problem and without internals: %s",
    async (_, tool, args, expected) => {
      const { detail, ...problem } = await problemOf(server, tool, args, as);
      const { detail: words, ...others } = expected as { detail?: string | RegExp };
      expect(problem).toMatchObject(others);
      if (words !== undefined) expect(detail).toMatch(words);
      expectNoStack(JSON.stringify({ detail, ...problem }));
    },
  );

  test("a problem names at most 10 of very many mistaken arguments of an MCP tool", async () => {
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`x${index}`, index]));
    const { errors } = await problemOf(server, "read_records", { entity: "book", ...many }, as);
    expect(errors).toHaveLength(10);
  });

  test("arguments of an MCP tool that are no object are an error of the protocol", async () => {
    const { status, json, text } = await sendMessage(server, "tools/call", {
      name: "read_records",
      arguments: [1],
    });
    expect([status, json]).toMatchObject([200, { error: { code: -32602 } }]);
    expectNoStack(text);
  });

  test("a large page of an MCP tool ends before the record that would exceed the limit, and can be continued", async () => {
    const { api } = server;
    for (let index = 0; index < 9; index++)
      await api.repository("author").create({ name: `${index}`.repeat(250) });
    const all: unknown[] = [];
    let after: unknown;
    do {
      const page = await callTool(server, "read_records", {
        entity: "author",
        ...(after !== undefined && { after }),
      });
      const { items, next, count } = page.structuredContent as {
        items: unknown[];
        next?: string;
        count: number;
      };
      expect(JSON.stringify(page.structuredContent).length).toBeLessThan(4_600);
      expect(count).toBe(11);
      all.push(...items);
      after = next;
    } while (after !== undefined);
    expect(all).toHaveLength(11);
    await api.repository("book").create({ title: "Long", notes: "x".repeat(5_000), authorid: 1 });
    const { code } = await problemOf(server, "read_records", { entity: "book", where: "title=Long" });
    expect(code).toBe("answer-too-large");
    const brief = await contentOf(server, "read_records", {
      entity: "book",
      where: "title=Long",
      select: "title",
    });
    expect(brief).toEqual({ items: [{ title: "Long" }], count: 1 });
  });
});

test("numbers of MCP calls keep their digits, as texts where a client would round them", async () => {
  const headers = { ...told(editor), "Content-Type": "application/json" };
  const body = '{"title":"Big","authorid":1,"notes":{"exact":12345678901234567890,"plain":1.5}}';
  expect(await server.request("POST", "/api/data/book", { headers, body })).toMatchObject({ status: 201 });
  const query = { entity: "book", where: "title=Big", select: "notes" };
  expect(await contentOf(server, "read_records", query)).toMatchObject({
    items: [{ notes: { exact: "12345678901234567890", plain: 1.5 } }],
  });
  // Also those of arguments.
  const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_record","arguments":{"entity":"book","input":{"title":"More","authorid":1,"pages":9007199254740993,"notes":98765432109876543210}},"_meta":${JSON.stringify(ENVELOPE)}}}`;
  const reply = await server.request("POST", "/mcp", {
    headers: { ...headers, ...MODERN, "Mcp-Method": "tools/call", "Mcp-Name": "create_record" },
    body: call,
  });
  expect(reply.json).toMatchObject({
    result: { structuredContent: { record: { pages: "9007199254740993", notes: "98765432109876543210" } } },
  });
});

test("MCP requests that are cut off do not disturb the server", async () => {
  const body = JSON.stringify(list);
  const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/list\r\nContent-Length: ${body.length}\r\n\r\n`;
  for (const length of [0, 10, body.length - 1, body.length])
    await new Promise<void>((resolve) => {
      const socket = net.connect(server.port, "127.0.0.1", () => {
        socket.write(head + body.slice(0, length), () => socket.destroy());
      });
      socket.on("close", () => {
        resolve();
      });
    });
  expect((await sendMessage(server, "tools/list")).status).toBe(200);
});

/** No answer tells of files, packages or SQL of the server. */
function expectNoStack(text: string): void {
  expect(text).not.toMatch(/node_modules|\bat \S+ \(|\.[jt]s:\d|select .* from|SQLITE/);
}
