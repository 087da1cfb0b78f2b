import { exclusively, loadSteps, readStatuses, type MigrationContext } from "./apply-migrations.js";
import { type Migration, MigrationError } from "../migration.js";
import type { MigrationStatus } from "./migration-status.js";
import { changedMeanwhile, checkName, unfit, type LosesData } from "./plan-apply.js";
import { notBegun, runSteps } from "./run-steps.js";

/**
 * Runs the section `down` of the migration that was applied last, if it has one.
 * @param name Its name, as a confirmation.
 * @returns The undone migration.
 * @throws {MigrationError}
 */
export async function undoMigration(context: MigrationContext, name?: string): Promise<Migration> {
  const planned = planUndo(await readStatuses(context.db, context), context.losesData, name);
  await loadSteps(planned.migration.script.down, context);
  return exclusively(context, async (connection, run) => {
    const { migration, row } = planUndo(await readStatuses(connection, context), context.losesData, name);
    const dataSteps = await loadSteps(migration.script.down, context);
    const begun =
      row.direction === "down"
        ? row
        : ({ ...row, ...notBegun, direction: "down", steps: migration.script.down.length } as const);
    await run.history.update(connection, migration.name, begun);
    await runSteps(connection, migration, "down", begun, { ...run, dataSteps });
    return migration;
  });
}

/** The steps that `undoMigration` would run. @throws {MigrationError} */
export function planUndo(
  statuses: readonly MigrationStatus[],
  losesData: LosesData,
  name?: string,
): { readonly migration: Migration; readonly row: NonNullable<MigrationStatus["row"]> } {
  checkName(statuses, name);
  const last = statuses.findLast(({ extent }) => extent !== "none");
  if (last?.row === undefined)
    throw new MigrationError(["No migration is applied: there is nothing to undo."]);
  const { migration, row, state } = last;
  if (name !== undefined && name !== last.name)
    throw new MigrationError([
      `"${name}" is not the migration that was applied last, and only that one can be undone: it is "${last.name}".`,
    ]);
  if (migration === undefined)
    throw new MigrationError([
      `"${last.name}" was applied last and is not in the folder: restore it from version control.`,
    ]);
  if (state === "failed" || state === "in progress")
    throw new MigrationError([
      `"${last.name}" is half applied (${row.stepsDone} of ${row.steps} steps): run "data-api migrate apply" to the end first, or bring the database back by hand and run "data-api migrate resolve ${last.name} --rolled-back".`,
    ]);
  if (state === "changed")
    throw new MigrationError([
      `"${last.name}" was changed after it was applied: restore its files from version control, or accept them with "data-api migrate resolve ${last.name} --applied".`,
    ]);
  const { down, path } = migration.script;
  if (down.length === 0)
    throw new MigrationError([
      `${path}: It has no section "-- down:", so that it cannot be undone. Write a new migration that takes it back.`,
    ]);
  const begun = row.direction === "down" ? row : undefined;
  const changed = begun === undefined ? undefined : changedMeanwhile(migration, down, begun);
  const problems = [
    ...(changed === undefined ? [] : [changed]),
    ...unfit(down, begun?.stepsDone ?? 0, migration, losesData),
  ];
  if (problems.length > 0) throw new MigrationError(problems);
  return { migration, row };
}
