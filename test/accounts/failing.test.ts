import { expect, it, describe } from "vitest";
import { ownUsers } from "../conformance/callers.js";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { takeLog } from "../conformance/reports.js";
import { createTestApi, startServer, type TestServer } from "../conformance/start-server.js";
import { type DialectTarget, sqlite } from "../conformance/targets.js";
import { throughProxy } from "../faults/through-proxy.js";
import { FakeProvider } from "./fake-provider.js";
import { fragmentOf, PAGES_URL, PUBLIC_URL, Visitor } from "./visitor.js";
import { serveApi } from "../conformance/start.js";
import { atEnd } from "../at-end.js";

useCheapHashes();
const configFor = (provider: FakeProvider) => ({
  auth: { ...ownUsers, pagesUrl: PAGES_URL, providers: { first: provider.settings } },
  server: { publicUrl: PUBLIC_URL },
  entities: {},
});

describe("a provider that never answers", () => {
  it(
    "a provider that never answers costs log-ins ten seconds once, and the page gets an error",
    { timeout: 120_000 },
    async () => {
      const provider = new FakeProvider();
      await provider.start();
      atEnd(() => provider.stop());
      const server = await startServer("dynamic", sqlite, configFor(provider));
      const ask = () => server.request("GET", "/api/auth/providers/first/log-in");
      provider.interfere = () => true;
      const begun = performance.now();
      for (const reply of await Promise.all([ask(), ask(), ask()]))
        expectProblem(reply, "identity-provider-unavailable");
      expect(performance.now() - begun).toBeGreaterThan(9_000);
      expect(provider.requests).toHaveLength(1);
      provider.interfere = undefined;
      await expect.poll(async () => (await ask()).status, { timeout: 60_000 }).toBe(302);
      const visitor = new Visitor(server);
      const callback = await visitor.begin("first");
      // Also in the middle of an answer.
      provider.interfere = (req, res) => {
        if (req.url !== "/keys") return false;
        res.writeHead(200, { "Content-Type": "application/json" }).write("{");
        return true;
      };
      expect(fragmentOf(await visitor.open(callback)).get("error")).toBe("identity-provider-unavailable");
      takeLog();
    },
  );
});

for (const name of ["postgres", "mysql"]) await describeDialect("a database that is away", name, isAway);

function isAway(dialect: DialectTarget): void {
  it("without the database, a log-in by a provider is a 503 or an error for the page, and creates no user", async () => {
    const provider = new FakeProvider();
    await provider.start();
    atEnd(() => provider.stop());
    const database = await dialect.createDatabase();
    const { proxy, database: proxied } = await throughProxy(database.database);
    const settings = { ...proxied, connectTimeout: 1_000, lockTimeout: 1_000, statementTimeout: 1_000 };
    const api = await createTestApi("dynamic", { database: settings }, configFor(provider));
    const server = { api, ...(await serveApi(api)) } as TestServer;
    const visitor = new Visitor(server);
    const known = (await visitor.logIn("first")).get("code");
    expect((await visitor.exchange(known)).status).toBe(200);
    const callbacks = [await visitor.begin("first"), await visitor.begin("first")];
    provider.behaviour = { claims: { sub: "new", preferred_username: "new" } };
    callbacks.push(await visitor.begin("first"));
    const code = (await visitor.logIn("first")).get("code");
    const { id } = (await visitor.exchange(code)).json as { id: number };
    await api.repository("user").delete(id);
    const pending = (await visitor.logIn("first")).get("code");

    proxy.refuse();
    const away = /^(database-unavailable|outcome-unknown)$/;
    for (const callback of callbacks)
      expect(fragmentOf(await visitor.open(callback)).get("error")).toMatch(away);
    const begin = await server.request("GET", "/api/auth/providers/first/log-in");
    expect((begin.json as { code: string }).code).toMatch(away);
    expect(begin.status).toBe(503);
    const exchange = await visitor.exchange(pending);
    expect(exchange.status).toBe(503);
    expect((exchange.json as { code: string }).code).toMatch(away);

    proxy.recover();
    // What was not taken still works once.
    await expect.poll(async () => (await visitor.exchange(pending)).status, { timeout: 60_000 }).toBe(200);
    expect(fragmentOf(await visitor.open(callbacks[0] ?? "")).get("code")).not.toBeNull();
    expect(await api.repository("user").count()).toBe(2);
    takeLog();
  });
}
