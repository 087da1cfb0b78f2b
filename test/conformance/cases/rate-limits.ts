import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { addUser, PASSWORD, told, toldByHeader } from "../callers.js";
import { expectJson, expectProblem } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";
import { paths } from "../paths.js";
import type { TestServer } from "../start-server.js";
import { secretKey } from "../tokens.js";

const entities = { note: openEntity({ title: field("string") }) };
/** Longer than any test runs. */
const window = 3_600_000;
/** A login computes a hash, and the machine may be busy. */
const SLOW = 120_000;
const path = paths.findAll("note");
const from = (address: string) => ({ "X-Forwarded-For": address });

export function rateLimitCases({ serve }: Harness): void {
  describe("of addresses", () => {
    const alone = serve({ entities, server: { rateLimit: { addresses: { limit: 3, window } } } });
    const behind = serve({
      entities,
      server: { trustProxy: 1, rateLimit: { addresses: { limit: 3, window } } },
    });
    const ask = (server: TestServer, headers = {}) => server.get(path, headers);

    it("rate limits of addresses count all requests from an address, whatever their headers claim", async () => {
      alone.api.app.get("/own", (_req, res) => void res.send("own"));
      expect((await ask(alone, { ...from("203.0.113.1"), Forwarded: "for=203.0.113.1" })).status).toBe(200);
      expect((await alone.get("/own")).text).toBe("own");
      expectProblem(await alone.get("/nothing", from("203.0.113.2")), "unknown-path");
      for (const headers of [
        {},
        from("203.0.113.3"),
        { "X-Real-IP": "203.0.113.4", Authorization: "Bearer x" },
      ]) {
        const reply = await ask(alone, headers);
        expectProblem(reply, "too-many-requests", {
          detail: `Too many requests from this address; at most 3 in ${window} ms.`,
        });
        expectSeconds(reply, window / 1000);
      }
      expectProblem(await alone.get("/own"), "too-many-requests");
    });

    it("rate limits of addresses trust the configured proxy, and no address before it", async () => {
      const spoofed = (n: number) => from(`198.51.100.${n}, 203.0.113.1`);
      for (let n = 0; n < 3; n++) expect((await ask(behind, spoofed(n))).status).toBe(200);
      expectProblem(await ask(behind, spoofed(3)), "too-many-requests");
      expect((await ask(behind, from("203.0.113.1, 203.0.113.2"))).status).toBe(200);
    });

    it.each([
      [
        "the addresses of an IPv6 network",
        ["2001:db8:0:ff00::1", "2001:db8:0:ffff:1:2:3:4", "2001:DB8:0:FF12::", "[2001:db8:0:ff34::1]:80"],
      ],
      ["addresses with ports", ["203.0.113.9", "203.0.113.9:1", "203.0.113.9:2", "203.0.113.9:65535"]],
      [
        "notations of one address",
        ["203.0.113.10", "::ffff:203.0.113.10", "::FFFF:203.0.113.10", "::ffff:cb00:710a"],
      ],
      ["invalid addresses", ["", "unknown", "_x1", "999.1.1.1"]],
    ])("rate limits of addresses count %s as one", async (_what, addresses) => {
      const statuses: number[] = [];
      for (const address of addresses) statuses.push((await ask(behind, from(address))).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    });

    it("rate limits of addresses count two IPv6 networks as two", async () => {
      for (let n = 0; n < 5; n++) expect((await ask(behind, from(`2001:db8:0:${n}00::1`))).status).toBe(200);
    });
  });

  describe("of addresses for a short time", () => {
    const server = serve({ entities, server: { rateLimit: { addresses: { limit: 1, window: 1_000 } } } });

    it("a rate limit ends after the seconds in Retry-After", async () => {
      let reply: Reply;
      do reply = await server.get(path);
      while (reply.status === 200);
      expectProblem(reply, "too-many-requests");
      expect(reply.headers["retry-after"]).toBe("1");
      await expect.poll(async () => (await server.get(path)).status).toBe(200);
    });
  });

  describe("of callers", () => {
    const server = serve({
      entities,
      auth: toldByHeader,
      server: { rateLimit: { addresses: false, callers: { limit: 3, window } } },
    });
    const audited = serve({
      entities,
      auth: toldByHeader,
      server: { audit: true, rateLimit: { addresses: false, callers: { limit: 3, window } } },
    });
    const ask = (userId: number | string, method = "GET", at = path) =>
      server.request(method, at, { headers: told({ userId }), body: method === "POST" ? {} : undefined });

    it("rate limits of callers count each caller at all endpoints, separately from other callers", async () => {
      expect((await ask(1)).status).toBe(200);
      expect((await ask(1, "POST", paths.entity("note"))).status).toBe(201);
      expectProblem(await ask(1, "GET", paths.findById("note", "x")), "invalid-id");
      for (const [method, at] of [
        ["GET", path],
        ["POST", paths.entity("note")],
        ["DELETE", paths.record("note", 1)],
      ] as const) {
        const reply = await ask(1, method, at);
        expectProblem(reply, "too-many-requests", {
          detail: `Too many requests of this caller; at most 3 in ${window} ms.`,
        });
        expectSeconds(reply, window / 1000);
      }
      expect((await ask(2)).status).toBe(200);
    });

    it("rate limits of callers do not count anonymous requests", async () => {
      for (let n = 0; n < 5; n++) expect((await server.get(path)).status).toBe(200);
    });

    it("rate limits of callers count a rejected and audited write once", async () => {
      const refuse = () => audited.delete(paths.record("note", 9), told({ userId: 4 }));
      for (let n = 0; n < 3; n++) expectProblem(await refuse(), "unknown-record");
      expectProblem(await refuse(), "too-many-requests");
      const { rows } = await sql`select * from data_api_audit`.execute(audited.api.repository("note").db);
      expect(rows).toHaveLength(3);
    });

    it("rate limits of callers do not count calls by server code", async () => {
      for (let n = 0; n < 5; n++) {
        const req = { headers: told({ userId: 3 }) };
        await server.api.identifyAsync({ headers: { "x-caller": req.headers["X-Caller"] } } as never);
      }
      expect((await ask(3)).status).toBe(200);
    });
  });

  describe("of logins", () => {
    const limited = (limit: number) =>
      serve({
        auth: { secretKey },
        entities,
        server: { trustProxy: 1, rateLimit: { addresses: false, callers: false, logins: { limit, window } } },
      });
    const server = limited(2);
    const many = limited(3);
    const logIn = (
      username: string,
      password: string,
      address: string,
      to: TestServer = server,
    ): Promise<Reply> => to.post("/api/auth/token", { username, password }, from(address));

    it(
      "rate limits of logins count failures by address, and then reject correct logins too",
      async () => {
        await addUser(server, "anna");
        for (let n = 0; n < 4; n++) expect((await logIn("anna", PASSWORD, "10.0.0.1")).status).toBe(200);
        for (const name of ["a1", "a2"])
          expectProblem(await logIn(name, "wrong", "10.0.0.1"), "invalid-credentials");
        for (const [name, password] of [
          ["a3", "wrong"],
          ["anna", PASSWORD],
        ] as const) {
          const reply = await logIn(name, password, "10.0.0.1");
          expectProblem(reply, "too-many-requests", {
            detail: "Too many logins have failed. Try again later.",
          });
          expectSeconds(reply, window / 1000);
        }
        expect((await logIn("anna", PASSWORD, "10.0.0.2")).status).toBe(200);
        expect((await server.get(path, from("10.0.0.1"))).status).toBe(200);
      },
      SLOW,
    );

    it(
      "rate limits of logins count failures by name, whether the user exists or not, and in any notation",
      async () => {
        await addUser(server, "bert");
        const answers: string[][] = [];
        for (const names of [
          ["bert", " BERT", "\uff22ert", "bert\u200b"],
          ["nobody", " NOBODY", "\uff2eobody", "nobody\u200b"],
        ]) {
          const replies: Reply[] = [];
          for (const [n, name] of names.entries())
            replies.push(await logIn(name, n === 3 ? PASSWORD : "wrong", `10.1.${answers.length}.${n}`));
          answers.push(replies.map(({ status, text }) => `${status} ${text}`));
        }
        expect(answers[0]?.map((answer) => answer.slice(0, 3))).toEqual(["401", "401", "429", "429"]);
        expect(answers[1]).toEqual(answers[0]);
        expectProblem(await logIn("carl", "wrong", "10.1.9.9"), "invalid-credentials");
      },
      SLOW,
    );

    it(
      "rate limits of logins are not reset by another user's login",
      async () => {
        await addUser(server, "dora");
        for (let n = 0; n < 2; n++) {
          expectProblem(await logIn(`d${n}`, "wrong", "10.2.0.1"), "invalid-credentials");
          if (n === 0) expect((await logIn("dora", PASSWORD, "10.2.0.1")).status).toBe(200);
        }
        expectProblem(await logIn("dora", PASSWORD, "10.2.0.1"), "too-many-requests");
      },
      SLOW,
    );

    it(
      "rate limits of logins do not count invalid bodies",
      async () => {
        for (let n = 0; n < 4; n++)
          expect((await server.post("/api/auth/token", { username: "anna" }, from("10.3.0.1"))).status).toBe(
            400,
          );
        expectProblem(await logIn("e", "wrong", "10.3.0.1"), "invalid-credentials");
      },
      SLOW,
    );

    it(
      "rate limits of logins hold for concurrent logins as for sequential ones",
      async () => {
        await addUser(many, "emil");
        const replies = await Promise.all(
          Array.from({ length: 8 }, (_, n) => logIn("emil", n < 7 ? "wrong" : PASSWORD, `10.4.0.${n}`, many)),
        );
        const statuses = replies.map(({ status }) => status);
        expect(statuses.filter((status) => status === 401)).toHaveLength(3);
        expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);
      },
      SLOW,
    );
  });

  describe("by default", () => {
    const server = serve({ auth: { secretKey, refreshTokens: true }, entities });

    it("invalid refresh tokens are limited by default, whatever the header X-Forwarded-For claims", async () => {
      const refresh = (address: string) =>
        server.post("/api/auth/refresh", { refreshToken: "guess" }, from(address));
      const statuses: number[] = [];
      // trustProxy is off, so X-Forwarded-For has no effect.
      for (let n = 0; n < 12; n++) statuses.push((await refresh(`10.2.0.${n}`)).status);
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
      const reply = await refresh("10.2.0.99");
      expectProblem(reply, "too-many-requests");
      expectSeconds(reply, 60);
    });

    it(
      "failed logins are limited by default, and other requests are not",
      async () => {
        for (let n = 0; n < 110; n++) expect((await server.get(path)).status).toBe(200);
        // On a slow machine, a minute may end before ten logins have failed.
        let failed = 0;
        const logIn = async () => {
          const body = { username: `n${failed++}`, password: "wrong" };
          return (await server.post("/api/auth/token", body)).status;
        };
        while ((await logIn()) === 401) expect(failed).toBeLessThan(40);
        expect(failed).toBeGreaterThan(10);
        expectJson(await server.get(path), 200, { count: 0, items: [] });
      },
      SLOW,
    );
  });
}

function expectSeconds(reply: Reply, most: number): void {
  expect(reply.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  expect(Number(reply.headers["retry-after"])).toBeLessThanOrEqual(most);
}
