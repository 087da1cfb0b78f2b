import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Router, type RequestHandler } from "express";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiError, Repository, type ApiServer, type Config } from "../../../runtime/index.js";
import { composeApi, routesOf, type RouteContext } from "../../../runtime/kit.js";
import { openEntity, field } from "../../conformance/fields.js";

const all = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };
const entity = openEntity({ title: field("string") });
const config: Config = {
  database: { dialect: "sqlite", name: ":memory:" },
  server: { log: { level: "silent" } },
  entities: {
    plain: { ...entity, permissions: all },
    edited: { ...entity, permissions: all },
    guarded: { ...entity, permissions: all },
    closed: { ...entity, permissions: { ...all, create: [] } },
    special: { ...entity, permissions: all },
    listed: { ...entity, permissions: all },
    looking: { ...entity, permissions: { ...all, delete: [] } },
  },
};

const whatItSees: RequestHandler = (req, res) => {
  const { params, baseUrl, url, originalUrl, query, path } = req;
  res.json({
    params,
    inherits: "toString" in params || "constructor" in params,
    baseUrl,
    url,
    originalUrl,
    query,
    path,
    route: (req.route as { readonly path: string }).path,
    locals: res.locals,
    isSame: req.res === res && res.req === req,
  });
};

/** Routes as users edit them: own endpoints before and after, handlers that call `next`, and handlers that fail. */
function editedRoutes(context: RouteContext): Router {
  const router = Router();
  router.get("/seen/:one/by/:two", whatItSees);
  router.get("/fails/:how", (req) => {
    if (req.params.how === "known") throw new ApiError("forbidden", "Not this.");
    throw new Error("unknown");
  });
  router.get("/rejects", async () => Promise.reject(new ApiError("forbidden", "Not that.")));
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- Express treats this as an error too
  router.get("/nothing", async () => Promise.reject());
  router.get("/:access/findbyid/:id", (req, _res, next) => {
    req.headers["if-none-match"] = "*";
    next();
  });
  router.get("/goes/on", (_req, _res, next) => {
    next();
  });
  router.get("/goes/wrong", (_req, _res, next) => {
    next(new ApiError("forbidden", "Not so."));
  });
  router.get("/goes/past", (_req, _res, next) => {
    next("route");
  });
  router.get("/goes/out", (_req, _res, next) => {
    next("router");
  });
  router.get("/goes/null", (_req, _res, next) => {
    next(null);
  });
  router.get("/goes/elsewhere", (req, _res, next) => {
    req.url = "/else/where/it/is";
    next();
  });
  router.get("/thenable", () => ({
    then(_done: unknown, fail: (error: unknown) => void) {
      fail(new ApiError("forbidden", "Not then."));
    },
  }));
  router.head("/head/:id", (_req, res) => void res.set("X-By", "head").end());
  router.get("/head/:id", (_req, res) => void res.set("X-By", "get").end());
  router.options("/public/findbyid/:id", (_req, res) => void res.end("options"));
  for (const layer of routesOf(context).stack) router.stack.push(layer);
  router.get("/:any/:thing", whatItSees);
  return router;
}

/** Routes whose paths are not texts: Express runs them. */
function unusualRoutes(path: RegExp | string[]) {
  return (context: RouteContext): Router => {
    const router = routesOf(context);
    router.get(path, whatItSees);
    return router;
  };
}

/** Routes without those of a closed operation, and with a `param` function. */
function lookingRoutes(): Router {
  const router = Router();
  router.param("id", (_req, res, next, id) => {
    res.setHeader("X-Looked-At", String(id));
    next();
  });
  router.get("/seen/:id", whatItSees);
  return router;
}

/** Routes with middleware: Express runs them. */
function guardedRoutes(context: RouteContext): Router {
  const router = Router();
  router.use((_req, res, next) => {
    res.setHeader("X-Guarded", "yes");
    next();
  });
  router.use(routesOf(context));
  return router;
}

function createServer(isByExpress: boolean): ApiServer {
  const part = (routes: (context: RouteContext) => Router, policy: object = all) => ({
    repository: Repository as never,
    policy,
    routes,
  });
  const api = composeApi(config, {
    plain: part(routesOf),
    edited: part(editedRoutes),
    guarded: part(guardedRoutes),
    closed: part(() => Router(), { ...all, create: [] }),
    special: part(unusualRoutes(/special/)),
    listed: part(unusualRoutes(["/listed"])),
    looking: part(lookingRoutes, { ...all, delete: [] }),
  });
  // Middleware before the endpoints must see every request, so Express handles all requests.
  if (isByExpress)
    api.app.use((_req, _res, next) => {
      next();
    });
  api.setupApiEndpoints();
  api.app.get("/api/data/edited/goes/on", whatItSees);
  api.app.get("/api/data/plain/own/x/y", whatItSees);
  api.app.get("/api/data/edited/else/:a/:b/:c", whatItSees);
  api.app.get("/own/:thing", whatItSees);
  return api;
}

