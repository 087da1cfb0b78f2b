import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectProblem } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";
import { paths } from "../paths.js";

/** The targets of RFC 9112 §3.2, and the one host that a request must have. */
export function requestTargetCases({ serve }: Harness): void {
  const server = serve({
    entities: { note: openEntity({ title: field("string") }) },
    server: { metrics: true },
  });

  const body = '{"title":"t"}';
  const endpoints = [
    ["GET", "/livez"],
    ["GET", "/readyz?verbose"],
    ["POST", "/livez"],
    ["GET", "/metrics"],
    ["GET", paths.findAll("note")],
    ["HEAD", paths.findAll("note")],
    ["GET", paths.findById("note", 1)],
    ["OPTIONS", "/api/data/note"],
    ["OPTIONS", paths.findById("note", 1)],
    ["PUT", "/api/data/note"],
    ["POST", "/api/data/note"],
    ["PATCH", "/api/data/note/1"],
    ["DELETE", "/api/data/note/999"],
    ["GET", "/api/data/nota/public/findbyid/1"],
    ["GET", "/api/data/%zz"],
    ["GET", "/nothing"],
    ["GET", "/"],
  ] as const;

  /** Sends a raw request head, with a body if the method has one. */
  function send(method: string, target: string, lines: readonly string[], version = "1.1"): Promise<Reply> {
    const hasBody = method === "POST" || method === "PATCH" || method === "PUT";
    const own = ["X-Request-Id: test", "Connection: close", "Content-Type: application/json"];
    const length = hasBody ? [`Content-Length: ${body.length}`] : [];
    const head = [`${method} ${target} HTTP/${version}`, ...lines, ...own, ...length].join("\r\n");
    return server.send(`${head}\r\n\r\n${hasBody ? body : ""}`);
  }

  const seen = ({ status, text, headers }: Reply) => ({
    status,
    // New ids and metrics differ.
    text: status === 201 || text.startsWith("# HELP") ? "" : text,
    allow: headers["allow"],
    location: headers["location"]?.replace(/\d+$/, ""),
  });

  describe.each(endpoints)("%s %s", (method, path) => {
    it.each([
      `http://localhost${path}`,
      `HTTP://localhost:1337${path}`,
      `https://api.example${path}`,
      `http://[::1]:80${path}`,
      ...(path === "/" ? ["http://localhost"] : []),
    ])("the absolute target %s is answered like its path alone", async (target) => {
      const origin = await send(method, path, ["Host: localhost"]);
      expect(origin.headers["x-request-id"]).toBe("test");
      expect(seen(await send(method, target, ["Host: localhost"]))).toEqual(seen(origin));
    });

    it("an absolute target with another scheme is unknown", async () => {
      const reply = await send(method, `ftp://localhost${path}`, ["Host: localhost"]);
      if (method === "HEAD") expect(reply.status).toBe(404);
      else expectProblem(reply, "unknown-path");
    });

    it("a request with two hosts is rejected", async () => {
      const heads = [
        ["Host: a", "Host: a"],
        ["Host: a", "HOST: b"],
        ["host: a", "X-Other: c", "Host: a"],
        ["Host:", "Host: a"],
      ];
      const targets = [path, `http://a${path}`];
      const sent = heads.flatMap((lines) => targets.map((target) => send(method, target, lines)));
      for (const reply of await Promise.all(sent)) expectRefused(method, reply);
    });
  });

  function expectRefused(method: string, reply: Reply): void {
    if (method === "HEAD") expect(reply.status).toBe(400);
    else expectProblem(reply, "malformed-request");
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
  }

  it.each([
    "http:///livez",
    "http://?a",
    "http://u:p@h/livez",
    "http://a b/livez",
    "https://h:x/livez",
    "http://",
  ])("the absolute target %s, which names no valid host, is rejected", async (target) => {
    expect((await send("GET", target, ["Host: localhost"])).status).toBe(400);
  });

  it("a request with HTTP/1.0 needs no host", async () => {
    expect((await send("GET", "/livez", [], "1.0")).status).toBe(200);
  });

  const validHosts = fc.constantFrom(
    "",
    "a",
    "localhost:1337",
    "a.b-c_d~",
    "[::1]:80",
    "127.0.0.1",
    "h%41",
    "A:",
  );
  const invalidHosts = fc.constantFrom(
    "a b",
    "a/b",
    "u@h",
    "a:b",
    "[::1",
    "a?b",
    "%zz",
    "a, b",
    "http://a",
    "ä",
    "a\\b",
  );
  const names = fc.constantFrom("Host", "host", "HOST", "hOsT");
  const line = fc.oneof(
    fc.record({ name: names, value: validHosts, isHost: fc.constant(true), isValid: fc.constant(true) }),
    fc.record({ name: names, value: invalidHosts, isHost: fc.constant(true), isValid: fc.constant(false) }),
    fc.record({
      name: fc.constantFrom("X-Forwarded-Host", "Accept", "Hosts", "Via"),
      value: validHosts,
      isHost: fc.constant(false),
      isValid: fc.constant(true),
    }),
  );

  it("a request with exactly one valid host, at any position, is answered, and others are rejected", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 4 }),
        fc.constantFrom("/livez", "http://x/livez", "HTTPS://y:1/livez?a"),
        async (lines, target) => {
          const hosts = lines.filter(({ isHost }) => isHost);
          const isFine = hosts.length === 1 && hosts.every(({ isValid }) => isValid);
          const head = lines.map(({ name, value }) => `${name}: ${value}`);
          expect((await send("GET", target, head)).status).toBe(isFine ? 200 : 400);
        },
      ),
      { numRuns: 60, seed: 17 },
    );
  });
}
