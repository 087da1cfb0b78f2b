import { beforeAll, describe, expect, test } from "vitest";
import { told, toldByHeader, type Headers } from "../conformance/callers.js";
import { field } from "../conformance/fields.js";
import { startServer, type TestConfig, type TestServer } from "../conformance/start-server.js";
import { sqlite } from "../conformance/targets.js";

const lines: string[] = [];

const config = {
  auth: toldByHeader,
  admin: true,
  batch: true,
  openapi: true,
  server: {
    audit: true,
    cors: { origins: ["https://example.com"] },
    log: { level: "warn", destination: { write: (line: string) => void lines.push(line) } },
    rateLimit: { addresses: false, callers: { limit: 10_000, window: 60_000 } },
  },
  entities: {
    note: {
      fields: { title: field("string", { isUnique: true }), secret: field("string", { isRequired: false }) },
      permissions: {
        read: [
          "editor",
          { role: "guest", fields: { include: ["id", "title"] } },
          { role: "member", where: "title=@user.title" },
          { role: "owner" },
        ],
        create: ["admin", "editor"],
        update: ["editor", "admin"],
        delete: ["admin"],
      },
    },
    hidden: { fields: { title: field("string") }, permissions: { read: ["admin"] } },
  },
  operations: {
    who: {
      handler: ({ caller }: { caller: { userId: unknown; roles: readonly string[] } }) =>
        JSON.stringify([caller.userId, caller.roles]),
      returns: { value: { type: "text" } },
      isRead: true,
      permissions: ["guest"],
    },
    act: { handler: () => undefined, permissions: ["guest"] },
  },
} as unknown as TestConfig;

const admin = told({ userId: 1, roles: ["admin"], claims: { title: "first" } });
const as = (role: string): Headers => ({ ...admin, "View-As": role });

