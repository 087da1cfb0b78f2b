import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config, DatabaseConfig } from "data-api";
import { lintMigration } from "../../../generator/migrate/lint-migrations.js";
import { checkScripts, planNewMigration, writeMigration } from "../../../generator/migrate/new-migration.js";
import { printChanges, printDrift, printLeftAlone } from "../../../generator/migrate/print-changes.js";
import { printLint } from "../../../generator/migrate/print-lint.js";
import { withDatabase } from "../../../generator/migrate/with-database.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import type { Dialect } from "../../../runtime/database/dialect.js";
import { statementText } from "../../../runtime/database/migrations/compare/schema-step.js";
import { findDrift } from "../../../runtime/database/migrations/drift/find-drift.js";
import { insertSamples } from "../../../runtime/database/migrations/insert-samples.js";
import { rateMigrations } from "../../../runtime/database/migrations/rating/rate-script.js";
import { readMigrations, readSnapshots } from "../../../runtime/database/migrations/read-migrations.js";
import type { SchemaSnapshot } from "../../../runtime/database/migrations/snapshots/schema-snapshot.js";
import { tablesOf } from "../../../runtime/database/migrations/snapshots/tables-of.js";
import { compareSchema } from "../../../runtime/database/schema/compare/compare-schema.js";
import { assessChanges } from "../../../runtime/database/schema/compare/assess-change.js";
import { prepareSchema, readChanges } from "../../../runtime/database/schema/prepare-schema.js";
import { pushChanges } from "../../../runtime/database/schema/push-changes.js";
import type { SchemaChange } from "../../../runtime/database/schema/schema-changes.js";
import type { AnyKysely } from "../../../runtime/database/sql/sql.js";
import type { Model } from "../../../runtime/model/model.js";
import type { DialectTarget } from "../../conformance/targets.js";
import { migrationDialects } from "../migration-dialects.js";
import { storedTablesOf } from "./stored-tables-of.js";

type DialectName = keyof typeof migrationDialects;

/** A configuration, and what a person has done to the tables before it. */
export interface RecordedConfig {
  readonly name: string;
  readonly entities: Config["entities"];
  readonly byHand?: readonly string[];
}

/** What the commands print for each configuration of a sequence, with the tables of the one before. */
export async function recordOf(
  sequence: readonly RecordedConfig[],
  dialectName: DialectName,
  target: DialectTarget | undefined,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "data-api-record-"));
  try {
    const parts: string[] = [];
    let former: Model | undefined;
    for (const [index, config] of sequence.entries()) {
      const { entities, name } = config;
      const database = (own: DatabaseConfig) =>
        resolveModel({
          database: { ...own, migrations: folder },
          entities,
          server: { idempotency: false },
        });
      const model = database({ dialect: dialectName, name: dialectName === "sqlite" ? ":memory:" : "x" });
      const before = (await readSnapshots(folder)).at(-1)?.snapshot ?? { tables: [] };
      const printed = [
        ...(await printMigration(model, dialectName, index)),
        ...(target === undefined
          ? [printUnread(model, before, dialectName)]
          : await printOnDatabase(target, config, former, database, before)),
      ];
      parts.push(`=== ${name}`, ...printed);
      former = model;
    }
    return `${parts.join("\n\n").replaceAll(folder, "migrations")}\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `migrate new`, `migrate new --check` and `migrate lint` */
async function printMigration(model: Model, dialectName: DialectName, index: number): Promise<string[]> {
  const { migrations: folder } = model.database;
  const read = await readSnapshots(folder);
  const planned = await planNewMigration(model, read, [dialectName]);
  const steps = planned.plans.flatMap(({ plan }) => plan.up);
  const told = steps.map(
    ({ kind, message, loss }) => `${kind}: ${[message, ...(loss === undefined ? [] : [loss])].join(" ")}`,
  );
  const now = new Date(Date.UTC(2026, 0, 1, 0, 0, index));
  const written = await writeMigration(model, read, planned, "recorded", now);
  const dialect = migrationDialects[dialectName];
  const script = await readFile(join(written.folder, `${dialectName}.sql`), "utf8");
  const rated = rateMigrations(await readMigrations(folder, dialect), dialect);
  return [
    `--- migrate new`,
    told.join("\n"),
    script.trimEnd(),
    `--- migrate new --check`,
    (await checkScripts(await readSnapshots(folder))).join("\n"),
    `--- migrate lint`,
    printLint(rated.slice(-1).map((each) => lintMigration(each))),
  ];
}

/** The differences without a server: rows are not read. */
function printUnread(model: Model, before: Pick<SchemaSnapshot, "tables">, dialectName: DialectName): string {
  const dialect = migrationDialects[dialectName];
  const stored = { tables: storedTablesOf(before, "dbo", dialect), defaultSchema: "dbo" };
  const changes = compareSchema(model, stored, dialect);
  return [
    "--- db diff",
    ...changes.map(({ kind, message, isOptional, statements }) =>
      [
        `${kind}${isOptional ? " (optional)" : ""}: ${message}`,
        ...statements.map((each) => statementText(each, dialect)),
      ].join("\n"),
    ),
  ].join("\n");
}

const allKinds = new Set<SchemaChange["kind"]>(["rename", "add", "addConstraint", "alter", "alterWithLoss"]);

/** `db diff`, `migrate diff` and `db push` */
async function printOnDatabase(
  target: DialectTarget,
  { byHand = [] }: RecordedConfig,
  former: Model | undefined,
  modelOf: (database: DatabaseConfig) => Model,
  before: Pick<SchemaSnapshot, "tables">,
): Promise<string[]> {
  const fresh = await target.createDatabase();
  try {
    const model = modelOf(fresh.database);
    const inDatabase = <T>(isReadOnly: boolean, work: (db: AnyKysely, dialect: Dialect) => Promise<T>) =>
      withDatabase(model.database, { isReadOnly }, work);
    await inDatabase(false, async (db, dialect) => {
      if (former !== undefined) await prepareSchema(db, { ...model, tables: former.tables }, dialect);
      await insertSamples(db, tablesOf(before), dialect);
    });
    if (byHand.length > 0) await fresh.run(byHand);
    const changesOf = async (db: AnyKysely, dialect: Dialect) =>
      printChanges(
        await assessChanges(db, await readChanges(db, model, dialect), dialect),
        db,
        model.database,
      );
    const shown: string[] = [];
    const [snapshot] = (await readSnapshots(model.database.migrations)).slice(-1);
    const printed = [
      "--- db diff",
      await inDatabase(true, changesOf),
      "--- migrate diff",
      await inDatabase(true, async (db, dialect) => {
        const drift = await findDrift(db, snapshot?.snapshot ?? before, dialect, [], model.tables);
        return [printDrift(drift.changes, db), printLeftAlone(drift.unmanaged), ...drift.otherNames].join(
          "\n\n",
        );
      }),
      "--- db push",
      await inDatabase(false, (db, dialect) =>
        pushChanges(db, model, dialect, allKinds, (changes, alone) => {
          shown.push(printChanges(changes, alone, model.database));
        }),
      ).then(
        () => shown.join("\n"),
        (error: unknown) => [...shown, `failed: ${(error as Error).message}`].join("\n"),
      ),
      "--- left after db push",
      await inDatabase(true, changesOf),
    ];
    return printed.map((text) => text.replaceAll(String(fresh.database.name), "test"));
  } finally {
    await fresh.dispose();
  }
}
