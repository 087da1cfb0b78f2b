import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DataApi, defineConfig } from "data-api";
import { createClient } from "data-api/client";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cuttingProxy } from "../client/live/cutting-proxy.js";
import { bundleForBrowser } from "./browser-bundle.js";
import { describeInChromium } from "./describe-in-chromium.js";

const everybody = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] } as const;
const config = defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  changes: { entities: ["note"] },
  entities: {
    note: {
      fields: { title: { type: "string", isEditable: true, isRequired: true } },
      permissions: everybody,
    },
  },
});

describeInChromium("live lists in a page of another origin", (openPage) => {
  const pages = createServer((_req, res) => {
    res.setHeader("Content-Type", "text/html").end('<!doctype html><link rel="icon" href="data:,">');
  });
  let proxy: Awaited<ReturnType<typeof cuttingProxy>>;
  let direct = "";
  let api: DataApi<typeof config>;
  beforeAll(async () => {
    await once(pages.listen(0, "127.0.0.1"), "listening");
    api = new DataApi({
      ...config,
      server: { host: "127.0.0.1", maxEventLoopDelay: 0, cors: { origins: [originOf(pages.address())] } },
    });
    api.setupApiEndpoints();
    const server = await api.startAsync(0);
    direct = originOf(server.address());
    proxy = await cuttingProxy((server.address() as AddressInfo).port);
  });
  afterAll(async () => {
    proxy.stop();
    await api.stopAsync();
    pages.close();
    pages.closeAllConnections();
  });

  const originOf = (address: ReturnType<typeof pages.address>) =>
    `http://127.0.0.1:${(address as AddressInfo).port}`;
  const open = async () => {
    const opened = await openPage();
    await opened.page.goto(originOf(pages.address()));
    const { code } = await bundleForBrowser(
      'export { changes, createClient, live } from "/runtime/client.ts";',
    );
    await opened.page.addScriptTag({ content: `${code}\nconst api = bundle.createClient("${proxy.url}");` });
    return opened;
  };
  const titles = (page: Page, expected: readonly string[]) =>
    expect
      .poll(() => page.evaluate("lists.at(-1)?.map(({ title }) => title)"), { interval: 20 })
      .toEqual(expected);

  test("live lists in a browser show changes as they come, also those from while the connection was lost", async () => {
    const { page, problems } = await open();
    await page.evaluate(`
      globalThis.lists = [];
      globalThis.list = bundle.live(api, "note", { orderBy: "~id", take: 3, select: { id: true, title: true } });
      globalThis.ended = (async () => { for await (const notes of list) lists.push(notes); return "quiet"; })();
      undefined`);
    await titles(page, []);
    const { note } = createClient<typeof config>(direct);
    const first = await note.create({ title: "one" });
    await titles(page, ["one"]);
    proxy.cut();
    await note.create({ title: "two" });
    await note.update(first.id, { title: "first" });
    await titles(page, ["two", "first"]);
    await note.delete(first.id);
    await titles(page, ["two"]);
    expect(await page.evaluate("list.return().then(() => ended)")).toBe("quiet");
    // The browser reports the connection that was cut.
    expect(problems.filter((problem) => !problem.includes("net::ERR_"))).toEqual([]);
  });

  test("a stream of changes in a browser ends with the reason of a signal, and closes the connection", async () => {
    const { page, problems } = await open();
    const answered = page.waitForResponse((response) => response.url().includes("/changes"));
    await page.evaluate(`
      globalThis.controller = new AbortController();
      const stream = bundle.changes(api, "note", { signal: controller.signal });
      globalThis.next = stream.next().catch((error) => error.message);
      undefined`);
    await answered;
    const closed = page.waitForEvent("requestfailed");
    const reason = await page.evaluate('controller.abort(new Error("enough")), next');
    expect(reason).toBe("enough");
    expect((await closed).url()).toContain("/api/data/note/changes");
    expect(problems).toEqual([]);
  });
});
