import http from "node:http";
import type { AddressInfo } from "node:net";
import {
  ClientError,
  createClient,
  type Client,
  type ConnectionOptions,
  type EntityTypes,
} from "data-api/client";
import { afterEach, describe, expect, test } from "vitest";

type Listener = (req: http.IncomingMessage, res: http.ServerResponse, body: string) => void;

const running: http.Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A client of a server that answers each request by the next listener. The last listener answers all others. */
async function against(listeners: readonly Listener[], options: ConnectionOptions = {}) {
  const asked: { method: string; path: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
  const server = http.createServer((req, res) => {
    let body = "";
    req.setEncoding("utf8").on("data", (part: string) => (body += part));
    req.on("end", () => {
      const listener = listeners[Math.min(asked.length, listeners.length - 1)];
      asked.push({ method: req.method ?? "", path: req.url ?? "", headers: req.headers, body });
      listener?.(req, res, body);
    });
  });
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { api: createClient(url, options), asked, url };
}

const json =
  (status: number, body: unknown, headers: http.OutgoingHttpHeaders = {}): Listener =>
  (_req, res) => {
    const type = status < 400 ? "application/json" : "application/problem+json";
    res.writeHead(status, { "Content-Type": type, ...headers }).end(JSON.stringify(body));
  };
const problem = (status: number, code: string, headers: http.OutgoingHttpHeaders = {}) =>
  json(
    status,
    { type: `urn:data-api:problem:${code}`, code, status, detail: `It is ${code}.`, title: "" },
    headers,
  );
const page = json(200, { items: [{ id: 1 }] });
const lost: Listener = (_req, res) => res.socket?.destroy();
const cut: Listener = (_req, res) => {
  res.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100" });
  res.write('{"items":[');
  setTimeout(() => res.socket?.destroy(), 20);
};

const posts = (api: Client) => api["post"] as NonNullable<(typeof api)["post"]>;

/** A server with users. */
interface ApiWithUsers {
  readonly entities: { readonly post: EntityTypes };
  readonly users: EntityTypes;
}

async function errorOf(promise: Promise<unknown>): Promise<ClientError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ClientError);
  return error as ClientError;
}

describe("the URL of the server", () => {
  test.for(["localhost:1337", "ftp://host", "http://", "http://a b", "http://host/?x", "no address"])(
    "an invalid URL of the server is rejected at once: %s",
    (url) => {
      expect(() => createClient(url)).toThrow(expect.objectContaining({ code: "invalid-url", status: 0 }));
    },
  );

  test("the URL of the server may be a path on the page's host, and may end with a slash", async () => {
    const asked: string[] = [];
    const fetch = (url: string) => {
      asked.push(url);
      return Promise.resolve(Response.json({ items: [] }));
    };
    for (const url of ["", "/", "/mounted/", "https://host/a/"])
      await posts(createClient(url, { fetch })).find();
    expect(asked).toEqual([
      "/api/data/post/query",
      "/api/data/post/query",
      "/mounted/api/data/post/query",
      "https://host/a/api/data/post/query",
    ]);
  });

  test("a URL without a server is an error with the cause", async () => {
    const { url } = await against([page]);
    running[0]?.close();
    const error = await errorOf(posts(createClient(url, { retries: 0 })).find());
    expect(error).toMatchObject({ code: "no-answer", status: 0 });
    expect(error.message).toMatch(/^No answer to POST http.*: fetch failed: connect ECONNREFUSED/);
  });

  test("a URL of a site that answers with HTML is an error that says so", async () => {
    const html: Listener = (_req, res) => {
      res.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end("<!doctype html>");
    };
    const { api } = await against([html]);
    const error = await errorOf(posts(api).find());
    expect(error).toMatchObject({ code: "unexpected-answer", status: 200 });
    expect(error.message).toMatch(/text\/html.* instead of JSON\. Is this the address of a data-api\?$/);
  });

  test("a redirect is an error, because following it would turn a create into a read", async () => {
    for (const status of [301, 308]) {
      const other = await against([page]);
      const redirect: Listener = (_req, res) => {
        res.writeHead(status, { Location: `${other.url}/api/data/post` }).end();
      };
      const { api } = await against([redirect]);
      for (const send of [() => posts(api).create({ title: "x" }), () => posts(api).findById(1)])
        expect(await errorOf(send())).toMatchObject({ code: "unexpected-answer", status });
      expect(other.asked).toEqual([]);
    }
  });

  test("a URL with a password is rejected without repeating it", () => {
    const create = () => createClient("https://anna:Secret-value-1@host");
    expect(create).toThrow(expect.objectContaining({ code: "invalid-url" }));
    expect(create).not.toThrow("Secret-value-1");
  });

  test("a URL of another JSON API is an error", async () => {
    for (const [listener, status] of [
      [json(200, { data: [] }), undefined],
      [json(404, { message: "Not found" }), 404],
      [json(200, null), undefined],
    ] as const) {
      const { api } = await against([listener]);
      const error = await errorOf(posts(api).find());
      expect(error.code).toBe("unexpected-answer");
      if (status !== undefined) expect(error.status).toBe(status);
    }
  });
});