describe("a request that bypasses Express", () => {
  const servers = [createServer(true), createServer(false)];
  const ports: number[] = [];
  beforeAll(async () => {
    for (const api of servers) ports.push(((await api.startAsync(0)).address() as AddressInfo).port);
  });
  afterAll(async () => {
    for (const api of servers) await api.stopAsync();
  });

  /** The bytes of an answer, without those that differ each time. */
  async function answer(port: number, method: string, path: string, body: string): Promise<string> {
    const socket = connect(port, "127.0.0.1");
    const length =
      body === "" ? "" : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: a\r\nX-Request-Id: x\r\nConnection: close\r\n${length}\r\n${body}`,
      "latin1",
    );
    return (await text(socket))
      .replace(/\r\nDate: [^\r]+/, "")
      .replace(/[\da-f]{8}-[\da-f-]{27}/g, "id")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
      .replace(/ETag: [^\r]+/, "ETag");
  }

  const paths = [
    "plain",
    "PLAIN",
    "%70lain",
    "edited",
    "guarded",
    "closed",
    "special",
    "listed",
    "looking",
    "none",
    "",
  ].flatMap((name) =>
    [
      "",
      "/",
      "//",
      "?a=b",
      "/1",
      "/1/",
      "/1//",
      "/1?x=1",
      "/%31",
      "/%zz",
      "/one/two",
      "/own/x/y",
      "/public/findbyid/1",
      "/Public/FindById/1/",
      "/private/findbyid/1",
      "/other/findbyid/1",
      "/public/findbyid/%31?q",
      "/public/findbyid/",
      "/public/findbyid/%E0%A4%A",
      "/public/findbyid/a#b",
      "/public/findbyid/\xe4",
      "/public//1",
      "/public/findall/id/0/5",
      "/public/findall//0/5",
      "/public/findall/id/0/5/",
      "/public/findall/id/0/5/6",
      "/public/findbycondition/id/0/5/id%3D1",
      "/public/findbycondition/id/0/5/title%2Fx",
      "/public/findbycondition/id/0/5/id=1?",
      "/seen/a%20b/by/__proto__",
      "/fails/known",
      "/fails/unknown",
      "/rejects",
      "/nothing",
      "/goes/on",
      "/goes/wrong",
      "/goes/past",
      "/goes/out",
      "/goes/null",
      "/goes/elsewhere",
      "/thenable",
      "/head/1",
      "/special/1",
      "/listed",
      "/any/thing",
      "/\\x",
      "/a;b",
      "/..",
      "/public/findbyid/../1",
    ].map((rest) => `/api/data${name === "" ? "" : `/${name}`}${rest}`),
  );
  const others = [
    "/API/data/plain/public/findall/id/0/5",
    "/api//data/plain/1",
    "/own/x",
    "/api/data",
    "http://b/api/data/plain/public/findbyid/1",
    "*",
    "/api/data/plain/constructor",
    "/api/data/constructor/1",
    "/api/data/__proto__/1",
  ];

  it.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])(
    "a request that bypasses Express gets the same answer as from Express: %s",
    async (method) => {
      const hasBody = ["POST", "PUT", "PATCH"].includes(method);
      for (const body of hasBody ? ['{"title":"a"}', "[1,"] : [""])
        for (const path of [...paths, ...others]) {
          const [byExpress, shortened] = await Promise.all(
            ports.map((port) => answer(port, method, path, body)),
          );
          expect([path, shortened]).toEqual([path, byExpress]);
        }
    },
    120_000,
  );

  it("a request runs no `param` function if no role may send it", async () => {
    for (const port of ports) {
      expect(await answer(port, "GET", "/api/data/looking/seen/7", "")).toContain("X-Looked-At: 7");
      const refused = await answer(port, "DELETE", "/api/data/looking/7", "");
      expect(refused).toContain(" 403 ");
      expect(refused).not.toContain("X-Looked-At");
    }
  });

  it("a request that bypasses Express runs the handlers of later layers that Express would run", async () => {
    const [, shortened = 0] = ports;
    expect(await answer(shortened, "GET", "/api/data/edited/goes/on", "")).toContain('"thing":"on"');
    expect(await answer(shortened, "GET", "/api/data/plain/own/x/y", "")).toContain(
      '"route":"/api/data/plain/own/x/y"',
    );
  });
});
