import { PLACEHOLDER, type SchemaStep } from "../../runtime/database/migrations/compare/schema-step.js";
import { readSnapshots } from "../../runtime/database/migrations/read-migrations.js";
import { CommandError } from "../command-error.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import { loadModel } from "../config/load-model.js";
import {
  checkScripts,
  migrationName,
  planNewMigration,
  writeMigration,
  type PlannedMigration,
} from "../migrate/new-migration.js";
import { command, configHelp, configOption, print } from "./command.js";

export const migrateNew = command({
  help: `Usage: data-api migrate new [NAME] [--config FILE] [--dialect NAMES] [--check]

Writes a migration: what the configuration changes since the last one, as SQL to read, edit and commit, and a snapshot of the
tables after it. It needs no database. The scripts are written for the dialects of the last migration, or for the one of the
configuration.

${configHelp}
  --dialect NAMES   the dialects to write scripts for, separated by commas: mssql, sqlite, postgres, mysql
  --check           write nothing: check that the configuration has a migration, and each script leads to its snapshot

Exit codes: 0 done or nothing to do, 1 a mistake, 2 --check found something`,
  options: { ...configOption, dialect: { type: "string" }, check: { type: "boolean" } },
  takesPaths: true,
  run: async (options, names) => {
    if (names.length > 1)
      throw new CommandError(
        `A migration has one name, and these are ${names.length}: write "${names.join("_")}".`,
      );
    const model = await loadModel(options.config);
    const read = await readSnapshots(model.database.migrations);
    const dialects = (options.dialect ?? "").split(",").map((each) => each.trim());
    const planned = await planNewMigration(
      model,
      read,
      dialects.filter((each) => each !== ""),
    );
    if (options.check === true) return check(planned, await checkScripts(read));
    if (!planned.isNeeded) {
      print("The configuration changes nothing since the last migration.");
      return exitCodes.done;
    }
    const [given] = names;
    const name = given === undefined ? (read.length === 0 ? "initial" : "changes") : migrationName(given);
    const { folder, files } = await writeMigration(model, read, planned, name, new Date());
    print([`${folder}: ${files.join(", ")}`, ...describe(planned)].join("\n"));
    return exitCodes.done;
  },
});

function check(planned: PlannedMigration, problems: readonly string[]): ExitCode {
  if (!planned.isNeeded && problems.length === 0) {
    print("The configuration has its migrations, and each script leads to its snapshot.");
    return exitCodes.done;
  }
  const missing = planned.isNeeded
    ? [`The configuration has changes without a migration: run "data-api migrate new".`, ...describe(planned)]
    : [];
  print([...problems, ...missing].join("\n"));
  return exitCodes.different;
}

/** Describes the steps, once for all dialects, and what a person has to check. */
function describe({ plans }: PlannedMigration): readonly string[] {
  const [first] = plans;
  const steps = plans.flatMap(({ plan }) => plan.up);
  return [
    ...(first?.plan.up ?? []).map(describeStep),
    ...(steps.some(({ kind }) => kind === "fill" || kind === "decide") &&
    steps.some(({ statements }) => statements.some(({ text }) => text.includes(PLACEHOLDER)))
      ? [`Replace ${PLACEHOLDER} by what only you know: until then, the migration cannot be applied.`]
      : []),
    ...(steps.some(({ kind, loss }) => kind === "remove" && loss !== undefined)
      ? [
          `If something was renamed and not removed, delete the folder, set "renamedFrom", and run this again.`,
        ]
      : []),
  ];
}

function describeStep({ message, loss }: SchemaStep): string {
  return `  - ${[message, ...(loss === undefined ? [] : [loss])].join(" ")}`;
}
