import os from "node:os";
import path from "node:path";
import type { MigrationContext } from "../../runtime/database/migrations/apply/apply-migrations.js";
import type { MigrationEvent } from "../../runtime/database/migrations/apply/run-steps.js";
import { firstLine } from "../../runtime/database/migrations/apply/plan-apply.js";
import { findLosses } from "../../runtime/database/migrations/rating/rate-script.js";
import { withMigrationTools } from "../../runtime/database/migrations/migration-dialect.js";
import { readMigrations } from "../../runtime/database/migrations/read-migrations.js";
import type { Model } from "../../runtime/model/model.js";
import { withDatabase } from "./with-database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { importFile } from "../config/load-config.js";
import { oneLine } from "../one-line.js";
import { version } from "../version.js";

/**
 * Reads the migrations, opens the database and runs `work` on both.
 * @throws {MigrationError}, before the database is opened, for mistakes in the files.
 */
export async function withMigrations<T>(
  { database, migrationHistory }: Model,
  { isReadOnly }: { readonly isReadOnly: boolean },
  work: (context: MigrationContext) => Promise<T>,
): Promise<T> {
  const dialect = await withMigrationTools(dialects[database.dialect]);
  const migrations = await readMigrations(database.migrations, dialect);
  const losses = findLosses(migrations, dialect);
  return withDatabase(database, { isReadOnly }, (db) =>
    work({
      db,
      dialect,
      historyTable: migrationHistory,
      migrations,
      losesData: (statement) => losses.has(statement),
      loadStep: async (file) =>
        ((await importFile(path.resolve(file))) as { readonly default?: unknown }).default,
      agent: { user: userName(), host: os.hostname(), version: version() },
      report: (event) => {
        process.stderr.write(`${oneLine(tell(event))}\n`);
      },
    }),
  );
}

/** The user of the operating system, if it has a name. */
function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return "unknown";
  }
}

function tell(event: MigrationEvent): string {
  switch (event.kind) {
    case "wait":
      return "Waiting: another server applies migrations or changes tables.";
    case "begin": {
      const { migration, stepsDone, steps } = event;
      const from =
        stepsDone === 0
          ? `${steps} ${steps === 1 ? "step" : "steps"}`
          : `from step ${stepsDone + 1} of ${steps}`;
      return `${migration.name}: ${from}`;
    }
    case "step": {
      const { migration, step, duration } = event;
      const what = step.kind === "file" ? `./${path.basename(step.path)}` : firstLine(step.text);
      return `  ${path.basename(migration.script.path)}:${step.line}  ${inWords(duration)}  ${what}`;
    }
    case "end":
      return `${event.migration.name}: done in ${inWords(event.duration)}`;
  }
}

/** `12 ms`, `3.4 s`, `2.1 min` */
export function inWords(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  return `${(milliseconds / 60_000).toFixed(1)} min`;
}
