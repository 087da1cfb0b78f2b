import { suggestion } from "../../../errors/nearest.js";
import { type Migration, type MigrationStatement, type MigrationStep, MigrationError } from "../migration.js";
import type { MigrationStatus } from "./migration-status.js";
import { hasPlaceholder } from "../compare/schema-step.js";
import { createHash } from "node:crypto";
import { basename } from "node:path";

/** Whether a statement loses data, as far as its text tells. */
export type LosesData = (statement: MigrationStatement) => boolean;

/**
 * The migrations to apply, in order.
 * @param to The last of them. Default: all.
 * @throws {MigrationError} with every reason why they cannot be applied. Nothing has been executed then.
 */
export function planApply(
  statuses: readonly MigrationStatus[],
  losesData: LosesData,
  to?: string,
): readonly MigrationStatus[] {
  checkName(statuses, to);
  const problems = statuses.flatMap((status) => problemWith(status) ?? []);
  const planned = statuses.filter(
    ({ name, state }) =>
      (state === "pending" || state === "failed" || state === "in progress") &&
      (to === undefined || name <= to),
  );
  for (const { migration, row } of planned) {
    if (migration !== undefined)
      problems.push(...unfit(migration.script.up, row?.stepsDone ?? 0, migration, losesData));
  }
  if (problems.length > 0) throw new MigrationError(problems);
  return planned;
}

/** @throws {MigrationError} if there is no such migration. */
export function checkName(statuses: readonly MigrationStatus[], name: string | undefined): void {
  const names = statuses.map((status) => status.name);
  if (name !== undefined && !names.includes(name))
    throw new MigrationError([`There is no migration "${name}".${suggestion(name, names)}`]);
}

/** Why no migration can be applied while one is in this state. */
function problemWith(status: MigrationStatus): string | undefined {
  const { name, state, extent, migration, row, appliedLater } = status;
  switch (state) {
    case "applied":
      return undefined;
    case "pending":
      return appliedLater === undefined ? undefined : outOfOrder(name, appliedLater);
    case "changed":
      return changedSince(name);
    case "missing":
      return `"${name}" is applied and not in the folder: restore it from version control. If it is gone for good, "data-api migrate resolve ${name} --rolled-back" forgets it.`;
    case "undo failed":
    case "undo in progress":
      if (extent === "whole") return migration?.checksum === row?.checksum ? undefined : changedSince(name);
      return `"${name}" is half undone: run "data-api migrate undo" to the end first.`;
    case "failed":
    case "in progress":
      if (migration === undefined)
        return extent === "none"
          ? undefined
          : `"${name}" is half applied (${String(row?.stepsDone)} of ${String(row?.steps)} steps) and not in the folder: restore it from version control.`;
      return row === undefined ? undefined : changedMeanwhile(migration, migration.script.up, row);
  }
}

function changedSince(name: string): string {
  return `"${name}" was changed after it was applied: restore its files from version control, and write what is new as a migration of its own. If the database has the change already, "data-api migrate resolve ${name} --applied" accepts it.`;
}

function outOfOrder(name: string, later: string): string {
  return `"${name}" is older than "${later}", which is applied already: it came later, from another branch, and the later one was made without it. Set "${name}" aside, run "data-api migrate new" to make it again with the time of now, and copy your own edits into it.`;
}

/** The steps that were executed must not change, because the rest continues from there. */
export function changedMeanwhile(
  { name, script }: Migration,
  steps: readonly MigrationStep[],
  row: NonNullable<MigrationStatus["row"]>,
): string | undefined {
  const begun = row.stepsDone + (row.isInFlight ? 1 : 0);
  if (stepChecksum(steps.slice(0, begun)) === row.doneChecksum) return undefined;
  return `${script.path}: The first ${begun === 1 ? "step has" : `${begun} steps have`} been run and changed since: restore them, only what follows may be edited. If you have brought the database to the end of "${name}" by hand, "data-api migrate resolve ${name} --applied" marks it.`;
}

/** The steps that must not run as written. */
export function unfit(
  steps: readonly MigrationStep[],
  done: number,
  { name, script: { path } }: Migration,
  losesData: LosesData,
): readonly string[] {
  return steps.slice(done).flatMap((step) => {
    if (step.kind === "file") return [];
    const place = `${path}:${step.line}`;
    if (step.mistake !== undefined) return [`${place}: ${step.mistake} ${whereApplied(name)}`];
    if (hasPlaceholder(step.text)) return [`${place}: A value is still to be written here.`];
    if (!losesData(step) || step.accepts.has("loses data")) return [];
    return [
      `${place}: This statement loses data. If that is meant, write the line "-- accept: loses data" before it.\n      ${firstLine(step.text)}`,
    ];
  });
}

/** The remedy for a script that ran before its mistake was known. */
function whereApplied(name: string): string {
  return `Databases in which "${name}" is applied already accept the corrected script with "data-api migrate resolve ${name} --applied".`;
}

export function firstLine(text: string): string {
  const [line = ""] = text.split("\n");
  const isAll = line.length === text.length && line.length <= 120;
  return isAll ? `${line};` : `${line.slice(0, 120).trimEnd()} …`;
}

/** Identifies steps by their effect. Comments and lines do not matter. */
export function stepChecksum(steps: readonly MigrationStep[]): string {
  const texts = steps.map((step) => (step.kind === "sql" ? step.text : `./${basename(step.path)}`));
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex");
}
