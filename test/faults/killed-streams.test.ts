import { once } from "node:events";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { Project } from "../cli/project.js";
import { readyToServe } from "../cli/server.js";
import { describeDialects } from "../conformance/describe-dialects.js";

const LINES = 20_000;

const title = { type: "string", isEditable: true, isRequired: true };
const entities = { thing: { fields: { title }, permissions: { create: ["guest"] } } };

function linesOf(count: number): string {
  return Array.from({ length: count }, (_, index) => `{"title":"line ${index}"}\n`).join("");
}

await describeDialects("a server that is killed while a stream arrives", (dialect) => {
  async function served() {
    const { database, run } = await dialect.createDatabase();
    const config = { database, server: { host: "127.0.0.1", maxEventLoopDelay: 0 }, entities };
    const project = new Project({ "data-api.config.json": JSON.stringify(config) });
    const child = project.spawn("start", "--port=0");
    const url = `${await readyToServe(child)}/thing`;
    const titles = async (like: string) => {
      const rows = await run([`select title from thing where title like '${like}%' order by id`]);
      return rows.map((row) => row["title"]);
    };
    const kill = async () => {
      child.kill("SIGKILL");
      await once(child, "close");
    };
    return { url, titles, kill };
  }

  function stream(url: string, headers: http.OutgoingHttpHeaders = {}) {
    const type = { "Content-Type": "application/x-ndjson" };
    const request = http.request(url, { method: "POST", agent: false, headers: { ...type, ...headers } });
    const state = { status: undefined as number | undefined };
    request.on("response", (response) => {
      state.status = response.statusCode;
      response.on("error", () => undefined).resume();
    });
    // The connection is reset.
    request.on("error", () => undefined);
    return { request, state };
  }

  it("a killed server keeps the first lines of a stream without a gap, and every acknowledged write", async () => {
    const { url, titles, kill } = await served();
    const { request } = stream(url);
    request.write(linesOf(LINES));
    const ledger: string[] = [];
    const writer = (async () => {
      for (let write = 0; ; write++) {
        const body = `{"title":"single ${write}"}`;
        const headers = { "Content-Type": "application/json" };
        const response = await fetch(url, { method: "POST", headers, body }).catch(() => undefined);
        if (response === undefined) return;
        expect(response.status).toBe(201);
        ledger.push(`single ${write}`);
      }
    })();
    while ((await titles("line")).length === 0 || ledger.length < 5) await sleep(5);
    await kill();
    await writer;
    const kept = await titles("line");
    expect(kept).toEqual(kept.map((_, index) => `line ${index}`));
    expect(await titles("single")).toEqual(expect.arrayContaining(ledger));
  });

  it.each([0, 50, 200])(
    "a killed server keeps all or nothing of a strict stream, after %i ms",
    async (delay) => {
      const { url, titles, kill } = await served();
      const { request, state } = stream(url, { Prefer: "handling=strict" });
      request.end(linesOf(LINES));
      await once(request, "finish");
      await sleep(delay);
      await kill();
      const { length } = await titles("line");
      expect(state.status === 201 ? [LINES] : [0, LINES]).toContain(length);
    },
  );
});
