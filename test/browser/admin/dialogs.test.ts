import { DataApi } from "data-api";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { opened, type Served } from "../../docs-page/opened.js";
import { describeInChromium } from "../describe-in-chromium.js";
import { seriousMistakes } from "../serious-mistakes.js";
import { shop } from "./shop.js";

const config = { ...shop, auth: { secretKey: "a secret key for these tests only, 32 bytes" } };

describeInChromium("what opens over the admin page", (openPage) => {
  let served: Served;
  beforeAll(async () => {
    const api = new DataApi(config);
    served = await opened(config, api);
    await api.repository("maker").create({ name: "Ann" });
    await api.repository("product").create({ name: "Lamp", makerid: 1 });
  });
  const at = (hash: string) => `${served.url}/admin#/${hash}`;
  const maker = (page: Page) => page.locator(".line").filter({ has: page.locator("#product-makerid") });

  /** How each of them is opened, and what shows that it is there. */
  const ways: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
    [
      "the log-in",
      async (page) => {
        await page.goto(at(""));
        await page.getByRole("button", { name: "Log in" }).click();
        await page.getByRole("dialog", { name: "Log in" }).waitFor();
      },
    ],
    [
      "a related record",
      async (page) => {
        await page.goto(at("record/product/1"));
        await maker(page).getByRole("button", { name: "Ann" }).click();
        await page
          .getByRole("dialog", { name: "maker" })
          .getByRole("button", { name: "Save and new" })
          .waitFor();
      },
    ],
    [
      "the choice of a related record",
      async (page) => {
        await page.goto(at("record/product/1"));
        await maker(page).getByRole("button", { name: "Choose …" }).click();
        await page.locator(".choices [role=option]").first().waitFor();
      },
    ],
    [
      "the question before a deletion",
      async (page) => {
        await page.goto(at("record/product/1"));
        await page.getByRole("button", { name: "Delete …" }).click();
        await page.getByRole("dialog").waitFor();
      },
    ],
    [
      "a conflict",
      async (page) => {
        await page.goto(at("record/product/1"));
        await page.getByLabel("Product name").fill(`Mine ${Date.now()}`);
        await served.send("PATCH", "/api/data/product/1", {}, { name: `Theirs ${Date.now()}` });
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await page.getByRole("button", { name: "Go on with this" }).waitFor();
      },
    ],
    [
      "the mistakes of a form",
      async (page) => {
        await page.goto(at("new/product"));
        await page.locator("#product-stock").fill("x");
        await page.getByRole("button", { name: "Create", exact: true }).click();
        await page.locator('[aria-invalid="true"]').first().waitFor();
      },
    ],
  ];

  test.each([
    ["light", {}],
    ["dark", { colorScheme: "dark" as const }],
    ["on a phone", { viewport: { width: 360, height: 740 } }],
  ])("axe finds nothing serious in dialogs of the admin page, and they fit: %s", async (_, options) => {
    for (const [name, open] of ways) {
      const { page } = await openPage(options);
      await open(page);
      expect(await seriousMistakes(page), name).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name).toBe(true);
    }
  });
});
