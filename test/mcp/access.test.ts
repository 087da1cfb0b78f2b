import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DataApi } from "data-api";
import { told } from "../conformance/callers.js";
import { field, openEntity } from "../conformance/fields.js";
import { startServer, type TestConfig, type TestServer } from "../conformance/start-server.js";
import { sqlite } from "../conformance/targets.js";
import { createKey, Provider } from "../unit/access/provider.js";
import { callTool, contentOf, listTools, problemOf, sendMessage } from "./call-tool.js";
import { editor, fillLibrary, library } from "./library.js";
import { serveApi } from "../conformance/start.js";

// Who may use the endpoint, from where, and how often; and what is written down about it.

async function started(config: Partial<TestConfig>): Promise<TestServer> {
  return startServer("dynamic", sqlite, { ...library, ...config });
}

describe("hosts and origins", () => {
  test.each<[string, object, Record<string, string>, number]>([
    ["this machine by name", {}, { Host: "localhost:99" }, 200],
    ["this machine by address", {}, { Host: "[::1]" }, 200],
    ["another name", {}, { Host: "evil.example" }, 403],
    ["a name that begins alike", {}, { Host: "localhost.evil.example" }, 403],
    ["a configured name", { hosts: ["api.example.com"] }, { Host: "API.example.com:8443" }, 200],
    ["the public name", { publicUrl: "https://data.example.com/shop" }, { Host: "data.example.com" }, 200],
    ["a page of this machine", {}, { Origin: "http://localhost:5173" }, 200],
    ["a page of another site", {}, { Origin: "https://evil.example" }, 403],
    ["a page without an origin", {}, { Origin: "null" }, 403],
    [
      "a configured origin",
      { origins: ["https://app.example.com"] },
      { Origin: "https://app.example.com" },
      200,
    ],
    ["another scheme", { origins: ["https://app.example.com"] }, { Origin: "http://app.example.com" }, 403],
    [
      "the public origin",
      { publicUrl: "https://data.example.com" },
      { Origin: "https://data.example.com" },
      200,
    ],
  ])(
    "only configured hosts and origins, and those of this machine, may use MCP: %s",
    async (_, { publicUrl, ...mcp }: { publicUrl?: string }, headers, status) => {
      const server = await started({
        mcp: mcp,
        ...(publicUrl !== undefined && { server: { publicUrl } }),
      });
      const reply = await sendMessage(server, "tools/list", {}, headers);
      expect(reply.status).toBe(status);
      if (status === 403) expect(reply.json).toMatchObject({ code: "forbidden" });
    },
  );
});

test("pages that CORS allows may send the headers of MCP", async () => {
  const origins = ["https://app.example.com"];
  const server = await started({ mcp: { origins }, server: { cors: { origins } } });
  const { status, headers } = await server.request("OPTIONS", "/mcp", {
    headers: { Origin: "https://app.example.com", "Access-Control-Request-Method": "POST" },
  });
  expect(status).toBe(204);
  expect(headers["access-control-allow-headers"]).toContain("MCP-Protocol-Version,Mcp-Method,Mcp-Name");
});