describe("a broken answer", () => {
  test("a truncated answer is an error after the last attempt", async () => {
    const { api, asked } = await against([cut], { retries: 1 });
    expect(await errorOf(posts(api).find())).toMatchObject({ code: "cut-answer", status: 200 });
    expect(asked).toHaveLength(2);
  });

  test("an answer that is not JSON is an error", async () => {
    const half: Listener = (_req, res) => {
      res.writeHead(200, { "Content-Type": "application/json", "X-Request-Id": "abc" }).end('{"items":[');
    };
    const { api } = await against([half]);
    expect(await errorOf(posts(api).find())).toMatchObject({ code: "invalid-json", requestId: "abc" });
  });
});

describe("retries", () => {
  test("a retry waits as long as the server asks, also for writes", async () => {
    const { api, asked } = await against([
      problem(429, "too-many-requests", { "Retry-After": "1" }),
      problem(503, "database-unavailable", { "Retry-After": new Date(Date.now() + 1500).toUTCString() }),
      json(201, { id: 5 }, { "Preference-Applied": "return=representation" }),
    ]);
    const start = Date.now();
    expect(await posts(api).create({ title: "x" })).toEqual({ id: 5 });
    expect(Date.now() - start).toBeGreaterThanOrEqual(990);
    expect(asked.map(({ body }) => body)).toEqual(Array(3).fill('{"title":"x"}'));
  });

  test("after a proxy's rejection, reads and creates with an idempotency key are retried, but no other writes", async () => {
    const headers = { "Retry-After": "0" };
    const html: Listener = (_req, res) => {
      res.writeHead(503, { "Content-Type": "text/html", ...headers }).end("<h1>503</h1>");
    };
    const cutJson: Listener = (_req, res) => {
      res.writeHead(503, { "Content-Type": "application/json", ...headers }).end('{"code');
    };
    const created = json(201, { id: 5 }, { "Preference-Applied": "return=representation" });
    for (const refusal of [
      html,
      cutJson,
      json(429, { message: "slow down" }, headers),
      json(503, { code: "server-overloaded" }, headers),
      problem(503, "outcome-unknown", headers),
    ]) {
      for (const write of [
        (api: Client) => posts(api).create({ title: "x" }),
        (api: Client) => posts(api).update(1, { title: "x" }),
        (api: Client) => posts(api).delete(1),
      ]) {
        const { api, asked } = await against([refusal, created]);
        await errorOf(write(api));
        expect(asked).toHaveLength(1);
      }
      const read = await against([refusal, page]);
      expect(await posts(read.api).find()).toEqual({ items: [{ id: 1 }] });
      const keyed = await against([refusal, created], { idempotency: true });
      expect(await posts(keyed.api).create({ title: "x" })).toEqual({ id: 5 });
      const [first, second] = keyed.asked.map(({ headers: sent }) => sent["idempotency-key"]);
      expect(first).toBeDefined();
      expect(second).toBe(first);
    }
  });

  test("retries end after the configured number", async () => {
    const { api, asked } = await against([problem(503, "server-overloaded", { "Retry-After": "0" })], {
      retries: 3,
    });
    const error = await errorOf(posts(api).find());
    expect(error).toMatchObject({
      code: "server-overloaded",
      status: 503,
      retryAfter: 0,
      detail: "It is server-overloaded.",
    });
    expect(asked).toHaveLength(4);
  });

  test("a client does not retry if the server asks for a wait beyond the limit", async () => {
    const { api, asked } = await against([problem(429, "too-many-requests", { "Retry-After": "60" })]);
    expect(await errorOf(posts(api).find())).toMatchObject({ retryAfter: 60 });
    expect(asked).toHaveLength(1);
  });

  test("a client takes only a number or a date in Retry-After as the time to wait", async () => {
    for (const text of ["soon 2099", "-1", "1.5", "1e9", "a minute"]) {
      const refusal = problem(503, "server-overloaded", { "Retry-After": text });
      const { api, asked } = await against([refusal, page]);
      expect(await errorOf(posts(api).find())).toMatchObject({ status: 503, retryAfter: undefined });
      expect(asked).toHaveLength(1);
    }
    const date = problem(503, "server-overloaded", { "Retry-After": "Thu, 01 Jan 2099 00:00:00 GMT" });
    const { api } = await against([date]);
    const { retryAfter = 0 } = await errorOf(posts(api).find());
    expect(retryAfter).toBeGreaterThan(1_000_000);
  });

  test("a read is retried after a lost connection", async () => {
    const { api, asked } = await against([lost, cut, page]);
    expect(await posts(api).find()).toEqual({ items: [{ id: 1 }] });
    expect(asked).toHaveLength(3);
  });

  test("a write that the server may have executed is not retried", async () => {
    for (const listener of [lost, problem(503, "outcome-unknown")]) {
      for (const write of [
        (api: Client) => posts(api).create({ title: "x" }),
        (api: Client) => posts(api).update(1, { title: "x" }),
        (api: Client) => posts(api).delete(1),
      ]) {
        const { api, asked } = await against([listener, json(200, { id: 1 })]);
        await errorOf(write(api));
        expect(asked).toHaveLength(1);
      }
    }
  });

  test("a create is retried with the same idempotency key if `idempotency` is on", async () => {
    const created = json(201, { id: 1 }, { "Preference-Applied": "return=representation" });
    const running = problem(409, "request-running", { "Retry-After": "0" });
    const { api, asked } = await against([lost, running, problem(503, "outcome-unknown"), created], {
      idempotency: true,
      retries: 3,
    });
    expect(await posts(api).create({ title: "x" })).toEqual({ id: 1 });
    const keys = asked.map(({ headers }) => headers["idempotency-key"]);
    expect(keys[0]).toMatch(/^"[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}"$/);
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(4);
    await posts(api).create({ title: "x" });
    expect(asked[4]?.headers["idempotency-key"]).not.toBe(keys[0]);
  });

  test("a create has no idempotency key by default", async () => {
    const { api, asked } = await against([json(201, 1)]);
    expect(await posts(api).create({ title: "x" })).toEqual({ id: 1 });
    expect(asked[0]?.headers["idempotency-key"]).toBeUndefined();
  });
});

