import { randomUUID } from "node:crypto";
import http from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PASSWORD } from "../conformance/callers.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import { sendRequest, type Reply, type RequestOptions } from "../conformance/http-client.js";
import type { FreshDatabase } from "../conformance/targets.js";
import { secretKey } from "../conformance/tokens.js";
import { openSession } from "../faults/session.js";
import { startProcess, type ServedProcess } from "./served-process.js";

/** In milliseconds: three times the allowed difference between clocks. */
const AHEAD = 30_000;
const own = "/api/data/user/private/findall/id/0/1";

await describeDialect("a server whose clock is 30 s ahead of another one's", "postgres", (dialect) => {
  let database: FreshDatabase;
  let right: ServedProcess;
  let ahead: ServedProcess;
  const agent = new http.Agent();

  beforeAll(async () => {
    database = await dialect.createDatabase();
    const config = {
      // A create counts as running for 24 s, which have always passed by the clock that is ahead.
      database: {
        ...database.database,
        pool: { max: 4, waitTimeout: 1_000 },
        lockTimeout: 3_000,
        statementTimeout: 3_000,
      },
      auth: { secretKey, refreshTokens: true, userCheckInSecs: 1 },
      server: {
        host: "127.0.0.1",
        shutdownDelay: 0,
        maxEventLoopDelay: 0,
        log: { level: "silent" },
        rateLimit: { addresses: false, callers: false, logins: false },
      },
      entities: { note: openEntity({ title: field("string") }) },
    } as const;
    right = await startProcess(config);
    ahead = await startProcess(config, "dynamic", {
      NODE_OPTIONS: `--import=${join(import.meta.dirname, "move-clock.mjs")}`,
      CLOCK_OFFSET: String(AHEAD),
    });
  });
  afterAll(async () => {
    agent.destroy();
    await Promise.all([right, ahead].map((server) => server.end("SIGKILL")));
    await database.dispose();
  });

  const send = ({ port }: ServedProcess, method: string, path: string, options?: RequestOptions) =>
    sendRequest(port, agent, method, path, options);
  const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
  const logIn = async (server: ServedProcess, username: string) => {
    const body = { username, password: PASSWORD };
    await send(server, "POST", "/api/data/user", { body: { ...body, confirmPassword: PASSWORD } });
    const reply = await send(server, "POST", "/api/auth/token", { body });
    expect(reply.status).toBe(200);
    return reply.json as { readonly token: string; readonly refreshToken: string };
  };
  const refresh = (server: ServedProcess, refreshToken: string) =>
    send(server, "POST", "/api/auth/refresh", { body: { refreshToken } });
  const create = (server: ServedProcess, key: string): Promise<Reply> =>
    send(server, "POST", "/api/data/note", { headers: { "Idempotency-Key": key }, body: { title: key } });
  const stored = async (title: string) =>
    (await database.run([`select id from note where title = '${title}'`])).map(({ id }) => Number(id));

  it("writes different times", async () => {
    const times = await Promise.all(
      [right, ahead].map(async (server) => {
        const reply = await send(server, "POST", "/api/data/note", {
          headers: { Prefer: "return=representation" },
          body: { title: "time" },
        });
        return Date.parse((reply.json as { createdat: string }).createdat);
      }),
    );
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(AHEAD / 2);
  });

  it("shares tokens and log-outs with it", async () => {
    for (const [one, other] of [
      [right, ahead],
      [ahead, right],
    ] as const) {
      const { token } = await logIn(one, `user ${one.port}`);
      expect((await send(other, "GET", own, bearer(token))).status).toBe(200);
      expect((await send(one, "POST", "/api/auth/logout", bearer(token))).status).toBe(204);
      const ask = async () => (await send(other, "GET", own, bearer(token))).status;
      await expect.poll(ask).toBe(401);
    }
  });

  it("refreshes the other's sessions, and treats a token that is reused late as stolen", async () => {
    let { refreshToken } = await logIn(right, "anna");
    for (const server of [ahead, right, ahead, right]) {
      const reply = await refresh(server, refreshToken);
      expect(reply.status).toBe(200);
      const next = (reply.json as { refreshToken: string }).refreshToken;
      // By the server's own clock, the token was reused at once.
      expect((await refresh(server, refreshToken)).json).toMatchObject({ refreshToken: next });
      if (server === ahead)
        expect((await refresh(right, refreshToken)).json).toMatchObject({ refreshToken: next });
      refreshToken = next;
    }
    const { refreshToken: last } = (await refresh(right, refreshToken)).json as { refreshToken: string };
    expectProblem(await refresh(ahead, refreshToken), "invalid-token");
    expectProblem(await refresh(right, last), "invalid-token");
  });

  it.each(["goes on", "is killed"])(
    "does a create once that the other server had begun when that %s",
    async (how) => {
      const key = randomUUID();
      const lock = await openSession(database.database);
      try {
        await lock.run("begin");
        await lock.run("lock table note in access exclusive mode");
        const waiting = async () => {
          const [row] = await lock.run(
            "select count(*) as found from pg_locks where not granted and relation = 'note'::regclass",
          );
          return Number(row?.["found"]);
        };
        const first = create(right, key).catch(() => undefined);
        await expect.poll(waiting, { interval: 20 }).toBe(1);
        if (how === "is killed") await right.end("SIGKILL");
        // By its clock, the first create has timed out.
        const second = create(ahead, key);
        await expect.poll(waiting, { interval: 20 }).toBeGreaterThanOrEqual(2);
        await lock.run("commit");
        const statuses = [(await first)?.status, (await second).status];
        expect(statuses).toContain(201);
      } finally {
        await lock.close();
      }
      const [id, ...others] = await stored(key);
      expect(others).toEqual([]);
      const again = await create(ahead, key);
      expect([again.status, again.json]).toEqual([201, id]);
    },
  );
});
