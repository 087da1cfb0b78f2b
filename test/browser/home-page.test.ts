import type { AddressInfo } from "node:net";
import { DataApi, type Config } from "data-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import config from "../../examples/messages/data-api.config.js";
import { describeInChromium } from "./describe-in-chromium.js";
import { seriousMistakes } from "./serious-mistakes.js";

describeInChromium("the page of links at /", (openPage) => {
  const api = new DataApi({
    ...(config as Config),
    database: { dialect: "sqlite", name: ":memory:" },
    server: { host: "127.0.0.1", maxEventLoopDelay: 0 },
  });
  let url = "";
  beforeAll(async () => {
    api.setupApiEndpoints();
    const server = await api.startAsync(0);
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => api.stopAsync());

  test("the page at / has no mistakes for screen readers, and nothing that its policy forbids", async () => {
    // Light, because axe takes a missing background for white.
    const { page, problems } = await openPage({ colorScheme: "light" });
    await page.goto(url);
    await page.getByRole("heading", { name: "The server runs" }).waitFor();
    expect(await seriousMistakes(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
