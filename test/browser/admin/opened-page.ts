import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { WatchedPage } from "../describe-in-chromium.js";

/** A cell of the grid that is shown, by its row from 1 and the label of its column. */
export async function cellAt(page: Page, row: number, column: string) {
  let index = -1;
  // A list that is loaded again has no columns for a moment.
  await expect
    .poll(async () => {
      const headers = await page.getByRole("columnheader").allInnerTexts();
      index = headers.findIndex((text) => text.replace(/ [↑↓]$/, "") === column);
      return headers;
    })
    .toSatisfy(() => index !== -1);
  return page.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell]`).nth(index);
}

/** Loads the page anew. If only the hash of its URL changes, the former screen is still there for a moment. */
export async function loadAnew(page: Page, url: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(url);
}

/** Expects a page that has said nothing to the console and asked no other server. */
export function expectQuiet({ problems, urls }: WatchedPage, url: string): void {
  expect(problems).toEqual([]);
  expect(urls.filter((each) => !each.startsWith(url) && !/^(?:data|blob):/.test(each))).toEqual([]);
}

/** Waits until the page says that it has done something. */
export async function says(page: Page, text: string): Promise<void> {
  await page.locator(".notice").filter({ hasText: text }).waitFor();
}
