import type { DatabaseError } from "../../wire/database-error.js";
import type { Migration, MigrationStep } from "../migration.js";
import type { MigrationDialect } from "../migration-dialect.js";
import { firstLine } from "./plan-apply.js";

export interface StepFailure {
  readonly error: unknown;
  readonly migration: Migration;
  readonly direction: "up" | "down";
  /** `undefined` if it failed between steps: at the commit, or when progress was recorded. */
  readonly step: MigrationStep | undefined;
  readonly isTransaction: boolean;
  readonly steps: readonly MigrationStep[];
  /** How many steps are done and stay done. */
  readonly done: number;
}

export interface ExplainedFailure {
  /** The error and its place, then what is done, and what to do next. */
  readonly lines: readonly [reason: string, ...string[]];
  /** Whether the connection was lost, so that the outcome is not known. */
  readonly isLost: boolean;
}

export function explainFailure(failure: StepFailure, dialect: MigrationDialect): ExplainedFailure {
  const { error, migration, step } = failure;
  const fault = dialect.toDatabaseError(error);
  const isLost = fault.kind === "connection" && fault.outcome === "unknown";
  const { path } = migration.script;
  const place = step?.kind === "sql" ? `${path}:${step.line}` : (step?.path ?? path);
  return {
    lines: [
      `${place}: ${(error as Error).message.replace(/[.\s]*$/, "")}.`,
      ...(step?.kind === "sql" ? [`  ${firstLine(step.text)}`] : []),
      whatIsDone(failure, isLost),
      whatNext(failure, fault, dialect, isLost),
    ],
    isLost,
  };
}

function whatIsDone(
  { isTransaction, step, steps, done, migration, direction }: StepFailure,
  isLost: boolean,
): string {
  const before =
    done === 0
      ? `Nothing of "${migration.name}" ${direction === "up" ? "was applied" : "was undone"}`
      : `${done === 1 ? "Step 1" : `Steps 1 to ${done}`} of ${steps.length}, up to line ${String(steps[done - 1]?.line)}, ${done === 1 ? "is" : "are"} done and ${done === 1 ? "stays" : "stay"} so`;
  if (!isLost) return `${before}.`;
  if (step !== undefined && isTransaction) return `${before}: the transaction was rolled back.`;
  return `${before}; whether ${step === undefined ? "the next ones were committed" : "this one is done"} is not known, and the next run finds out.`;
}

function whatNext(
  { migration, direction, step }: StepFailure,
  fault: DatabaseError,
  { applying }: MigrationDialect,
  isLost: boolean,
): string {
  const again = `run "data-api migrate ${direction === "up" ? "apply" : "undo"}" again to continue from there`;
  if (isLost) return `The connection to the database or the lock of the migrations was lost: ${again}.`;
  if (applying.findings(fault.cause) === "noRight")
    return `The database user lacks the right for it: grant it, or connect as the owner of the tables, and ${again}.`;
  if (fault.kind === "connection")
    return `The database cannot take it now, for example because its disk is full: fix that, and ${again}.`;
  if (fault.kind === "timeout" || fault.kind === "deadlock")
    return `Others hold a lock on it: ${again}, at a time with less load.`;
  if (direction === "up" && applying.findings(fault.cause) === "there")
    return `What it creates is there already, for example from "data-api db push". If the database has all that the migration changes, mark it: "data-api migrate resolve ${migration.name} --applied". Then "data-api migrate diff" shows what differs. Otherwise correct ${migration.script.path}, and ${again}.`;
  const what = step?.kind === "file" ? step.path : migration.script.path;
  return `Correct ${what}, and ${again}.`;
}
