import {
  readStatuses,
  type MigrationContext,
} from "../../runtime/database/migrations/apply/apply-migrations.js";
import { findDrift } from "../../runtime/database/migrations/drift/find-drift.js";
import type { Migration } from "../../runtime/database/migrations/migration.js";
import { CommandError } from "../command-error.js";
import { exitCodes } from "../exit-codes.js";
import { loadModel } from "../config/load-model.js";
import { withMigrations } from "../migrate/migration-context.js";
import { driftToJson, printDrift, printLeftAlone } from "../migrate/print-changes.js";
import { command, configHelp, configOption, print } from "./command.js";
import { againstHelp, againstOption, databaseAt } from "./database-at.js";

export const migrateDiff = command({
  help: `Usage: data-api migrate diff [--config FILE] [--against URL] [--json]

Compares a database with its migrations: the applied ones or, if none is applied, all. Prints each difference in their
tables with the SQL that would undo it, and lists the other objects of the database, which no migration created. Changes
nothing.

${configHelp}
${againstHelp}
  --json            print it as JSON

Exit codes: 0 no difference, 1 a mistake, or the database cannot be read, 2 there are differences`,
  options: { ...configOption, ...againstOption, json: { type: "boolean" } },
  run: async (options) => {
    const model = await loadModel(options.config);
    const database = databaseAt(options.against, model);
    return withMigrations({ ...model, database }, { isReadOnly: true }, async (context) => {
      const { migration, isApplied } = await lastOf(context);
      const { db, dialect, historyTable } = context;
      const drift = await findDrift(db, migration.snapshot, dialect, [historyTable.table], model.tables);
      const { changes, unmanaged } = drift;
      if (options.json === true) print(JSON.stringify(driftToJson(migration.name, drift, db), null, 2));
      else {
        const which = isApplied
          ? "the last migration that is applied"
          : "the last migration (none is applied)";
        const head =
          changes.length === 0
            ? `-- The database matches "${migration.name}", ${which}.`
            : `-- The database differs from "${migration.name}", ${which}:\n\n${printDrift(changes, db)}`;
        print([head, ...(unmanaged.length === 0 ? [] : [printLeftAlone(unmanaged)])].join("\n\n"));
      }
      return changes.length === 0 ? exitCodes.done : exitCodes.different;
    });
  },
});

/** @throws {CommandError} if there is no migration, or one is applied in part. */
async function lastOf(
  context: MigrationContext,
): Promise<{ readonly migration: Migration; readonly isApplied: boolean }> {
  const statuses = await readStatuses(context.db, context);
  const partial = statuses.find(({ extent }) => extent === "part");
  if (partial !== undefined)
    throw new CommandError(
      `"${partial.name}" is applied in part, so it is not known how the tables should be: see "data-api migrate status".`,
    );
  const applied = statuses.findLast(({ extent }) => extent === "whole");
  if (applied !== undefined && applied.migration === undefined)
    throw new CommandError(
      `"${applied.name}" is applied and not in the folder, so it is not known how the tables should be: restore it from version control.`,
    );
  const migration = applied?.migration ?? context.migrations.at(-1);
  if (migration === undefined)
    throw new CommandError('There is no migration: "data-api migrate new" writes the first one.');
  return { migration, isApplied: applied !== undefined };
}
