import { readStatuses } from "../../runtime/database/migrations/apply/apply-migrations.js";
import type { MigrationStatus } from "../../runtime/database/migrations/apply/migration-status.js";
import { exitCodes } from "../exit-codes.js";
import { loadModel } from "../config/load-model.js";
import { inWords, withMigrations } from "../migrate/migration-context.js";
import { oneLine } from "../one-line.js";
import { command, configHelp, configOption, print } from "./command.js";

export const migrateStatus = command({
  help: `Usage: data-api migrate status [--config FILE] [--json]

Lists the migrations of the folder "database.migrations" and of the database: applied, pending, changed after being applied,
missing in the folder, failed, or in progress. Changes nothing.

${configHelp}
  --json            print it as JSON

Exit codes: 0 all are applied, 1 a mistake, 2 some are not applied as they are`,
  options: { ...configOption, json: { type: "boolean" } },
  run: async (options) => {
    const model = await loadModel(options.config);
    return withMigrations(model, { isReadOnly: true }, async (context) => {
      const statuses = await readStatuses(context.db, context);
      if (options.json === true) print(JSON.stringify(statuses.map(toJson), null, 2));
      else if (statuses.length === 0) print("There is no migration.");
      else print(statuses.map(line).join("\n"));
      return statuses.every(({ state }) => state === "applied") ? exitCodes.done : exitCodes.different;
    });
  },
});

function line(status: MigrationStatus): string {
  const remark = remarkOf(status);
  return oneLine(`${status.state.padEnd(16)}  ${status.name}${remark === undefined ? "" : `  ${remark}`}`);
}

function remarkOf({ state, row, appliedLater }: MigrationStatus): string | undefined {
  if (row === undefined)
    return appliedLater === undefined ? undefined : `out of order: "${appliedLater}" is applied already`;
  if (state === "applied") return `${String(row.finishedAt)}, ${inWords(row.duration)}, ${row.appliedBy}`;
  if (state === "changed") return "its files differ from those that were applied";
  if (state === "missing") return "it is not in the folder";
  const progress = `${row.stepsDone} of ${row.steps} steps done`;
  if (row.error !== null) return `${progress}: ${row.error}`;
  return `${progress}, since ${row.startedAt} by ${row.appliedBy}, or interrupted`;
}

function toJson({ name, state, row, appliedLater }: MigrationStatus): object {
  const { checksum, startedAt, finishedAt, duration, appliedBy, steps, stepsDone, error } = row ?? {};
  return {
    name,
    state,
    ...(appliedLater !== undefined && { appliedLater }),
    ...(row !== undefined && {
      checksum,
      startedAt,
      finishedAt,
      duration,
      appliedBy,
      steps,
      stepsDone,
      error,
    }),
  };
}