describe("an abort", () => {
  test("an abort throws the signal's reason while the client waits for an answer", async () => {
    const { api } = await against([() => undefined]);
    const reason = new Error("The user left.");
    const controller = new AbortController();
    const found = posts(api).find({ signal: controller.signal });
    setTimeout(() => {
      controller.abort(reason);
    }, 20);
    await expect(found).rejects.toBe(reason);
  });

  test("an abort ends the wait between two attempts", async () => {
    const controller = new AbortController();
    const reason = new Error("The user left.");
    const busy: Listener = (req, res, body) => {
      problem(503, "server-stopping", { "Retry-After": "9" })(req, res, body);
      setTimeout(() => {
        controller.abort(reason);
      }, 200);
    };
    const { api, asked } = await against([busy]);
    await expect(posts(api).find({ signal: controller.signal })).rejects.toBe(reason);
    expect(asked).toHaveLength(1);
  });

  test("a signal that is already aborted prevents the request", async () => {
    const { api, asked } = await against([page]);
    const signal = AbortSignal.abort();
    await expect(posts(api).find({ signal })).rejects.toBe(signal.reason);
    expect(await posts(api).all({ signal: new AbortController().signal }).next()).toMatchObject({
      value: { id: 1 },
    });
    expect(asked).toHaveLength(1);
  });
});

