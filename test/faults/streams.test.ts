import { once } from "node:events";
import http from "node:http";
import { expect, it } from "vitest";
import type { Kysely } from "kysely";
import { describeDialects } from "../conformance/describe-dialects.js";
import { useServed, type Served } from "./served.js";
import { wordsOf } from "./words.js";

const ROWS = 40_000;

await describeDialects("faults in streams", (dialect) => {
  if (wordsOf(dialect) === undefined) return;
  const serve = useServed(dialect);

  async function filled(): Promise<Served> {
    const served = await serve();
    const db = served.api.repository("thing").db as Kysely<Record<string, object>>;
    const day = "2024-01-01 00:00:00";
    const row = { title: "x".repeat(250), createdat: day, updatedat: day };
    await db
      .insertInto("thing")
      .values(Array.from({ length: 1_250 }, () => row))
      .execute();
    // More than the buffers between server and client hold.
    for (let rows = 1_250; rows < ROWS; rows *= 2)
      await served.database.run([
        "insert into thing (title, createdat, updatedat) select title, createdat, updatedat from thing",
      ]);
    return served;
  }

  /** Begins to read a stream of all things, and reads no more than its beginning. */
  async function begin({ port }: Served, accept: string) {
    const request = http.get({ port, path: "/api/data/thing", headers: { Accept: accept }, agent: false });
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    await once(response, "readable");
    return response;
  }

  /** What arrives of the rest, and how it ends. */
  async function rest(response: http.IncomingMessage) {
    let text = "";
    try {
      for await (const chunk of response) text += String(chunk);
      return { text, isWhole: true };
    } catch {
      return { text, isWhole: false };
    }
  }

  it("cut the answer, so that no client takes it for whole", async () => {
    const served = await filled();
    for (const accept of ["application/x-ndjson", "text/csv"]) {
      const response = await begin(served, accept);
      served.proxy.refuse();
      const { text, isWhole } = await rest(response);
      expect([response.statusCode, isWhole]).toEqual([200, false]);
      const lines = text.trimEnd().split("\n");
      expect(lines.length).toBeLessThan(ROWS);
      if (accept === "text/csv") expect(text).not.toContain("database");
      else
        expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({
          "@error": { code: "database-unavailable", status: 503 },
        });
      served.proxy.recover();
      await expect.poll(async () => (await served.send("GET", "thing?take=1")).status).toBe(200);
    }
  });

  it("end with the grace period of a server that stops", async () => {
    const served = await filled();
    const response = await begin(served, "application/x-ndjson");
    const stopping = served.api.stopAsync();
    const before = Date.now();
    await stopping;
    expect(Date.now() - before).toBeLessThan(5_000);
    expect((await rest(response)).isWhole).toBe(false);
  });

  it("are told with what a stream of creates has created before", async () => {
    const served = await serve();
    const request = http.request({
      port: served.port,
      method: "POST",
      path: "/api/data/thing",
      headers: { "Content-Type": "application/x-ndjson" },
    });
    request.write('{"title":"a"}\n'.repeat(250));
    const stored = async () =>
      (await served.database.run(["select count(*) as found from thing"]))[0]?.["found"];
    await expect.poll(async () => Number(await stored()), { timeout: 5_000 }).toBe(200);
    served.proxy.refuse();
    request.end();
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    const { text } = await rest(response);
    expect(response.statusCode).toBe(503);
    expect(JSON.parse(text)).toMatchObject({
      detail: expect.stringContaining(
        "It stopped at line 201 or after it: 200 records of the lines before were created, 0 were not.",
      ) as string,
    });
    expect(Number(await stored())).toBe(200);
  });
});
