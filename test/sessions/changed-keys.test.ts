import { expect, onTestFinished, test, vi } from "vitest";
import { DataApi } from "data-api";
import { addUser, PASSWORD } from "../conformance/callers.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { startServer } from "../conformance/start-server.js";
import { Sessions } from "../../runtime/repository/users/sessions.js";

const oldKey = "the old secret of servers that change their keys";
const newKey = "the new secret of servers that change their keys";
const logins = { rateLimit: { addresses: false, logins: false } } as const;

await describeDialects("a session that gets the new key from another request", (dialect) => {
  test("is found by a request that looks for it meanwhile", async () => {
    const authWith = (...secretKey: [string, string]) => ({ auth: { secretKey, refreshTokens: true } });
    const config = { ...authWith(newKey, oldKey), server: logins, entities: {} };
    const changed = await startServer("dynamic", dialect, config);
    onTestFinished(changed.stop);
    const prepared = new DataApi({ ...changed.config, ...authWith(oldKey, newKey) });
    onTestFinished(() => prepared.stopAsync());
    prepared.setupApiEndpoints();
    const other = (await prepared.startAsync(0)).address() as { readonly port: number };
    await addUser(changed, "anna");
    const ask = async (port: number, path: string, body: object) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/auth/${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      return { status: answer.status, ...((await answer.json()) as { readonly refreshToken?: string }) };
    };

    const { refreshToken } = await ask(other.port, "token", { username: "anna", password: PASSWORD });
    // After its first look, the request stands still until another one is done.
    const spy = vi.spyOn(Sessions.prototype, "named").mockImplementationOnce(async function (
      this: Sessions,
      hashes,
    ) {
      const found = await this.named(hashes);
      await ask(changed.port, "refresh", { refreshToken });
      return found;
    });
    onTestFinished(() => {
      spy.mockRestore();
    });
    const again = await ask(changed.port, "refresh", { refreshToken });
    expect(again.status).toBe(200);
    expect(await ask(changed.port, "refresh", { refreshToken: again.refreshToken })).toMatchObject({
      status: 200,
    });
  });
});
