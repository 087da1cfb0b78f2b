import { DataApi, type ApiServer, type Config } from "data-api";
import { afterEach, expect, test, vi } from "vitest";
import { serveApi } from "../../conformance/start.js";

const fields = { title: { type: "string", isEditable: true, isRequired: true } } as const;
const secret = { read: ["admin"], create: [], update: [], delete: [] } as const;
const config: Config = {
  database: { dialect: "sqlite", name: ":memory:" },
  openapi: { page: true },
  admin: true,
  entities: {
    note: { fields, permissions: { ...secret, read: ["guest"] } },
    diary: { fields, permissions: secret },
  },
};

const running: ApiServer[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await Promise.all(running.splice(0).map((api) => api.stopAsync()));
});

/** Starts a server, and returns a function that requests `/`. */
async function served(
  server: Config["server"] = {},
  prepare: (api: ApiServer) => void = () => undefined,
  from: Config = config,
) {
  const api = new DataApi({ ...from, server });
  running.push(api);
  prepare(api);
  const { port } = await serveApi(api);
  const url = `http://127.0.0.1:${port}/`;
  return (accept: string, method = "GET") => fetch(url, { method, headers: { Accept: accept } });
}

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test("people get a home page of links, each of which answers, and no name of what guests may not read", async () => {
  const ask = await served();
  const response = await ask(BROWSER);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none';style-src 'sha256-/);
  expect(response.headers.get("vary")).toContain("Accept");
  const page = await response.text();
  const links = Array.from(page.matchAll(/<a href="([^"]+)"/g), ([, href = ""]) => href);
  expect(links).toEqual([
    "./api/docs",
    "./api/openapi.json",
    "./admin",
    "./api/data/note",
    "./livez",
    "./readyz",
  ]);
  for (const link of links) expect((await fetch(new URL(link, response.url))).status, link).toBe(200);
  expect(page).not.toContain("diary");
  const head = await ask(BROWSER, "HEAD");
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("the home page and a warning say that no role may do anything yet, and only then", async () => {
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  const closed = { read: [], create: [], update: [], delete: [] };
  const entities = { note: { fields, permissions: closed } };
  const sentence = "No role may read or write records yet";
  expect(await (await (await served({}, undefined, { ...config, entities }))(BROWSER)).text()).toContain(
    sentence,
  );
  expect(warned.mock.calls).toEqual([
    ['No role may do anything yet: name roles in "permissions".', "ConfigWarning"],
  ]);
  const open = { note: { fields, permissions: { ...closed, delete: ["admin"] } } };
  expect(
    await (await (await served({}, undefined, { ...config, entities: open }))(BROWSER)).text(),
  ).not.toContain(sentence);
  expect(await (await (await served())(BROWSER)).text()).not.toContain(sentence);
  // A server without endpoints is for code that has all rights.
  new DataApi({ ...config, entities });
  expect(warned).toHaveBeenCalledTimes(1);
});

test.for(["*/*", "application/json", ""])(
  "callers that accept %j get a problem in place of the home page",
  async (accept) => {
    const response = await (await served())(accept);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "unknown-path" });
  },
);

test.for(["POST", "PUT", "PATCH", "DELETE"])(
  "%s of / gets a problem in place of the home page",
  async (method) => {
    const response = await (await served())(BROWSER, method);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "unknown-path" });
  },
);

test("the application's own route for / comes before the home page", async () => {
  const ask = await served({}, ({ app }) => {
    app.get("/", (_req, res) => void res.send("my own"));
  });
  expect(await (await ask(BROWSER)).text()).toBe("my own");
});

test("there is no home page in production, nor if other machines reach the server", async () => {
  expect((await (await served({ host: "0.0.0.0" }))(BROWSER)).status).toBe(404);
  vi.stubEnv("NODE_ENV", "production");
  expect((await (await served())(BROWSER)).status).toBe(404);
});
