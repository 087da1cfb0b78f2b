import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, vi } from "vitest";
import { findChromium } from "./find-chromium.js";

/** A page in Chromium, with its problems. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors in the console, uncaught errors, dialogs, and violations of a content security policy. */
  readonly problems: readonly string[];
  /** The URLs that the page has tried to load, blocked ones too. */
  readonly urls: readonly string[];
}

/** Opens an empty page in a new context, which is closed after the test. */
export type OpenPage = (options?: BrowserContextOptions) => Promise<WatchedPage>;

/** Registers tests that need Chromium. Without it they are skipped, with a warning. */
export function describeInChromium(title: string, suite: (openPage: OpenPage) => void): void {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    console.warn(`SKIPPED: "${title}" needs Chromium: install it, or set CHROMIUM_PATH.`);
    describe.skip(`${title} (skipped: no Chromium found)`, () => {
      suite(() => Promise.reject(new Error("There is no Chromium.")));
    });
    return;
  }
  describe(title, () => {
    // A browser is slow on a busy machine.
    vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
    let browser: Browser;
    beforeAll(async () => {
      // As root, Chromium runs only without its sandbox.
      const chromiumSandbox = process.getuid?.() !== 0;
      browser = await chromium.launch({ executablePath, chromiumSandbox, timeout: 100_000 });
    });
    afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
    afterAll(() => (browser as Browser | undefined)?.close());
    suite(async (options) => watched(await (await browser.newContext(options)).newPage()));
  });
}

async function watched(page: Page): Promise<WatchedPage> {
  // As long as `expect.poll` waits: a browser is slow on a busy machine.
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  const urls: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("dialog", (dialog) => {
    problems.push(`A dialog said: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => urls.push(request.url()));
  await page.exposeFunction("noteViolation", (text: string) => problems.push(text));
  // As text, because the DOM types are not available here.
  await page.addInitScript(`addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    noteViolation(violatedDirective + " forbids " + blockedURI))`);
  return { page, problems, urls };
}