describe.each(["dynamic", "generated"] as const)("in %s mode", (mode) => {
  let server: TestServer;
  const get = async (path: string, headers: Headers) => server.request("GET", path, { headers });

  beforeAll(async () => {
    server = await startServer(mode, sqlite, config);
    for (const title of ["first", "second"])
      await server.request("POST", "/api/data/note", { headers: admin, body: { title, secret: "s" } });
  });

  test("with View-As, each way to read gives what the role sees, and nothing of the administrator", async () => {
    const ways = [
      "/api/data/note?orderBy=id",
      "/api/data/note/1",
      "/api/data/note/public/findall/id/0/10",
      "/api/data/note/public/findbyid/1",
      "/api/data/note/public/findbycondition/id/0/10/id>0",
      "/api/data/note/aggregate?select=max(title)",
    ];
    for (const way of ways) {
      const [guest, viewed] = [await get(way, {}), await get(way, as("guest"))];
      expect([viewed.status, viewed.json], way).toEqual([guest.status, guest.json]);
      expect(viewed.headers["vary"], way).toContain("View-As");
      expect(guest.headers["vary"], way).toContain("View-As");
      const editor = await get(way, told({ userId: 9, roles: ["editor"] }));
      expect((await get(way, as("editor"))).json, way).toEqual(editor.json);
    }
    const stream = { ...as("guest"), Accept: "application/x-ndjson" };
    expect((await get("/api/data/note", stream)).text).not.toContain("secret");
    const post = await server.request("POST", "/api/data/note/query", { headers: as("guest"), body: {} });
    expect(post.json).toMatchObject({ items: [{ id: 1, title: "first" }, { title: "second" }] });
    expect(post.text).not.toContain("secret");
    // The claim of the administrator fulfils no rule, and their records are not the role's.
    expect((await get("/api/data/note", as("member"))).text).not.toContain("secret");
    expect((await get("/api/data/note/private/findall/id/0/10", as("editor"))).status).toBe(403);
    expect((await get("/api/data/hidden", as("editor"))).status).toBe(403);
    expect((await get("/api/data/hidden", as("guest"))).status).toBe(401);
    expect((await get("/api/operations/who", as("editor"))).json).toEqual({
      value: '[null,["guest","member","editor"]]',
    });
    const { json } = await get("/api/openapi.json?as=me", as("guest"));
    expect(Object.keys((json as { paths: object }).paths)).not.toContain("/api/data/hidden");
  });

  test("with View-As, GET /api/schema is that of the role", async () => {
    const own = (await get("/api/schema", admin)).json;
    expect(own).toMatchObject({ viewedAs: null, roles: ["guest", "member", "admin", "editor"] });
    const { json, headers } = await get("/api/schema", as("editor"));
    expect(json).toMatchObject({
      caller: { userId: null, roles: ["guest", "member", "editor"], isAuthenticated: true },
      viewedAs: "editor",
      roles: [],
      entities: [{ name: "note", may: { read: true, create: true, update: true, delete: false } }],
    });
    expect(headers).toMatchObject({ "cache-control": "private, no-cache" });
    expect(headers["vary"]).toMatch(/View-As.*Authorization/);
    expect((await get("/api/schema", as("guest"))).json).toMatchObject({
      caller: { userId: null, roles: ["guest"], isAuthenticated: false },
    });
  });

  test.each([
    ["a guest", {}],
    ["a member", told({ userId: 2, roles: ["editor"] })],
    ["a caller whose role only looks like admin", told({ userId: 2, roles: ["Admin", "admin "] })],
  ])("%s may not use View-As", async (_who, headers) => {
    for (const role of ["guest", "admin", "nonsense"]) {
      const answer = await get("/api/data/note", { ...headers, "View-As": role });
      expect([answer.status, answer.json]).toMatchObject([403, { code: "forbidden" }]);
    }
  });

  test.each(["", "owner", "Guest", "guest, admin", "guest,guest", "__proto__", "nobody", "editor "])(
    "the role %j in View-As is an invalid header, unless a client trims it",
    async (role) => {
      const answer = await get("/api/data/note", as(role));
      if (role.trim() === "editor") expect(answer.status).toBe(200);
      else expect([answer.status, answer.json]).toMatchObject([400, { code: "invalid-header" }]);
    },
  );

  test("a repeated header View-As is invalid", async () => {
    const caller = admin["X-Caller"] ?? "";
    const repeated = ["GET /api/data/note HTTP/1.1", "Host: x", `X-Caller: ${caller}`];
    const text = [...repeated, "View-As: guest", "view-as: guest", "Connection: close", "", ""].join("\r\n");
    expect((await server.send(text)).json).toMatchObject({ code: "invalid-header" });
  });

  test.each([
    ["POST", "/api/data/note"],
    ["PATCH", "/api/data/note/1"],
    ["PUT", "/api/data/note/1"],
    ["DELETE", "/api/data/note/1"],
    ["PUT", "/api/data/note?onConflict=title"],
    ["PATCH", "/api/data/note?where=id>0"],
    ["DELETE", "/api/data/note?where=id>0"],
    ["POST", "/api/batch"],
    ["POST", "/api/operations/act"],
    ["POST", "/api/data/note?x=/query"],
    ["POST", "/api/data/note/?/query"],
  ])("with View-As, %s %s is forbidden, and nothing is written", async (method, path) => {
    const before = (await get("/api/data/note", admin)).text;
    const body = path === "/api/batch" ? { operations: [] } : { title: "changed" };
    const answer = await server.request(method, path, { headers: as("editor"), body });
    expect([answer.status, answer.json]).toMatchObject([403, { code: "forbidden" }]);
    expect((await get("/api/data/note", admin)).text).toBe(before);
  });

  test("each request with View-As is logged and audited with its user, role and route", async () => {
    const seen = lines.length;
    const audited = async () => {
      const db = server.api.repository("note").db as unknown as {
        selectFrom: (table: string) => { selectAll: () => { execute: () => Promise<object[]> } };
      };
      const rows = await db.selectFrom("data_api_audit").selectAll().execute();
      return rows.filter((row) => (row as { operation: string }).operation === "view-as");
    };
    const before = (await audited()).length;
    await get("/api/data/note?where=title='first'", as("editor"));
    await get("/api/data/note", admin);
    expect(lines.slice(seen).map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: "warn", userId: "1", viewedAs: "editor", method: "GET", route: "/api/data/note" },
    ]);
    expect(lines.at(-1)).not.toContain("first");
    expect((await audited()).slice(before)).toMatchObject([
      {
        userid: "1",
        roles: "guest member admin",
        entity: "/api/data/note",
        recordid: "editor",
        outcome: "done",
      },
    ]);
  });

  test("pages of allowed origins may send View-As", async () => {
    const { headers } = await server.request("OPTIONS", "/api/data/note", {
      headers: { Origin: "https://example.com", "Access-Control-Request-Method": "GET" },
    });
    expect(headers["access-control-allow-headers"]).toContain("View-As");
  });
});

describe.each([
  ["the page", { ...config, admin: false }],
  [
    "callers",
    { admin: true, entities: { note: { ...config.entities["note"], permissions: { read: ["guest"] } } } },
  ],
])("without %s", (_what, without) => {
  test("View-As has no effect without the admin page or without callers", async () => {
    const server = await startServer("dynamic", sqlite, without as TestConfig);
    const { status, headers } = await server.request("GET", "/api/data/note", { headers: as("nonsense") });
    expect([status, headers["vary"] ?? ""]).toEqual([200, expect.not.stringContaining("View-As")]);
  });
});

test("rate limits of requests with View-As count the administrator, not the role", async () => {
  const server = await startServer("dynamic", sqlite, {
    ...config,
    server: { rateLimit: { addresses: false, callers: { limit: 2, window: 600_000 } } },
  });
  const statuses = [];
  for (const role of ["guest", "editor", "guest"])
    statuses.push((await server.request("GET", "/api/data/note", { headers: as(role) })).status);
  expect(statuses).toEqual([200, 200, 429]);
});
