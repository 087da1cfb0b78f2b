import type { AddressInfo } from "node:net";
import { DataApi, type Config } from "../runtime/index.js";
import { chromium } from "playwright-core";
import { findChromium } from "../test/browser/find-chromium.js";

/**
 * Measures the admin page in Chromium: the time from its files being there to the first records, and the frames a
 * second while 100,000 records are scrolled. The server, the browser and this script share the machine.
 */
const ROWS = 100_000;
const config = {
  database: { dialect: "sqlite", name: ":memory:" },
  admin: true,
  server: { maxEventLoopDelay: 0 },
  entities: {
    product: {
      fields: {
        name: { type: "string", isEditable: true, isRequired: true },
        state: { type: "enum", values: ["new", "used"], isEditable: true, isRequired: true },
        price: { type: "decimal", isEditable: true, isRequired: true, scale: 2 },
        stock: { type: "int", isEditable: true, isRequired: true },
      },
      permissions: { read: ["guest"], update: ["guest"] },
    },
  },
} as const satisfies Config;

const api = new DataApi(config);
api.setupApiEndpoints();
const { port } = (await api.startAsync(0)).address() as AddressInfo;
for (let done = 0; done < ROWS; done += 1000)
  await api.repository("product").createMany(
    Array.from({ length: 1000 }, (_, index) => ({
      name: `Product ${done + index}`,
      state: index % 3 === 0 ? ("used" as const) : ("new" as const),
      price: `${index % 90}.50`,
      stock: index % 23,
    })),
  );
const executablePath = findChromium();
if (executablePath === undefined) throw new Error("There is no Chromium: install it, or set CHROMIUM_PATH.");
const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
const url = `http://127.0.0.1:${port}/admin#/list/product`;

// A browser's own start is not counted, so the first load is left out.
const views: number[] = [];
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await page.addInitScript(`new MutationObserver((_, observer) => {
  if (document.querySelector("[role=gridcell]") === null) return;
  const files = performance.getEntriesByType("resource").filter(({ name }) => /page[.]/.test(name));
  window.firstView = performance.now() - Math.max(...files.map(({ responseEnd }) => responseEnd));
  observer.disconnect();
}).observe(document, { childList: true, subtree: true })`);
for (let load = 0; load < 8; load += 1) {
  await page.goto("about:blank");
  await page.goto(url);
  await page.getByRole("gridcell").first().waitFor();
  if (load > 0) views.push(await page.evaluate<number>("window.firstView"));
}
console.log(`files there to first records: ${median(views).toFixed(0)} ms (median of ${views.length} loads)`);

const grid = page.getByRole("grid");
await grid.focus();
const height = `document.querySelector("[role=grid]").scrollHeight`;
while ((await page.evaluate<number>(height)) < ROWS * 32) await page.keyboard.press("Control+End");
await page.keyboard.press("Control+Home");
for (const step of [0, 300, 3000]) {
  // Scrolls once a frame, for 300 frames. Without a step it is what the machine can do.
  const frames = await page.evaluate<readonly number[]>(`new Promise((resolve) => {
    const grid = document.querySelector("[role=grid]");
    const times = [];
    let direction = ${step};
    const next = (time) => {
      times.push(time);
      if (times.length > 300) return resolve(times);
      if (grid.scrollTop + grid.clientHeight + direction >= grid.scrollHeight) direction = -direction;
      grid.scrollTop += direction;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })`);
  const elapsed = (frames.at(-1) ?? 0) - (frames[0] ?? 0);
  const each = frames.slice(1).map((time, index) => time - (frames[index] ?? 0));
  console.log(
    `${step} pixels a frame: ${((1000 * each.length) / elapsed).toFixed(1)} frames a second, the longest ${Math.max(...each).toFixed(0)} ms`,
  );
}
await browser.close();
await api.stopAsync();

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
