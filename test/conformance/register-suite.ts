import { describe } from "vitest";
import { caseGroups } from "./cases/index.js";
import { describeDialects } from "./describe-dialects.js";
import { expectNoReports } from "./expect-no-reports.js";
import { createHarness } from "./harness.js";
import type { Mode } from "./targets.js";

/** Registers the whole suite for one mode, on every database that is there. */
export async function registerSuite(mode: Mode): Promise<void> {
  expectNoReports();
  await describeDialects(mode, (dialect) => {
    const harness = createHarness({ mode, dialect });
    for (const [name, register] of Object.entries(caseGroups)) {
      describe(name, () => {
        register(harness);
      });
    }
  });
}