test("a random key can be made without `crypto`", async () => {
  const { randomKey } = await import("../../runtime/client/connection.js");
  const own = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  try {
    for (const value of [{ getRandomValues }, {}, undefined]) {
      Object.defineProperty(globalThis, "crypto", { value, configurable: true });
      expect(randomKey()).toMatch(/^\d{1,3}(?:-\d{1,3}){15}$/);
      expect(randomKey()).not.toBe(randomKey());
    }
  } finally {
    if (own !== undefined) Object.defineProperty(globalThis, "crypto", own);
  }
});

test("every request has the current token and the configured headers", async () => {
  let count = 0;
  const token = () => Promise.resolve(count++ === 0 ? undefined : `token-${count}`);
  const { api, asked } = await against([page], { token, headers: { "X-App": "1" } });
  await posts(api).find();
  await posts(api).find({ headers: { "X-Call": "2" } });
  expect(asked.map(({ headers }) => [headers.authorization, headers["x-app"], headers["x-call"]])).toEqual([
    [undefined, "1", undefined],
    ["Bearer token-2", "1", "2"],
  ]);
});

describe("a token renewal", () => {
  /** A client with an expired token. The test decides when its renewal ends. */
  function whoseRenewalWaits() {
    let isAsked = () => {};
    let renew = () => {};
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    const waiting = new Promise<void>((resolve) => (renew = resolve));
    const callers: (string | null)[] = [];
    const fetch = async (url: string, { headers }: RequestInit) => {
      if (url.endsWith("/auth/token")) return Response.json({ token: "bob" });
      if (url.endsWith("/auth/refresh")) {
        isAsked();
        await waiting;
        return Response.json({ token: "new", refreshToken: "next" });
      }
      const caller = new Headers(headers).get("Authorization");
      callers.push(caller);
      return caller === "Bearer old"
        ? new Response(
            JSON.stringify({ type: "urn:data-api:problem:invalid-token", code: "invalid-token" }),
            {
              status: 401,
              headers: { "Content-Type": "application/problem+json" },
            },
          )
        : Response.json({ items: [] });
    };
    const options = { fetch, token: "old", refreshToken: "first" };
    const client = createClient<ApiWithUsers>("", options);
    return { client, asked, callers, renew };
  }

  test("a renewal of a token does not restore a session that was dropped meanwhile", async () => {
    const { client, asked, callers, renew } = whoseRenewalWaits();
    const reading = errorOf(client.post.find());
    await asked;
    client.auth.forget();
    renew();
    expect(await reading).toMatchObject({ code: "invalid-token" });
    expect(client.auth.tokens).toBeUndefined();
    expect(callers).toEqual(["Bearer old"]);
  });

  test("a renewal of a token does not replace the session of another user", async () => {
    const { client, asked, callers, renew } = whoseRenewalWaits();
    const reading = errorOf(client.post.find());
    await asked;
    await client.auth.logIn({ username: "bob", password: "Secret-value-1" });
    renew();
    expect(await reading).toMatchObject({ code: "invalid-token" });
    expect(client.auth.tokens).toEqual({ token: "bob" });
    expect(callers).toEqual(["Bearer old"]);
  });
});

test("an empty token counts as no token", async () => {
  const { api, asked } = await against([page], { token: "" });
  await posts(api).find();
  expect(asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ["/api/data/post/query", undefined],
  ]);
});
