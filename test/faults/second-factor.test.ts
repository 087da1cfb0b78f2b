import { beforeAll, expect, it } from "vitest";
import { hotp, TOTP_STEP } from "../../runtime/access/totp.js";
import { PASSWORD } from "../conformance/callers.js";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { fromBase32 } from "../conformance/from-base32.js";
import type { Reply } from "../conformance/http-client.js";
import { createTestApi, type TestApi } from "../conformance/start-server.js";
import type { FreshDatabase } from "../conformance/targets.js";
import type { Proxy } from "./proxy.js";
import { openSession } from "./session.js";
import { throughProxy } from "./through-proxy.js";
import { wordsOf } from "./words.js";
import { serveApi } from "../conformance/start.js";

useCheapHashes();

const PATH = "/api/auth/second-factor";

await describeDialects("a second factor", (dialect) => {
  const speech = wordsOf(dialect);
  if (speech === undefined) return;
  let fresh: FreshDatabase;
  let proxy: Proxy;
  let api: TestApi;
  let send: (method: string, path: string, body?: object, token?: string) => Promise<Reply>;
  beforeAll(async () => {
    fresh = await dialect.createDatabase();
    const proxied = await throughProxy(fresh.database);
    proxy = proxied.proxy;
    api = await createTestApi(
      "dynamic",
      { ...fresh, database: { ...proxied.database, pool: { max: 2 }, connectTimeout: 1_000 } },
      {
        auth: { secretKey: "a secret of at least 32 bytes, for tests", secondFactor: true },
        server: {
          rateLimit: { addresses: false, logins: { limit: 1, window: 3_600_000 } },
          log: { level: "silent" },
        },
        entities: {},
      },
    );
    const { request } = await serveApi(api);
    send = (method, path, body, token) =>
      request(method, path, {
        body,
        headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      });
  });

  /** Creates a user with an active factor. `codeOf` returns the code of so many steps later. */
  const newOwner = async (username: string) => {
    const user = { username, password: PASSWORD };
    await api.repository("user").create(user);
    const { token } = (await send("POST", "/api/auth/token", user)).json as { readonly token: string };
    const begun = await send("POST", `${PATH}/begin`, { password: PASSWORD }, token);
    const { secret } = begun.json as { readonly secret: string };
    const codeOf = (off: number) => hotp(fromBase32(secret), Math.floor(Date.now() / TOTP_STEP) + off);
    const confirmed = await send("POST", `${PATH}/confirm`, { code: codeOf(0) }, token);
    expect(confirmed.status, confirmed.text).toBe(200);
    return { user, codeOf, ...(confirmed.json as { readonly token: string }) };
  };

  it("without the database, a second factor is a 503, which is no failed log-in, and the challenge stays", async () => {
    const { user, codeOf } = await newOwner("anna");
    const { challenge } = (await send("POST", "/api/auth/token", user)).json as {
      readonly challenge: string;
    };
    expect(challenge).toBeDefined();
    proxy.refuse();
    for (let n = 0; n < 3; n++)
      expectProblem(await send("POST", PATH, { challenge, code: codeOf(1) }), "database-unavailable");
    proxy.recover();
    await expect
      .poll(async () => (await send("POST", PATH, { challenge, code: codeOf(1) })).status, {
        timeout: 30_000,
      })
      .toBe(200);
  });

  it("a request to remove a second factor fails if the password changes meanwhile", async () => {
    const { user, codeOf, token } = await newOwner("bela");
    const holder = await openSession(fresh.database);
    try {
      await holder.run(speech.begin);
      await holder.run(
        `update ${dialect.name === "mysql" ? "`user`" : '"user"'} set tokenversion = 'changed' where username = 'bela'`,
      );
      const removed = send("DELETE", PATH, { password: PASSWORD, code: codeOf(1) }, token);
      // Not more often: MySQL does not refresh its list of waits if it is read every 100 ms.
      const slowly = { interval: 300, timeout: 30_000 };
      await expect.poll(() => fresh.run([speech.waitingForRow]), slowly).toHaveLength(1);
      await holder.run("commit");
      expectProblem(await removed, "invalid-token");
    } finally {
      await holder.close();
    }
    const { json } = await send("POST", "/api/auth/token", user);
    expect(json).toMatchObject({ code: "second-factor-required" });
  });
});
