import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { findChromium } from "../test/browser/find-chromium.js";
import { startMessagesPage } from "../test/browser/messages-page.js";

/** Takes the picture of the example's page for the README. */
const picture = join(import.meta.dirname, "../examples/messages/web/screenshot.png");

const executablePath = findChromium();
if (executablePath === undefined) throw new Error("There is no Chromium: install it, or set CHROMIUM_PATH.");
const folder = mkdtempSync(join(tmpdir(), "messages-page-"));
const served = await startMessagesPage(folder);
const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
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
  await page.screenshot({ path: picture });
} finally {
  await browser.close();
  await served.stop();
  rmSync(folder, { recursive: true });
}
