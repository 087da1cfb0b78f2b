import path from "node:path";
import {
  readBegun,
  type MigrationContext,
} from "../../runtime/database/migrations/apply/apply-migrations.js";
import { withMigrationTools } from "../../runtime/database/migrations/migration-dialect.js";
import { findDrift, type Drift } from "../../runtime/database/migrations/drift/find-drift.js";
import type { Migration } from "../../runtime/database/migrations/migration.js";
import { readSnapshots } from "../../runtime/database/migrations/read-migrations.js";
import { resolveMigration } from "../../runtime/database/migrations/apply/resolve-migration.js";
import type { SnapshotTables } from "../../runtime/database/migrations/snapshots/schema-snapshot.js";
import type { AnyKysely } from "../../runtime/database/sql/sql.js";
import type { Model } from "../../runtime/model/model.js";
import { CommandError } from "../command-error.js";
import { withDatabase } from "../migrate/with-database.js";
import { exitCodes } from "../exit-codes.js";
import { loadModel } from "../config/load-model.js";
import { withMigrations } from "../migrate/migration-context.js";
import { oneLine } from "../one-line.js";
import { printDrift, printLeftAlone } from "../migrate/print-changes.js";
import { migrationName, planNewMigration, writeMigration } from "../migrate/new-migration.js";
import { command, configHelp, configOption, print } from "./command.js";
import { againstHelp, againstOption, databaseAt } from "./database-at.js";

export const migrateBaseline = command({
  help: `Usage: data-api migrate baseline [NAME] [--config FILE] [--against URL]

Takes an existing database as the starting point. Without migrations it writes the first one, which creates the
tables of the configuration, and marks it as applied. In a further environment it only marks: all migrations up to NAME or,
without it, up to the last one whose tables the database matches. If they differ, it lists the differences, writes
nothing and marks nothing. No migration is run.

  NAME              without migrations: the name of the first one (default: baseline); else the last one to mark
${configHelp}
${againstHelp}

Exit codes: 0 done, 1 a mistake, 2 the database differs`,
  options: { ...configOption, ...againstOption },
  takesPaths: true,
  run: async (options, [name, ...others]) => {
    if (others.length > 0) throw new CommandError(`Name one migration, and not also "${others.join(" ")}".`);
    const configured = await loadModel(options.config);
    const database = databaseAt(options.against, configured);
    const model = { ...configured, database };
    const read = await readSnapshots(database.migrations);
    if (read.length === 0) {
      const title = migrationName(name ?? "baseline");
      const planned = await planNewMigration(model, read, [database.dialect]);
      const drift = await withDatabase(database, { isReadOnly: true }, async (db, notLoaded) => {
        const dialect = await withMigrationTools(notLoaded);
        await refuseHistory({ db, dialect, historyTable: model.migrationHistory, migrations: [] });
        return agree(db, planned.snapshot, dialect, model);
      });
      if (drift === undefined) return exitCodes.different;
      const { folder, files } = await writeMigration(model, read, planned, title, new Date());
      print(`Wrote ${folder}: ${files.join(", ")}.`);
      await withMigrations(model, { isReadOnly: false }, (context) =>
        mark(context, path.basename(folder), drift),
      );
      if (database.schema !== "migrations") print(NEXT);
      return exitCodes.done;
    }
    return withMigrations(model, { isReadOnly: false }, async (context) => {
      await refuseHistory(context);
      const target =
        name === undefined ? await lastAgreeing(context, model.tables) : named(context.migrations, name);
      const drift = await agree(context.db, target.snapshot, context.dialect, model);
      return drift === undefined ? exitCodes.different : mark(context, target.name, drift);
    });
  },
});

const NEXT =
  '\nNext: set "schema" of the database to "migrations". Then "data-api migrate new NAME" writes each change, and "data-api migrate apply" runs it.';

/** @throws {CommandError} if the database already has migrations. */
async function refuseHistory(
  context: Pick<MigrationContext, "db" | "dialect" | "historyTable" | "migrations">,
): Promise<void> {
  const known = await readBegun(context.db, context);
  if (known.length === 0) return;
  const next =
    context.migrations.length > 0
      ? '"data-api migrate status" shows all.'
      : 'Nothing was written: take the folder of these migrations from version control. If they are lost for good, empty the table of the history, and run "data-api migrate baseline" again.';
  throw new CommandError(
    `The database already has a starting point: ${known.map(({ name }) => oneLine(name)).join(", ")}. ${next}`,
  );
}

/** The drift if nothing differs. Prints the differences otherwise. */
async function agree(
  db: AnyKysely,
  snapshot: SnapshotTables,
  dialect: MigrationContext["dialect"],
  { migrationHistory, tables }: Pick<Model, "migrationHistory" | "tables">,
): Promise<Drift | undefined> {
  const drift = await findDrift(db, snapshot, dialect, [migrationHistory.table], tables);
  if (drift.changes.length === 0) return drift;
  print(
    `-- The database differs, so nothing was written and nothing is marked. Change it or the configuration:\n\n${printDrift(drift.changes, db)}`,
  );
  return undefined;
}

/** Marks all migrations up to this one. */
async function mark(context: MigrationContext, last: string, { unmanaged, otherNames }: Drift) {
  const marked = context.migrations.map(({ name }) => name).filter((name) => name <= last);
  for (const name of marked) await resolveMigration(context, name, "applied");
  print(`Marked as applied, without running it: ${marked.join(", ")}.`);
  if (otherNames.length > 0)
    print(
      `\nA migration that removes one of these must use the name that it has here:\n${otherNames.map((text) => `  - ${text}`).join("\n")}`,
    );
  if (unmanaged.length > 0) print(`\n${printLeftAlone(unmanaged)}`);
  return exitCodes.done;
}

function named(migrations: readonly Migration[], name: string): Migration {
  const found = migrations.find((each) => each.name === name);
  if (found !== undefined) return found;
  throw new CommandError(
    `There is no migration "${name}". There are: ${migrations.map((each) => each.name).join(", ")}.`,
  );
}

/**
 * The last migration whose tables match the database, else the one with the fewest differences.
 * @throws {CommandError} if the tables do not show which one it is.
 */
async function lastAgreeing(context: MigrationContext, tables: Model["tables"]): Promise<Migration> {
  const counted: { readonly migration: Migration; readonly count: number }[] = [];
  for (const migration of context.migrations.toReversed()) {
    const own = [context.historyTable.table];
    const { changes } = await findDrift(context.db, migration.snapshot, context.dialect, own, tables);
    counted.push({ migration, count: changes.length });
  }
  const [last, before] = counted.filter(({ count }) => count === 0).map(({ migration }) => migration);
  if (last !== undefined && before !== undefined && last.script.up.some(({ isData }) => isData))
    throw new CommandError(
      `The tables agree with "${before.name}" and with "${last.name}", which changes only rows. Name the last one that the database has: data-api migrate baseline ${before.name}`,
    );
  const [least] = counted.toSorted((a, b) => a.count - b.count);
  const found = last ?? least?.migration;
  if (found === undefined) throw new CommandError("There is no migration.");
  return found;
}
