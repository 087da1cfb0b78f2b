import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";

/** The serious and critical mistakes that axe finds on the page as it is shown now, with the elements. */
export async function seriousMistakes(page: Page): Promise<readonly string[]> {
  // As text, because a policy of the page may forbid scripts.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run({ preload: false })");
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
