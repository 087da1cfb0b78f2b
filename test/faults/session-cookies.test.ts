import { expect, it } from "vitest";
import { PASSWORD } from "../conformance/callers.js";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { field } from "../conformance/fields.js";
import { createTestApi } from "../conformance/start-server.js";
import { throughProxy } from "./through-proxy.js";
import { wordsOf } from "./words.js";
import { serveApi } from "../conformance/start.js";

useCheapHashes();

await describeDialects("session cookies while the database is away", (dialect) => {
  if (wordsOf(dialect) === undefined) return;

  it("without the database, a request with a session cookie is a 503 that does not clear it, and the session goes on", async () => {
    const fresh = await dialect.createDatabase();
    const { proxy, database } = await throughProxy(fresh.database);
    const api = await createTestApi(
      "dynamic",
      { ...fresh, database: { ...database, pool: { max: 2 }, connectTimeout: 1_000 } },
      {
        auth: {
          secretKey: "a secret of at least 32 bytes, for tests",
          sessions: "cookie",
          // Each request looks for its session.
          userCheckInSecs: 0,
        },
        server: { rateLimit: { addresses: false }, log: { level: "silent" }, shutdownTimeout: 500 },
        entities: {
          note: { fields: { title: field("string") }, permissions: { read: ["member"], create: ["member"] } },
        },
      },
    );
    const { request } = await serveApi(api);
    const send = (method: string, path: string, body?: object, cookie?: string) =>
      request(method, path, {
        body,
        headers: { "Sec-Fetch-Site": "same-origin", ...(cookie !== undefined && { Cookie: cookie }) },
      });
    const user = { username: "anna", password: PASSWORD };
    await api.repository("user").create(user);
    const logIn = await send("POST", "/api/auth/token", user);
    const [cookie] = (logIn.headers["set-cookie"] ?? "").split(";");
    const requests = [
      ["GET", "/api/data/note"],
      ["POST", "/api/data/note", { title: "x" }],
      ["GET", "/api/auth/sessions"],
      ["DELETE", "/api/auth/sessions/current"],
    ] as const;
    proxy.refuse();
    for (const [method, path, body] of requests) {
      const reply = await send(method, path, body, cookie);
      expectProblem(reply, "database-unavailable");
      expect(reply.headers["set-cookie"]).toBeUndefined();
    }
    proxy.recover();
    await expect
      .poll(async () => (await send("GET", "/api/data/note", undefined, cookie)).status, {
        timeout: 30_000,
      })
      .toBe(200);
  });
});
