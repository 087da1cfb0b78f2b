import { DataApi } from "data-api";
import { beforeAll, expect, test } from "vitest";
import { opened, type Served } from "../../docs-page/opened.js";
import { describeInChromium } from "../describe-in-chromium.js";
import { expectQuiet } from "./opened-page.js";
import { shop } from "./shop.js";

describeInChromium("links to the admin page that an attacker has made", (openPage) => {
  let served: Served;
  beforeAll(async () => {
    served = await opened(shop, new DataApi(shop));
  });

  test.each([
    "record/product/../../operations/pay",
    "record/product/%2e%2e/%2E%2E/auth",
    "record/product/./1",
    "record/product/",
    "record/product",
    "record/nothing/1",
    "%E0%A4%A/%",
    "constructor/__proto__",
    "list/__proto__",
  ])("a hostile link to #/%s shows nothing, and no request leaves the page", async (hash) => {
    const watched = await openPage();
    await watched.page.goto(`${served.url}/admin#/${hash}`);
    await watched.page.getByRole("heading", { name: "Nothing here" }).waitFor();
    expect(watched.urls.filter((url) => /\/api\/(?!schema$)/.test(url))).toEqual([]);
    expectQuiet(watched, served.url);
  });

  test("a link to a new record sets only fields that the caller may set", async () => {
    const watched = await openPage();
    const { page } = watched;
    await page.goto(`${served.url}/admin#/new/maker?id=77&name=Ann&__proto__=x&rights=all`);
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.waitForURL(/#\/record\/maker\/1$/);
    expectQuiet(watched, served.url);
  });
});
