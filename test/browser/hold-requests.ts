import type { Page } from "playwright-core";

/**
 * Holds back the page's requests to matching URLs, with any method by default.
 * @returns A function that sends them. Later requests are no longer held back.
 */
export async function holdRequests(page: Page, url: string, method?: string): Promise<() => void> {
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(url, async (route) => {
    if (method === undefined || route.request().method() === method) await held;
    await route.continue();
  });
  return goOn;
}