describe("OAuth", () => {
  let provider: Provider;
  beforeAll(async () => {
    provider = await Provider.start(createKey());
  });
  afterAll(() => provider.stop());
  const protectedBy = (more: object = {}, serverOptions: object = {}) =>
    started({
      auth: { jwt: { issuer: provider.issuer, audience: "api" } },
      mcp: { ...more },
      server: serverOptions,
    });

  test("an MCP client without a token learns from the answer where to log in", async () => {
    const server = await protectedBy();
    const { status, headers, json } = await sendMessage(server, "tools/list", {}, { Host: "localhost:1" });
    expect([status, json]).toMatchObject([401, { code: "authentication-required" }]);
    const address = "http://localhost:1/.well-known/oauth-protected-resource/mcp";
    expect(headers["www-authenticate"]).toBe(`Bearer resource_metadata="${address}"`);
    const metadata = await server.request("GET", new URL(address).pathname, {
      headers: { Host: "localhost:1" },
    });
    expect(metadata).toMatchObject({
      status: 200,
      json: {
        resource: "http://localhost:1/mcp",
        resource_name: "data-api",
        authorization_servers: [provider.issuer],
        bearer_methods_supported: ["header"],
      },
    });
    expect(
      await server.request("GET", "/.well-known/oauth-protected-resource", {
        headers: { Host: "evil.example" },
      }),
    ).toMatchObject({ status: 403 });
    const wrong = await sendMessage(server, "tools/list", {}, { Authorization: "Bearer a.b.c" });
    expect(wrong.status).toBe(401);
    expect(wrong.headers["www-authenticate"]).toMatch(
      /^Bearer error="invalid_token", resource_metadata="http:/,
    );
    const Authorization = `Bearer ${await provider.sign({})}`;
    expect((await sendMessage(server, "tools/list", {}, { Authorization })).status).toBe(200);
  });

  test("addresses in the OAuth answers of MCP are those of the client, behind proxies", async () => {
    const behind = await protectedBy({ hosts: ["db.example.com"] }, { trustProxy: 1 });
    const forwarded = { Host: "db.example.com", "X-Forwarded-Proto": "https" };
    const reply = await sendMessage(behind, "tools/list", {}, forwarded);
    expect(reply.headers["www-authenticate"]).toContain('"https://db.example.com/.well-known/');
    const below = await protectedBy({}, { publicUrl: "https://example.com/shop" });
    const { headers } = await sendMessage(below, "tools/list");
    expect(headers["www-authenticate"]).toContain(
      '"https://example.com/shop/.well-known/oauth-protected-resource/mcp"',
    );
    const { json } = await below.request("GET", "/.well-known/oauth-protected-resource/mcp");
    expect(json).toMatchObject({ resource: "https://example.com/shop/mcp" });
  });

  test("MCP refuses a token for another server", async () => {
    const server = await protectedBy({ audience: "https://example.com/mcp" });
    const status = async (aud: unknown) => {
      const Authorization = `Bearer ${await provider.sign({ aud })}`;
      return (await sendMessage(server, "tools/list", {}, { Authorization })).status;
    };
    expect(await status("api")).toBe(401);
    expect(await status(["api", "https://example.com/mcp"])).toBe(200);
    expect(await status("https://example.com/mcp")).toBe(401);
  });
});

test("only the roles of the configuration may use MCP", async () => {
  const server = await started({ mcp: { roles: ["editor"] } });
  expect((await sendMessage(server, "tools/list")).status).toBe(401);
  expect((await sendMessage(server, "tools/list", {}, told({ userId: "a", roles: [] }))).status).toBe(403);
  expect((await sendMessage(server, "tools/list", {}, told(editor))).status).toBe(200);
  // Without OAuth, there is no address.
  const metadata = await server.request("GET", "/.well-known/oauth-protected-resource/mcp");
  expect(metadata.status).toBe(404);
});

test("MCP has only tools that read by default, or the tools that the configuration names", async () => {
  const server = await started({ mcp: true });
  const tools = await listTools(server, told(editor));
  expect(tools.filter(({ annotations }) => annotations["readOnlyHint"] !== true)).toEqual([]);
  expect(tools.map(({ name }) => name)).not.toContain("rename_author");
  const described = await contentOf(server, "describe_entities", {}, told(editor));
  expect(JSON.stringify(described)).not.toMatch(/"set"|"required"|"update"|"create"/);
  const { json } = await sendMessage(
    server,
    "tools/call",
    { name: "create_record", arguments: {} },
    told(editor),
  );
  expect(json).toMatchObject({ error: { code: -32602 } });
  // An auditor may only create and read ledgers.
  const chosen = await started({ mcp: { tools: ["read_records", "split_words"] } });
  expect((await listTools(chosen)).map(({ name }) => name)).toEqual(["read_records", "split_words"]);
});

test("an MCP tool writes one record only: without delete_record, records of a list cannot be deleted by an update of their owner", async () => {
  const server = await started({
    mcp: { isReadOnly: false, tools: ["read_records", "create_record", "update_record"] },
    entities: {
      order: openEntity({ note: field("string") }),
      line: openEntity({
        of: field("int", {
          foreignKey: { targetEntityName: "order", inverseName: "lines", isWritable: true },
        }),
      }),
    },
    operations: {},
  });
  await server.api.repository("order").create({ lines: [{}, {}] });
  const { items } = await contentOf(server, "read_records", { entity: "order" });
  const [{ "@version": expectedVersion }] = items as [Record<string, unknown>];
  const update = { entity: "order", id: 1, expectedVersion };
  for (const problem of [
    await problemOf(server, "update_record", { ...update, changes: { Lines: { set: [] } } }),
    await problemOf(server, "create_record", { entity: "order", input: { lines: [{}] } }),
  ])
    expect(problem).toMatchObject({
      code: "invalid-fields",
      errors: [{ path: "lines", code: "not-editable" }],
    });
  await contentOf(server, "update_record", { ...update, changes: { note: "kept" } });
  expect(await server.api.repository("line").count()).toBe(2);
});

