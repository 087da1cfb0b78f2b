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
/** In milliseconds. A create counts as running for 29 s, which have always passed by the clock that is ahead. */
const LOCK_TIMEOUT = 3_500;
const own = "/api/data/user/private/findall/id/0/1";

await describeDialect("a server whose clock is 30 s ahead of another one's", "postgres", (dialect) => {
  let database: FreshDatabase;
  let right: ServedProcess;
  let ahead: ServedProcess;
  const agent = new http.Agent();

  const config = () =>
    ({
      database: {
        ...database.database,
        pool: { max: 4, waitTimeout: 2_500 },
        lockTimeout: LOCK_TIMEOUT,
        statementTimeout: LOCK_TIMEOUT,
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
    }) as const;

  beforeAll(async () => {
    database = await dialect.createDatabase();
    right = await startProcess(config());
    ahead = await startProcess(config(), "dynamic", {
      NODE_OPTIONS: `--import=${join(import.meta.dirname, "move-clock.mjs")}`,
      CLOCK_OFFSET: String(AHEAD),
    });
  });
  afterAll(async () => {
    agent.destroy();
    await Promise.all([right, ahead].map((server) => server.end("SIGKILL")));
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

  it("servers whose clocks differ write different times", async () => {
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

  it("servers whose clocks differ share tokens and log-outs", async () => {
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

  it("a server whose clock is ahead refreshes sessions of another, and treats a token that is reused late as stolen", async () => {
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

  /** Sends the create to both servers, the second time when it is too old by that one's clock. */
  async function createOnBoth(key: string, isKilled: boolean) {
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
      await expect.poll(waiting, { interval: 20 }).toBeGreaterThan(0);
      if (isKilled) await right.end("SIGKILL");
      // By its clock, the first create has timed out.
      const second = create(ahead, key);
      const areBoth = await expect
        .poll(waiting, { interval: 20, timeout: LOCK_TIMEOUT })
        .toBeGreaterThanOrEqual(2)
        .then(
          () => true,
          () => false,
        );
      await lock.run("commit");
      return { areBoth, statuses: [(await first)?.status, (await second).status] };
    } finally {
      await lock.close();
    }
  }

  it.each(["goes on", "is killed"])(
    "a server whose clock is ahead does a create once that the other server had begun when that %s",
    async (how) => {
      const isKilled = how === "is killed";
      let isTried = false;
      // On a machine that stands still, one of them may time out before the other one waits.
      for (let attempt = 1; !isTried && attempt <= 5; attempt++) {
        if (attempt > 1 && isKilled) right = await startProcess(config());
        const key = randomUUID();
        const { areBoth, statuses } = await createOnBoth(key, isKilled);
        const [id, ...others] = await stored(key);
        expect(others).toEqual([]);
        if (!areBoth || !statuses.includes(201)) continue;
        isTried = true;
        const again = await create(ahead, key);
        expect([again.status, again.json]).toEqual([201, id]);
      }
      expect(isTried).toBe(true);
    },
  );
});
