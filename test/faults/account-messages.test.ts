import { expect, it, vi } from "vitest";
import { DataApi } from "data-api";
import { ownUsers, PASSWORD } from "../conformance/callers.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { testLog } from "../conformance/reports.js";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { throughProxy } from "./through-proxy.js";
import { wordsOf } from "./words.js";
import { serveApi } from "../conformance/start.js";

useCheapHashes();

await describeDialects("messages while the database is away", (dialect) => {
  if (wordsOf(dialect) === undefined) return;

  it("without its database, a reset of a password is 503 for known and unknown users, and its link stays valid", async () => {
    const database = await dialect.createDatabase();
    const { proxy, database: proxied } = await throughProxy(database.database);
    const links: string[] = [];
    const api = new DataApi({
      database: proxied,
      auth: {
        ...ownUsers,
        pagesUrl: "https://app.example.com",
        messages: {
          sendMessage: ({ kind, link = "" }) => {
            if (kind === "reset-password") links.push(link);
          },
        },
      },
      entities: {},
      server: { host: "127.0.0.1", maxEventLoopDelay: 0, log: testLog, shutdownTimeout: 500 },
    });
    const { request } = await serveApi(api);
    const post = (path: string, body: object) => request("POST", `/api/auth/${path}`, { body });
    await api.repository("user").create({ username: "ann", password: PASSWORD, email: "ann@example.com" });
    await post("password/forgot", { username: "ann" });
    const token = await vi.waitFor(
      () => {
        expect(links).toHaveLength(1);
        return links[0]?.split("=")[1] ?? "";
      },
      { timeout: 60_000 },
    );
    const newPassword = "another horse battery";
    const reset = () => post("password/reset", { token, newPassword, confirmPassword: newPassword });
    proxy.refuse();
    const replies = [];
    for (const body of [
      ...[{ username: "ann" }, { username: "nobody" }],
      ...[{ email: "ann@example.com" }, { email: "nobody@example.com" }],
    ])
      replies.push(await post("password/forgot", body));
    for (const reply of replies) expectProblem(reply, "database-unavailable");
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expectProblem(await reset(), "database-unavailable");
    expectProblem(await post("email/verify", { token }), "database-unavailable");
    proxy.recover();
    await expect.poll(async () => (await reset()).status, { timeout: 30_000 }).toBe(204);
    expect(links).toHaveLength(1);
  });
});