test("a call of an MCP tool counts as one request of its caller", async () => {
  const server = await started({
    mcp: true,
    server: { rateLimit: { callers: { limit: 3, window: 60_000 } } },
  });
  const call = () =>
    sendMessage(server, "tools/call", { name: "describe_entities", arguments: {} }, told(editor));
  const statuses = [await call(), await call(), await call(), await call()].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await server.request("GET", "/api/data/book", { headers: told(editor) })).status).toBe(429);
});

test("the audit names the MCP tool of a call, and the log has its request", async () => {
  const lines: string[] = [];
  const server = await started({
    mcp: { isReadOnly: false },
    server: {
      audit: true,
      log: { level: "info", destination: { write: (line: string) => void lines.push(line) } },
    },
  });
  const as = { ...told(editor), "X-Request-Id": "call-1" };
  await contentOf(server, "create_record", { entity: "author", input: { name: "Ann" } }, as);
  await problemOf(server, "create_record", { entity: "author", input: {} }, as);
  await problemOf(server, "delete_record", { entity: "book", id: 9, expectedVersion: "x" }, as);
  await callTool(server, "rename_author", { id: 1, name: "Eve" }, as);
  await problemOf(server, "rename_author", { id: 99, name: 1 }, as);
  await problemOf(server, "create_record", { entity: "ledger", input: { amount: 1 } }, as);
  const api = server.api as unknown as { repository: DataApi["repository"] };
  const { db } = api.repository("author") as unknown as {
    db: {
      selectFrom: (table: string) => {
        selectAll: () => { execute: () => Promise<Record<string, unknown>[]> };
      };
    };
  };
  const entries = await db.selectFrom("data_api_audit").selectAll().execute();
  const shown = entries
    .filter(({ userid }) => userid !== null)
    .map(({ requestid, userid, entity, recordid, operation, outcome }) => [
      requestid,
      userid,
      entity,
      recordid,
      operation,
      outcome,
    ]);
  const all = ["call-1", "e1"];
  expect(shown.map(String).sort()).toEqual(
    [
      [...all, "author", "1", "create_record", "done"],
      [...all, "author", null, "create_record", "invalid-fields"],
      [...all, "book", "9", "delete_record", "unknown-record"],
      [...all, "rename_author", null, "rename_author", "done"],
      [...all, "rename_author", null, "rename_author", "invalid-fields"],
      [...all, "ledger", null, "create_record", "unknown-entity"],
      [...all, "author", "1", "update", "done"],
    ]
      .map(String)
      .sort(),
  );
  const requests = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === "request");
  expect(requests[0]).toMatchObject({
    requestId: "call-1",
    method: "POST",
    route: "/mcp",
    status: 200,
    userId: "e1",
  });
});

test("servers that share a database and a cursor key list the same MCP tools and continue each other's pages", async () => {
  const first = await started({
    mcp: true,
    server: { cursorKey: "a key for the cursors of all servers, 32 bytes" },
  });
  await fillLibrary(first);
  const second = new DataApi(first.config as never);
  const { port } = await serveApi(second);
  const other = {
    request: (method: string, path: string, options?: object) => fetchReply(port, method, path, options),
  };
  const page = await contentOf(first, "read_records", { entity: "book", take: 1 });
  const next = { entity: "book", take: 1, after: page["next"] };
  expect(await contentOf(other as never, "read_records", next)).toEqual(
    await contentOf(first, "read_records", next),
  );
  expect(await listTools(other as never)).toEqual(await listTools(first));
  await second.stopAsync();
});

async function fetchReply(
  port: number,
  method: string,
  path: string,
  { headers, body }: { headers?: Record<string, string>; body?: unknown } = {},
) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, json: JSON.parse(text) as unknown };
}
