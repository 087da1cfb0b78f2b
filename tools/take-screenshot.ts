import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { DataApi } from "../runtime/index.js";
import { shop } from "../test/browser/admin/shop.js";
import { findChromium } from "../test/browser/find-chromium.js";
import { startMessagesPage } from "../test/browser/messages-page.js";

/** Takes the pictures of README and docs: of the example's page, and of the admin page. */
const root = join(import.meta.dirname, "..");

async function takeMessages(browser: Browser): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "messages-page-"));
  const served = await startMessagesPage(folder);
  try {
    const page = await browser.newPage({ viewport: { width: 960, height: 580 }, colorScheme: "light" });
    await page.goto(served.url);
    await page.getByRole("button", { name: "Log in" }).click();
    const dialog = page.getByRole("dialog", { name: "Log in" });
    await dialog.getByLabel("Name").fill("anna");
    await dialog.getByLabel("Password").fill(served.passwords.anna);
    await dialog.getByRole("button", { name: "Log in" }).click();
    const teapot = page.locator(".item").first();
    await teapot.getByRole("button", { name: "Edit" }).click();
    await teapot.getByLabel("Price").fill("cheap");
    await teapot.getByRole("button", { name: "Save" }).click();
    await teapot.locator(".error").waitFor();
    await page.evaluate("scrollTo(0, 0)");
    await page.screenshot({ path: join(root, "examples/messages/web/screenshot.png") });
  } finally {
    await served.stop();
    rmSync(folder, { recursive: true });
  }
}

const words = {
  maker: ["Alder & Sons", "Birch Works", "Cedar Ltd"],
  tag: ["garden", "kitchen", "sale"],
  product: ["Kettle", "Lamp", "Ladder", "Teapot", "Bench", "Clock", "Basket", "Stool", "Mirror", "Shelf"],
};

async function takeAdmin(browser: Browser): Promise<void> {
  const api = new DataApi(shop);
  api.setupApiEndpoints();
  const { port } = (await api.startAsync(0)).address() as AddressInfo;
  const folder = join(root, "docs/images");
  mkdirSync(folder, { recursive: true });
  try {
    for (const name of words.maker) await api.repository("maker").create({ name });
    for (const name of words.tag) await api.repository("tag").create({ name });
    for (let index = 0; index < 120; index += 1)
      await api.repository("product").create({
        name: `${words.product[index % 10] ?? ""} ${String.fromCodePoint(65 + (index % 26))}${index}`,
        state: index % 3 === 0 ? "used" : "new",
        price: `${5 + ((index * 37) % 90)}.${index % 2 === 0 ? "50" : "95"}`,
        stock: (index * 7) % 23,
        makerid: (index % 3) + 1,
        tagids: [(index % 3) + 1],
        soldat: new Date(Date.UTC(2026, (index * 5) % 12, 1 + (index % 28), 9)).toISOString(),
      });
    const page = await browser.newPage({ viewport: { width: 1060, height: 560 }, colorScheme: "light" });
    const show = async (hash: string) => {
      await page.goto(`http://127.0.0.1:${port}/admin#/${hash}`);
      await page.waitForLoadState("networkidle");
    };
    await show("list/product?columns=id,name,state,price,stock,makerid");
    for (const row of [2, 4]) {
      await page.locator(`#cell-${row}-4`).dblclick();
      await page.keyboard.press("Control+a");
      await page.keyboard.type("12");
      await page.keyboard.press("Enter");
    }
    await page.getByText("2 records have changes that are not saved.").waitFor();
    await page.screenshot({ path: join(folder, "admin-grid.png") });
    await page.getByRole("button", { name: "Discard all" }).click();
    await show("summary/product?by=month(soldat)&of=sum(price)&chart=bars");
    await page.screenshot({ path: join(folder, "admin-summary.png") });
  } finally {
    await api.stopAsync();
  }
}

const executablePath = findChromium();
if (executablePath === undefined) throw new Error("There is no Chromium: install it, or set CHROMIUM_PATH.");
const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
try {
  await takeMessages(browser);
  await takeAdmin(browser);
} finally {
  await browser.close();
}
