import { expect, it } from "vitest";
import { expectProblem } from "../conformance/expectations.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { useServed } from "./served.js";

const all = "thing/public/findall/id/0/9";

await describeDialects("a server that stops answering", (dialect) => {
  if (dialect.name === "sqlite") {
    it.skip("not run: the database is a file", () => undefined);
    return;
  }
  const serve = useServed(dialect);

  it("a silent database server costs one time limit, not one for each request, and is used again when it answers", async () => {
    const { send, proxy } = await serve({
      connectTimeout: 1_000,
      statementTimeout: 1_000,
      pool: { max: 2, waitTimeout: 1_000 },
    });
    expect((await send("GET", all)).status).toBe(200);
    proxy.fallSilent();
    // A time limit detects that open connections are dead, and a connection attempt that the server is.
    const isFast = async () => {
      const begin = performance.now();
      expectProblem(await send("GET", all), "database-unavailable");
      return performance.now() - begin < 500;
    };
    await expect.poll(isFast).toBe(true);
    const before = proxy.attempts;
    const begin = performance.now();
    for (let count = 0; count < 5; count++) {
      const requests = Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? send("GET", all) : send("POST", "thing", { body: {} }),
      );
      for (const reply of await Promise.all(requests)) {
        expectProblem(reply, "database-unavailable");
        expect(Number(reply.headers["retry-after"])).toBeGreaterThanOrEqual(1);
      }
    }
    // One attempt a second runs beside the requests, and no request waits for it.
    const seconds = Math.ceil((performance.now() - begin) / 1_000);
    expect(proxy.attempts - before).toBeLessThanOrEqual(seconds + 1);
    proxy.recover();
    await expect.poll(async () => (await send("GET", all)).status).toBe(200);
  });
});
