import { dialects } from "../../runtime/database/dialects/dialects.js";
import { type Migration, MigrationError } from "../../runtime/database/migrations/migration.js";
import { withMigrationTools } from "../../runtime/database/migrations/migration-dialect.js";
import { mistakesIn } from "../../runtime/database/migrations/scripts/parse-script.js";
import { rateMigrations } from "../../runtime/database/migrations/rating/rate-script.js";
import { readMigrations } from "../../runtime/database/migrations/read-migrations.js";
import { suggestion } from "../../runtime/errors/nearest.js";
import type { DatabaseSettings } from "../../runtime/model/model.js";
import { CommandError } from "../command-error.js";
import { exitCodes } from "../exit-codes.js";
import { isBlocked, lintAgainst, lintMigration, type LintedMigration } from "../migrate/lint-migrations.js";
import { loadModel } from "../config/load-model.js";
import { lintToJson, printLint } from "../migrate/print-lint.js";
import { command, configHelp, configOption, print } from "./command.js";
import { databaseAt } from "./database-at.js";

export const migrateLint = command({
  help: `Usage: data-api migrate lint [NAME…] [--all] [--config FILE] [--against URL] [--json]

Says what each statement of the last migration, or of those named, does to a database in use: whether it locks reads or
writes for long, rewrites a table, may fail on the rows, loses data, or breaks servers that still run the version before; and
the safer way, where there is one. The comment "-- accept: loses data" before a statement accepts that risk. A statement whose
effect is unknown is "not judged". Needs no database and writes nothing.

${configHelp}
  --all             all migrations of the folder "database.migrations"
  --against URL     also ask this database, without writing to it: how many rows would make a statement fail or be lost, and
                    how many rows the tables have. Locks of tables with few rows need not be accepted. A password is better
                    given as the environment variable DB_PASSWORD
  --json            print it as JSON

Exit codes: 0 nothing is left to accept, 1 a mistake, 2 a statement loses data, locks long, rewrites a table, may fail or is
not judged, and no comment accepts it`,
  options: {
    ...configOption,
    all: { type: "boolean" },
    against: { type: "string" },
    json: { type: "boolean" },
  },
  takesPaths: true,
  run: async (options, names) => {
    const { database } = await loadModel(options.config);
    const against = options.against === undefined ? undefined : databaseAt(options.against, { database });
    const dialect = await withMigrationTools(dialects[(against ?? database).dialect]);
    const migrations = await readMigrations(database.migrations, dialect);
    const chosen = choose(migrations, names, options.all === true);
    const mistakes = [...chosen].flatMap(({ script }) => mistakesIn(script));
    if (mistakes.length > 0) throw new MigrationError(mistakes);
    const linted = await lint(migrations, chosen, against, database);
    print(options.json === true ? lintToJson(linted) : printLint(linted));
    return linted.some(({ steps }) => steps.some(isBlocked)) ? exitCodes.different : exitCodes.done;
  },
});

function choose(
  migrations: readonly Migration[],
  names: readonly string[],
  isAll: boolean,
): ReadonlySet<Migration> {
  if (isAll && names.length > 0) throw new CommandError("Give names or --all, not both.");
  if (isAll) return new Set(migrations);
  const known = migrations.map(({ name }) => name);
  for (const name of names)
    if (!known.includes(name))
      throw new CommandError(`There is no migration "${name}".${suggestion(name, known)}`);
  return new Set(
    names.length > 0 ? migrations.filter(({ name }) => names.includes(name)) : migrations.slice(-1),
  );
}

/** All migrations are rated, because the effect of one depends on those before it. */
async function lint(
  migrations: readonly Migration[],
  chosen: ReadonlySet<Migration>,
  against: DatabaseSettings | undefined,
  database: DatabaseSettings,
): Promise<readonly LintedMigration[]> {
  if (against !== undefined) return lintAgainst(migrations, chosen, against);
  const rated = rateMigrations(migrations, await withMigrationTools(dialects[database.dialect]));
  return rated.filter(({ migration }) => chosen.has(migration)).map((each) => lintMigration(each));
}
