import { describe } from "vitest";
import { caseGroups } from "./cases/index.js";
import { useCheapHashes } from "./cheap-hashes.js";
import { describeDialect } from "./describe-dialects.js";
import { expectNoReports } from "./expect-no-reports.js";
import { createHarness } from "./harness.js";
import type { DialectName } from "../../runtime/model/model.js";
import type { Mode } from "./targets.js";

/** Registers the suite for one mode and one database. Each pair has its own file, to run in parallel. */
export async function registerSuite(mode: Mode, dialectName: DialectName): Promise<void> {
  expectNoReports();
  useCheapHashes();
  await describeDialect(mode, dialectName, (dialect) => {
    const harness = createHarness({ mode, dialect });
    for (const [name, register] of Object.entries(caseGroups)) {
      describe(name, () => {
        register(harness);
      });
    }
  });
}
