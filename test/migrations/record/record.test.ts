import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { describeDialect } from "../../conformance/describe-dialects.js";
import { scriptSequence } from "../script-sequence.js";
import { recordOf, type RecordedConfig } from "./record-of.js";

const isUpdate = process.env["UPDATE_GOLDEN"] === "1";

/** What a person has done to the tables before a configuration, in words that all databases know. */
const byHand: Readonly<Record<string, readonly string[]>> = {
  "4_keys": [
    "create table extra (id int primary key)",
    "alter table tag add column weight int default 7 not null",
    "create index tag_by_weight on tag (weight)",
    "create view tag_names as select name from tag",
  ],
};
const sequence = Object.entries(scriptSequence).map(([name, entities]): RecordedConfig => ({
  name,
  entities,
  byHand: byHand[name] ?? [],
}));

for (const name of ["sqlite", "postgres", "mysql"] as const)
  await describeDialect("what the commands print", name, (target) => {
    test("what the commands print for a database is as it was recorded", async () => {
      await expectRecord(name, await recordOf(sequence, name, target));
    });
  });

// It is the same with and without a server.
test("what the commands print for SQL Server is as it was recorded", async () => {
  await expectRecord("mssql", await recordOf(sequence, "mssql", undefined));
});

async function expectRecord(name: string, text: string): Promise<void> {
  const path = fileURLToPath(new URL(`${name}.txt`, import.meta.url));
  if (isUpdate) await writeFile(path, text);
  expect(text).toBe(await readFile(path, "utf8"));
}
