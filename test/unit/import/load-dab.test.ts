import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { CommandError } from "../../../generator/command-error.js";
import { loadDab } from "../../../generator/import/dab/from-dab.js";
import { processorTime } from "../../linear-time.js";

test.each([
  ["without an end", `"${'\\"'.repeat(100_000)}\\`],
  ["of many megabytes", `"${'\\"'.repeat(7_000_000)}\\`],
])("a text %s in a file of Data API builder is rejected fast", (_, text) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "data-api-dab-"));
  const file = path.join(folder, "dab.json");
  fs.writeFileSync(file, text);
  const time = processorTime(() => {
    expect(() => loadDab(file)).toThrow(CommandError);
  });
  expect(time).toBeLessThan(5_000);
  fs.rmSync(folder, { recursive: true });
});
