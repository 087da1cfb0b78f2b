import { DataApi } from "data-api";
import { beforeAll, expect, test } from "vitest";
import { opened, type Served } from "../../docs-page/opened.js";
import { describeInChromium } from "../describe-in-chromium.js";
import { cellAt, says } from "./opened-page.js";
import { shop } from "./shop.js";

describeInChromium("the focus on the admin page", (openPage) => {
  let served: Served;
  let api: DataApi;
  beforeAll(async () => {
    api = new DataApi(shop);
    served = await opened(shop, api);
    for (const name of ["Ann", "Bob"]) await api.repository("maker").create({ name });
  });
  const at = (hash: string) => `${served.url}/admin#/${hash}`;

  test("the focus stays in the filter after a list has been filtered", async () => {
    const { page } = await openPage();
    await page.goto(at("list/maker"));
    await page.getByRole("button", { name: "As text" }).click();
    await page.getByLabel("Condition").fill('name="Ann"');
    await page.keyboard.press("Enter");
    await page.getByText("1 record", { exact: true }).waitFor();
    await page.getByRole("grid").waitFor();
    await page.keyboard.type("|id=2");
    expect(await page.getByLabel("Condition").inputValue()).toBe('name="Ann"|id=2');
  });

  test("the key after Enter in a cell goes to the grid, even if it comes before the next paint", async () => {
    const { page } = await openPage();
    await page.goto(at("list/maker"));
    await (await cellAt(page, 1, "name")).dblclick();
    expect(await page.locator(".grid :focus").inputValue()).toBe("Ann");
    const focused = await page.evaluate(`(async () => {
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      // The page has rendered, and nothing has been painted.
      for (let step = 0; step < 9; step++) await undefined;
      return document.activeElement.getAttribute("role");
    })()`);
    expect(focused).toBe("grid");
  });

  test("the space bar at a check box of the grid changes its row, and no other", async () => {
    const { page } = await openPage();
    await page.goto(at("list/maker"));
    await cellAt(page, 1, "name");
    await page.getByLabel("Mark row 2").click();
    await page.keyboard.press("Space");
    expect(await page.getByLabel("Mark row 1").isChecked()).toBe(false);
    expect(await page.getByLabel("Mark row 2").isChecked()).toBe(false);
  });

  test("the focus moves to the content after Create and Save all, and stays at Save after a save", async () => {
    const { page } = await openPage();
    const focused = () => page.evaluate<string>("document.activeElement.textContent.slice(0, 3)");
    await page.goto(at("new/maker"));
    await page.locator("#maker-name").fill("Cid");
    await page.getByRole("button", { name: "Create", exact: true }).press("Enter");
    await page.waitForURL(/#\/record\/maker\/\d+$/);
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("main");
    await page.locator("#maker-name").fill("Sid");
    await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
    await says(page, "Saved.");
    expect(await focused()).toBe("Sav");
    await page.locator("#maker-name").fill("Syd");
    await page.getByRole("button", { name: "Save all" }).press("Enter");
    await says(page, "Saved.");
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("main");
  });
});
