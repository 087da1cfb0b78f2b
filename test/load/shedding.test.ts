import { describe, expect, it } from "vitest";
import { DataApi } from "data-api";
import { atEnd } from "../at-end.js";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import type { Reply } from "../conformance/http-client.js";
import { paths } from "../conformance/paths.js";
import { openPort } from "../conformance/start.js";

const MAX_DELAY = 100;
/** How long each block of the event loop takes, in milliseconds. */
const BLOCK = 300;

describe("while the event loop is late", () => {
  async function start(maxEventLoopDelay: number): Promise<(path?: string) => Promise<Reply>> {
    const api = new DataApi({
      database: { dialect: "sqlite", name: ":memory:" },
      entities: { note: openEntity({ title: field("string") }) },
      server: { host: "127.0.0.1", maxEventLoopDelay },
    });
    api.setupApiEndpoints();
    api.app.get("/own", (_req, res) => void res.send("own"));
    const { request } = await openPort(api);
    return (path = paths.findAll("note")) => request("GET", path);
  }

  /** Blocks the event loop again and again, as overload does, until the returned function is called. */
  function keepBusy(): () => void {
    let isOver = false;
    const turn = () => {
      if (isOver) return;
      block(BLOCK);
      setImmediate(turn);
    };
    turn();
    const end = () => (isOver = true);
    atEnd(end);
    return end;
  }

  it("a server whose event loop is late rejects requests before any work, and accepts them again later", async () => {
    const ask = await start(MAX_DELAY);
    // The machine may be busy with something else.
    await expect.poll(async () => (await ask()).status).toBe(200);
    const end = keepBusy();
    await expect.poll(async () => (await ask()).status).toBe(503);
    const reply = await ask("/own");
    expectProblem(reply, "server-overloaded");
    expect(reply.headers).toMatchObject({ "retry-after": "1", "x-content-type-options": "nosniff" });
    end();
    await expect.poll(async () => (await ask()).status).toBe(200);
    await expect.poll(async () => (await ask("/own")).text).toBe("own");
  });

  it("without a limit, a server whose event loop is late accepts requests", async () => {
    const ask = await start(0);
    const end = keepBusy();
    const begin = Date.now();
    while (Date.now() - begin < 6 * BLOCK) expect((await ask()).status).toBe(200);
    end();
  });

  it("a server tolerates a single pause of its event loop", async () => {
    // Longer than any delay of an unblocked loop on this machine.
    const ask = await start(2_000);
    expect((await ask()).status).toBe(200);
    const asked = ask();
    block(3_000);
    expect((await asked).status).toBe(200);
    const begin = Date.now();
    while (Date.now() - begin < 600) expect((await ask()).status).toBe(200);
  });
});

function block(time: number): void {
  const end = performance.now() + time;
  while (performance.now() < end);
}
