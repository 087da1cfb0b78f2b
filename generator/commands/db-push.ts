import type { Dialect } from "../../runtime/database/dialect.js";
import { readBegun } from "../../runtime/database/migrations/apply/apply-migrations.js";
import { withMigrationTools } from "../../runtime/database/migrations/migration-dialect.js";
import type { AnyKysely } from "../../runtime/database/sql/sql.js";
import type { Model } from "../../runtime/model/model.js";
import { DatabaseError } from "../../runtime/database/wire/database-error.js";
import { assessChanges } from "../../runtime/database/schema/compare/assess-change.js";
import { readChanges } from "../../runtime/database/schema/prepare-schema.js";
import { pushChanges } from "../../runtime/database/schema/push-changes.js";
import type { SchemaChange } from "../../runtime/database/schema/schema-changes.js";
import { CommandError } from "../command-error.js";
import { withDatabase } from "../migrate/with-database.js";
import { exitCodes } from "../exit-codes.js";
import { loadModel } from "../config/load-model.js";
import { printChanges } from "../migrate/print-changes.js";
import { command, configHelp, configOption, print } from "./command.js";

export const dbPush = command({
  help: `Usage: data-api db push [--config FILE] [--accept-changes] [--accept-data-loss]

Makes the database match the configuration: renames what "renamedFrom" names, adds what is missing, prints each statement
before it runs, and lists what is left. It never removes a table or column. While it runs, no server changes tables. If the
database can roll back changes of tables, either all changes are made or none. It is refused where migrations make the
changes: with "schema" as "migrations", once one is applied.

${configHelp}
  --accept-changes    also change existing columns: their type, and whether they are nullable. Each value is checked
                      first: a change that would lose part of a value is not made
  --accept-data-loss  also make these changes: numbers are rounded, texts truncated

Exit codes: 0 done or nothing to do, 1 a mistake, or a statement failed, 2 something is left that needs --accept-changes,
--accept-data-loss or a decision`,
  options: {
    ...configOption,
    "accept-changes": { type: "boolean" },
    "accept-data-loss": { type: "boolean" },
  },
  run: async (options) => {
    const model = await loadModel(options.config);
    const isLossAccepted = options["accept-data-loss"] === true;
    const kinds = new Set<SchemaChange["kind"]>(["rename", "add", "addConstraint"]);
    if (isLossAccepted || options["accept-changes"] === true) kinds.add("alter");
    if (isLossAccepted) kinds.add("alterWithLoss");
    return withDatabase(model.database, { isReadOnly: false }, async (db, dialect) => {
      const changes = await readChanges(db, model, dialect);
      if (changes.length === 0) {
        print("The database matches the configuration.");
        return exitCodes.done;
      }
      if (model.database.schema === "migrations") await refuseMigrated(db, model, dialect);
      if (changes.some(({ kind }) => kinds.has(kind))) {
        const isDone = await pushChanges(db, model, dialect, kinds, (shown, alone) =>
          print(`${printChanges(shown, alone, model.database)}\n`),
        ).catch(throwCommandError);
        if (isDone) print("Done.\n");
      }
      const left = await assessChanges(db, await readChanges(db, model, dialect), dialect);
      if (left.length === 0) return exitCodes.done;
      print(`-- Left as it is:\n\n${printChanges(left, db, model.database)}`);
      return exitCodes.different;
    });
  },
});

/**
 * A migration that creates what is there already would fail.
 * @throws {CommandError} if migrations have been applied to the database.
 */
async function refuseMigrated(db: AnyKysely, { migrationHistory }: Model, notLoaded: Dialect): Promise<void> {
  const dialect = await withMigrationTools(notLoaded);
  const begun = await readBegun(db, { dialect, historyTable: migrationHistory, migrations: [] });
  if (begun.length === 0) return;
  throw new CommandError(
    `Migrations change the tables of this database (schema: "migrations"), and would fail on what "db push" adds: "data-api migrate new NAME" writes the next one, and "data-api migrate apply" runs it.`,
  );
}

function throwCommandError(error: unknown): never {
  if (!(error instanceof DatabaseError)) throw error;
  throw new CommandError(`${error.message}\nRun "data-api db diff" to see what is left to do.`);
}
