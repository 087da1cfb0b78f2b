import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hotp, TOTP_STEP } from "../../runtime/access/totp.js";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { sendRequest, type Reply } from "../conformance/http-client.js";
import { createTestApi, type TestApi } from "../conformance/start-server.js";
import type { FreshDatabase } from "../conformance/targets.js";
import type { Proxy } from "./proxy.js";
import { throughProxy } from "./through-proxy.js";
import { wordsOf } from "./words.js";

useCheapHashes();

const PATH = "/api/auth/second-factor";
const user = { username: "anna", password: "correct horse battery" };

await describeDialects("a second factor", (dialect) => {
  if (wordsOf(dialect) === undefined) return;

  describe("without the database", () => {
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
      api.setupApiEndpoints();
      const { port } = (await api.startAsync(0)).address() as AddressInfo;
      const agent = new http.Agent();
      send = (method, path, body, token) =>
        sendRequest(port, agent, method, path, {
          body,
          headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
        });
    });
    afterAll(async () => {
      await api.stopAsync();
      await proxy.close();
      await fresh.dispose();
    });

    it("is neither passed nor failed: 503, the try does not count as a failed log-in, and the challenge stays", async () => {
      await api.repository("user").create(user);
      const { token } = (await send("POST", "/api/auth/token", user)).json as { readonly token: string };
      const begun = await send("POST", `${PATH}/begin`, { password: user.password }, token);
      const { secret } = begun.json as { readonly secret: string };
      const bits = Array.from(secret, (char) =>
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(char).toString(2).padStart(5, "0"),
      );
      const key = Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
      const codeOf = (off: number) => hotp(key, Math.floor(Date.now() / TOTP_STEP) + off);
      expect((await send("POST", `${PATH}/confirm`, { code: codeOf(0) }, token)).status).toBe(200);
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
  });
});
