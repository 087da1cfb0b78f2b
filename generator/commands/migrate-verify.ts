import { dialects } from "../../runtime/database/dialects/dialects.js";
import type { Migration } from "../../runtime/database/migrations/migration.js";
import {
  withMigrationTools,
  type MigrationDialect,
} from "../../runtime/database/migrations/migration-dialect.js";
import { findOtherDatabases } from "../../runtime/database/migrations/other-databases.js";
import { readMigrations } from "../../runtime/database/migrations/read-migrations.js";
import { CommandError } from "../command-error.js";
import { exitCodes } from "../exit-codes.js";
import { loadModel } from "../config/load-model.js";
import { verifyMigrations } from "../migrate/verify-migrations.js";
import { command, configHelp, configOption, print } from "./command.js";
import { againstHelp, againstOption, databaseAt } from "./database-at.js";

export const migrateVerify = command({
  help: `Usage: data-api migrate verify [--config FILE] [--against URL]

Tries all migrations on shadow databases, which it makes on the server of the configuration, named data_api_verify_…, and
removes at the end; for SQLite they are temporary files. Applies all migrations to an empty database, and compares it with one
that is created from the last snapshot. Then repeats this from each earlier migration on, with rows in the tables. Needs the
right to create databases. The database of the configuration is not touched.

${configHelp}
${againstHelp}

Exit codes: 0 all is well, 1 a mistake, or no shadow database can be made, 2 a migration fails, or the tables differ`,
  options: { ...configOption, ...againstOption },
  run: async (options) => {
    const model = await loadModel(options.config);
    const against = options.against;
    const database = against === undefined ? model.database : databaseAt(against, model);
    const dialect = await withMigrationTools(dialects[database.dialect]);
    const migrations = await readMigrations(database.migrations, dialect);
    if (migrations.length === 0)
      throw new CommandError('There is no migration: "data-api migrate new" writes the first one.');
    refuseOutside(migrations, dialect);
    const { problems, remarks } = await verifyMigrations({ ...model, database }, migrations, (text) => {
      process.stderr.write(`${text}\n`);
    });
    if (remarks.length > 0) print(`Not verified:\n${listOf(remarks)}\n`);
    if (problems.length > 0) {
      print(`The migrations have problems:\n${listOf(problems)}`);
      return exitCodes.different;
    }
    print(
      migrations.length === 1
        ? "1 migration verified: it applies to an empty database, and the tables match its snapshot."
        : `${migrations.length} migrations verified: they apply to an empty database and from each earlier one on, and the tables match the last snapshot.`,
    );
    return exitCodes.done;
  },
});

/** @throws {CommandError} if a migration would change something outside the shadow database. */
function refuseOutside(migrations: readonly Migration[], dialect: MigrationDialect): void {
  const names = dialect.shadow?.databaseNames;
  if (names === undefined) return;
  const [place] = migrations.flatMap(({ snapshot }) =>
    names.parts > 2 ? [] : snapshot.tables.filter(({ schema }) => schema !== undefined),
  );
  if (place !== undefined)
    throw new CommandError(
      `The table "${place.schema ?? ""}"."${place.table}" is in a database of its own, which the migrations would change while they are verified: nothing was run.`,
    );
  const found = findOtherDatabases(migrations, dialect, names);
  if (found.length > 0)
    throw new CommandError(
      `These scripts may reach another database than the shadow, which would be changed while they are verified, so nothing was run. Name tables without their database:\n${listOf(found)}`,
    );
}

function listOf(sentences: readonly string[]): string {
  return sentences.map((sentence) => `  - ${sentence}`).join("\n");
}
