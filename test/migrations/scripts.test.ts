import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { EntityConfig } from "data-api";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { checkAgreement } from "../../runtime/database/migrations/scripts/check-agreement.js";
import { tableRenames } from "../../runtime/database/migrations/compare/match-tables.js";
import { parseScript } from "../../runtime/database/migrations/scripts/parse-script.js";
import { planMigration } from "../../runtime/database/migrations/compare/plan-migration.js";
import type { SchemaSnapshot } from "../../runtime/database/migrations/snapshots/schema-snapshot.js";
import { takeSnapshot } from "../../runtime/database/migrations/snapshots/take-snapshot.js";
import { writeScript } from "../../runtime/database/migrations/scripts/write-script.js";
import { writeSnapshot } from "../../runtime/database/migrations/snapshots/write-snapshot.js";
import { dialectFacts, dialectNames } from "../../runtime/model/settings/dialect-facts.js";
import { field, plain } from "../conformance/fields.js";
import { migrationDialects } from "./migration-dialects.js";
import { scriptSequence } from "./script-sequence.js";

const isUpdate = process.env["UPDATE_GOLDEN"] === "1";
describe("scripts", () => {
  let before: Pick<SchemaSnapshot, "tables"> = { tables: [] };
  let previous: string | null = null;
  for (const [name, entities] of Object.entries(scriptSequence)) {
    const from = before;
    const { tables } = resolveModel({ database: { dialect: "sqlite", name: ":memory:" }, entities });
    const snapshot = takeSnapshot(tables, previous);
    before = snapshot;
    previous = name;

    test(`${name}: the snapshot of a migration is as it was recorded`, async () => {
      await expectGolden(`${name}/snapshot.json`, writeSnapshot(snapshot));
    });

    test.each(dialectNames)(
      `${name}: the script of a migration is as it was recorded: %s`,
      async (dialectName) => {
        const dialect = migrationDialects[dialectName];
        const plan = planMigration(from, snapshot, tableRenames(tables), dialect);
        const text = writeScript({ name, database: dialectFacts[dialectName].title, ...plan });
        await expectGolden(`${name}/${dialectName}.sql`, text);
        expect(checkAgreement(parseScript("x.sql", text, dialect.script), from, snapshot, dialect)).toEqual(
          [],
        );
      },
    );
  }
});

/** Unquoted words that also begin constraints and indexes. */
test.each([
  [
    "postgres",
    "alter table item add column key text, add column index text, add column if not exists period text;",
  ],
  [
    "sqlite",
    "alter table item add column key text; alter table item add column index text; alter table item add column period text;",
  ],
  ["mysql", "alter table item add column (a text, `key` text, `index` text, period text);"],
] as const)("%s: a hand-written script may add columns of any name", (dialectName, text) => {
  const dialect = migrationDialects[dialectName];
  const snapshotWith = (names: readonly string[]) => {
    const fields = Object.fromEntries(names.map((name) => [name, field("text")]));
    const database =
      dialectName === "sqlite"
        ? ({ dialect: "sqlite", name: ":memory:" } as const)
        : ({ dialect: dialectName, name: "x" } as const);
    return takeSnapshot(resolveModel({ database, entities: { item: plain(fields) } }).tables, null);
  };
  const names = ["key", "index", "period", ...(dialectName === "mysql" ? ["a"] : [])];
  const script = parseScript("x.sql", text, dialect.script);
  expect(checkAgreement(script, snapshotWith([]), snapshotWith(names), dialect)).toEqual([]);
});

/** MySQL copies the table for a default that is an expression, and MariaDB for a check, which JSON columns have. */
test("MySQL adds a column with a default without copying the table, if it can", () => {
  const defaults = {
    ...{ string: "a", int: 1, boolean: true, date: "2024-02-29", uuid: crypto.randomUUID() },
    ...{ text: "a", richtext: "a", xml: "<a/>", bytes: "AA==", json: {} },
  } as const;
  const names = Object.keys(defaults) as (keyof typeof defaults)[];
  const database = { dialect: "mysql", name: "x" } as const;
  const tablesWith = (fields: EntityConfig["fields"]) =>
    resolveModel({ database, entities: { item: plain(fields) } }).tables;
  const added = names.map((name) => [name, field(name, { default: defaults[name] })] as const);
  const [before, after] = [tablesWith({}), tablesWith(Object.fromEntries(added))];
  const { up } = planMigration(
    takeSnapshot(before, null),
    takeSnapshot(after, "1"),
    tableRenames(after),
    migrationDialects.mysql,
  );
  const text = writeScript({ name: "x", database: "MySQL", up, down: [] });
  const online = names.filter((name) =>
    new RegExp(`add column \`${name}\`[^;]*algorithm=inplace`).test(text),
  );
  expect(online).toEqual(["string", "int", "boolean", "date", "uuid"]);
});

// SQL Server keeps the index of a text that grows
// (learn.microsoft.com/sql/t-sql/statements/alter-table-transact-sql#alter-column), and of one that becomes nullable.
test.each([
  [{ maxLength: 20 }, { maxLength: 40 }, false],
  [{ maxLength: 20, isRequired: true }, { maxLength: 20 }, false],
  [{ maxLength: 20, isUnique: true }, { maxLength: 40, isUnique: true }, false],
  [{ maxLength: 40 }, { maxLength: 20 }, true],
  [{ maxLength: 20 }, { maxLength: 40, isRequired: true, default: "" }, true],
] as const)("SQL Server: a migration from %j to %j rebuilds the index: %s", (from, to, isRebuilt) => {
  const tablesWith = (options: object) =>
    resolveModel({
      database: { dialect: "mssql", name: "x" },
      entities: { item: plain({ name: field("string", { isIndexed: true, ...options }) }) },
    }).tables;
  const [before, after] = [tablesWith(from), tablesWith(to)];
  const [old, next] = [takeSnapshot(before, null), takeSnapshot(after, "1")];
  const { up } = planMigration(old, next, tableRenames(after), migrationDialects.mssql);
  const text = writeScript({ name: "x", database: "SQL Server", up, down: [] });
  expect(text).toContain("alter column");
  expect(/drop index|create (?:unique )?index/.test(text)).toBe(isRebuilt);
});

async function expectGolden(file: string, text: string): Promise<void> {
  const path = fileURLToPath(new URL(`scripts/${file}`, import.meta.url));
  if (isUpdate) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  expect(text).toBe(await readFile(path, "utf8"));
}
