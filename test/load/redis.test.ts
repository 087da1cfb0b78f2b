import { createClient } from "redis";
import { afterEach, describe, expect, it } from "vitest";
import { DataApi, type ServerConfig } from "data-api";
import { PASSWORD, told, toldByHeader } from "../conformance/callers.js";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import type { Reply } from "../conformance/http-client.js";
import { paths } from "../conformance/paths.js";
import { takeLog, testLog } from "../conformance/reports.js";
import { dialects, type FreshDatabase } from "../conformance/targets.js";
import { secretKey } from "../conformance/tokens.js";
import { Proxy } from "../faults/proxy.js";
import { redisUrl as url, whyNoRedis } from "../servers/redis.js";
import { serveApi } from "../conformance/start.js";

const { hostname, port } = new URL(url);
const reason = await whyNoRedis();
const entities = { note: openEntity({ title: field("string") }) };
const window = 3_600_000;
const limits = {
  addresses: { limit: 3, window },
  callers: { limit: 3, window },
  logins: { limit: 2, window },
};

interface Served {
  readonly api: DataApi;
  readonly get: (headers?: Readonly<Record<string, string>>) => Promise<Reply>;
  readonly logIn: (username: string, password: string) => Promise<Reply>;
}

/** Each test has its own counts: the keys are named after its database. */
describe.skipIf(reason !== undefined)(
  `limits in Redis${reason === undefined ? "" : `: not run, ${reason}`}`,
  () => {
    afterEach(() => {
      takeLog();
    });

    async function createDatabase(): Promise<FreshDatabase> {
      const sqlite = dialects.find(({ name }) => name === "sqlite");
      if (sqlite === undefined) throw new Error("There is no SQLite.");
      return sqlite.createDatabase();
    }

    async function createProxy(): Promise<Proxy> {
      return Proxy.to(hostname, Number(port || 6379));
    }

    async function start(
      { database }: FreshDatabase,
      rateLimit: ServerConfig["rateLimit"],
      auth: ConstructorParameters<typeof DataApi>[0]["auth"] = { secretKey },
    ): Promise<Served> {
      const api = new DataApi({
        database,
        entities,
        auth,
        server: {
          host: "127.0.0.1",
          log: testLog,
          maxEventLoopDelay: 0,
          rateLimit: { addresses: false, callers: false, logins: false, ...rateLimit },
        },
      });
      const { request: send } = await serveApi(api);
      return {
        api,
        get: (headers = {}) => send("GET", paths.findAll("note"), { headers }),
        logIn: (username, password) => send("POST", "/api/auth/token", { body: { username, password } }),
      };
    }

    const through = ({ port }: Proxy) => `redis://127.0.0.1:${port}`;
    const statuses = async (asks: readonly (() => Promise<Reply>)[]): Promise<number[]> => {
      const found: number[] = [];
      for (const ask of asks) found.push((await ask()).status);
      return found;
    };
    /** The warnings that the server has logged since the last call. */
    function takeWarnings(): string[] {
      return takeLog().flatMap(({ level, msg }) => (level === "warn" ? [msg] : []));
    }

    /**
     * Repeats a test on other counts if Redis did not answer in time, as on a machine that stands still: then some
     * requests were not counted.
     */
    async function withRedis(work: () => Promise<void>): Promise<void> {
      for (let attempt = 1; ; attempt++) {
        takeLog();
        try {
          await work();
          return;
        } catch (error) {
          if (attempt === 5 || !takeWarnings().some((line) => line.includes("cannot be reached")))
            throw error;
        }
      }
    }

    it("limits in Redis are shared by all servers of an API, and by no others", () =>
      withRedis(async () => {
        const database = await createDatabase();
        const rateLimit = { addresses: limits.addresses, redis: url };
        const [a, b] = [await start(database, rateLimit), await start(database, rateLimit)];
        const other = await start(await createDatabase(), rateLimit);
        expect(await statuses([a.get, b.get, a.get, b.get, a.get, other.get])).toEqual([
          200, 200, 200, 429, 429, 200,
        ]);
        const refused = await b.get();
        expectProblem(refused, "too-many-requests");
        const seconds = Number(refused.headers["retry-after"]);
        expect(seconds).toBeGreaterThan(window / 1000 - 600);
        expect(seconds).toBeLessThanOrEqual(window / 1000);
      }));

    it("limits in Redis count the requests of each caller on all servers", () =>
      withRedis(async () => {
        const database = await createDatabase();
        const rateLimit = { callers: limits.callers, redis: url };
        const [a, b] = [
          await start(database, rateLimit, toldByHeader),
          await start(database, rateLimit, toldByHeader),
        ];
        const [one, two] = [told({ userId: 1 }), told({ userId: 2 })];
        const asks = [
          () => a.get(one),
          () => b.get(one),
          () => b.get(one),
          () => a.get(one),
          () => a.get(two),
        ];
        expect(await statuses(asks)).toEqual([200, 200, 200, 429, 200]);
      }));

    it("limits in Redis count failed log-ins on all servers", () =>
      withRedis(async () => {
        const database = await createDatabase();
        const rateLimit = { logins: limits.logins, redis: url };
        const [a, b] = [await start(database, rateLimit), await start(database, rateLimit)];
        await a.api.repository("user").create({ username: "anna", password: PASSWORD });
        const asks = [
          () => a.logIn("anna", PASSWORD),
          () => a.logIn("anna", "wrong"),
          () => b.logIn("anna", PASSWORD),
          () => b.logIn("bert", "wrong"),
          () => a.logIn("anna", PASSWORD),
        ];
        expect(await statuses(asks)).toEqual([200, 401, 200, 401, 429]);
      }));

    it("while Redis is down, requests pass and log-ins are rejected, and limits apply again later", async () => {
      const proxy = await createProxy();
      const served = await start(await createDatabase(), { ...limits, redis: through(proxy) });
      expect((await served.get()).status).toBe(200);
      proxy.refuse();
      for (let n = 0; n < 5; n++) expect((await served.get()).status).toBe(200);
      const refused = await served.logIn("anna", "wrong");
      expectProblem(refused, "rate-limits-unavailable");
      expect(refused.headers["retry-after"]).toBe("1");
      expect(takeWarnings()).toEqual([expect.stringMatching(/^Redis, which counts .* cannot be reached/)]);
      proxy.recover();
      await expect.poll(async () => (await served.get()).status).toBe(429);
    });

    it("a server starts without Redis, and its limits apply when Redis is back", async () => {
      const proxy = await createProxy();
      proxy.refuse();
      const served = await start(await createDatabase(), { ...limits, redis: through(proxy) });
      for (let n = 0; n < 5; n++) expect((await served.get()).status).toBe(200);
      expectProblem(await served.logIn("anna", "wrong"), "rate-limits-unavailable");
      expect(takeWarnings()).toHaveLength(1);
      const client = await createClient({ url }).connect();
      // As after a restart of Redis.
      await client.sendCommand(["SCRIPT", "FLUSH"]);
      client.destroy();
      proxy.recover();
      await expect.poll(async () => (await served.get()).status).toBe(429);
    });

    it("requests do not wait for a Redis that does not answer", async () => {
      const proxy = await createProxy();
      const served = await start(await createDatabase(), { ...limits, redis: through(proxy) });
      proxy.fallSilent();
      for (let n = 0; n < 5; n++) expect((await served.get()).status).toBe(200);
      expectProblem(await served.logIn("anna", "wrong"), "rate-limits-unavailable");
      // Reported before the connection times out, which takes much longer.
      expect(takeWarnings()).toEqual([expect.stringContaining("(no answer)")]);
    });

    it("a server starts with a Redis that does not answer", async () => {
      const proxy = await createProxy();
      proxy.fallSilent();
      await start(await createDatabase(), { ...limits, redis: through(proxy) });
      await proxy.waitForCount(1);
      // The start did not wait until the connection timed out.
      expect(takeWarnings()).toEqual([]);
    });

    it("a server that stops leaves no connection to Redis behind", async () => {
      const proxy = await createProxy();
      const { api } = await start(await createDatabase(), { ...limits, redis: through(proxy) });
      await proxy.waitForCount(1);
      await api.stopAsync();
      await proxy.waitForCount(0);
      proxy.refuse();
      const unreached = await start(await createDatabase(), { ...limits, redis: through(proxy) });
      await unreached.api.stopAsync();
      proxy.recover();
      expect(proxy.count).toBe(0);
    });
  },
);
