import type { Locator, Page } from "playwright-core";

/** Opens the section of an operation. */
export async function unfolded(page: Page, method: string, path: string): Promise<Locator> {
  const operation = page
    .locator(`.opblock-${method}`)
    .filter({ has: page.locator(`[data-path="${path}"]`) })
    .first();
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Try it out" }).click();
  return operation;
}

/** Executes the operation. Returns the status and the body of the answer. */
export async function execute(operation: Locator): Promise<readonly [status: string, body: string]> {
  await operation.getByRole("button", { name: "Execute" }).click();
  const live = operation.locator(".live-responses-table .response");
  await live.waitFor();
  const status = await live.locator(".response-col_status").innerText();
  const body = live.locator(".response-col_description .highlight-code code").first();
  return [status.trim().slice(0, 3), (await body.innerText()).trim()];
}
