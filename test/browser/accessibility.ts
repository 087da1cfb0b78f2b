import axe from "axe-core";
import type { Page } from "playwright-core";

/** What axe says is wrong for people who see, hear or move otherwise, if it is serious or critical. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  // Evaluated by the debugger, so that the page's own policy does not forbid it.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>("axe.run()");
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
