import type { Reporter } from "vitest/reporters";

/** Ends a run with a line that counts its tests: `28403 passed, 0 failed, 307 skipped`. */
export const closingLine: Reporter = {
  onTestRunEnd: (modules) => {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        // A test that a run did not reach, because another one ended it, has not passed.
        counts[state === "pending" ? "failed" : state] += 1;
      }
    }
    const line = Object.entries(counts).map(([state, count]) => `${String(count)} ${state}`);
    console.log(`\n${line.join(", ")}`);
  },
};
