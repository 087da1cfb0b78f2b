import { sql, type AnyKysely } from "../../sql/sql.js";
import { explainFailure } from "./explain-failure.js";
import { type Migration, type MigrationStatement, type MigrationStep, MigrationError } from "../migration.js";
import type { Finding, MigrationDialect } from "../migration-dialect.js";
import type { HistoryRow, MigrationHistory } from "./migration-history.js";
import { scriptTokens, type ScriptToken } from "../scripts/script-tokens.js";
import { stepChecksum } from "./plan-apply.js";
import { inspect } from "node:util";

/** The export of a step's file: it changes rows in the transaction of its migration. */
export type DataStep = (context: { readonly db: AnyKysely }) => unknown;

/** The progress events of applying migrations. Durations are in milliseconds. */
export type MigrationEvent =
  /** Another server applies migrations. */
  | { readonly kind: "wait" }
  | {
      readonly kind: "begin";
      readonly migration: Migration;
      readonly stepsDone: number;
      readonly steps: number;
    }
  | {
      readonly kind: "step";
      readonly migration: Migration;
      readonly step: MigrationStep;
      readonly duration: number;
    }
  | { readonly kind: "end"; readonly migration: Migration; readonly duration: number };

export interface MigrationRun {
  readonly dialect: MigrationDialect;
  readonly history: MigrationHistory;
  /** The value of `appliedBy` in the history. */
  readonly appliedBy: string;
  /** The functions of the files of steps, by path. */
  readonly dataSteps: ReadonlyMap<string, DataStep>;
  readonly report: (event: MigrationEvent) => void;
}

/** The progress in the history before the first step. */
export const notBegun = {
  finishedAt: null,
  duration: 0,
  stepsDone: 0,
  isInFlight: false,
  doneChecksum: stepChecksum([]),
} satisfies Partial<HistoryRow>;

/** Steps that run together in a transaction, or one step that runs without. */
interface Segment {
  readonly isTransaction: boolean;
  readonly steps: MigrationStep[];
}

/**
 * Runs the steps of a migration in one direction, and continues where an earlier run ended.
 * @param former Its row of the history, `undefined` if nothing of it is done.
 * @throws {MigrationError} with the place, what is done, and what to do next.
 */
export async function runSteps(
  connection: AnyKysely,
  migration: Migration,
  direction: "up" | "down",
  former: HistoryRow | undefined,
  { dialect, history, appliedBy, dataSteps, report }: MigrationRun,
): Promise<void> {
  const { applying } = dialect;
  const { name, checksum } = migration;
  const steps = migration.script[direction];
  const begin = performance.now();
  let done = former?.stepsDone ?? 0;
  /** The step that runs, for messages. */
  let running: MigrationStep | undefined;
  let segment: Segment | undefined;

  report({ kind: "begin", migration, stepsDone: done, steps: steps.length });
  try {
    await recordBegin();
    if (done === steps.length) await recordProgress(connection, done);
    for (segment of segmentsOf(steps.slice(done), dialect)) {
      await (segment.isTransaction ? runTogether(segment.steps) : runAlone(segment.steps));
      done += segment.steps.length;
    }
  } catch (error) {
    throw await failed(error, segment?.isTransaction ?? true);
  }
  report({ kind: "end", migration, duration: duration() });

  async function runTogether(together: readonly MigrationStep[]): Promise<void> {
    await applying.transaction(connection, together, async (transaction) => {
      for (const step of together) await runStep(transaction, step);
      running = undefined;
      await recordProgress(transaction, done + together.length);
    });
  }

  async function runAlone([step]: readonly MigrationStep[]): Promise<void> {
    if (step?.kind !== "sql") return;
    const tokens = tokensOf(step, dialect);
    const isRepeat = former?.stepsDone === done;
    running = step;
    if (isRepeat) await applying.beforeRepeat?.(connection, tokens);
    const doneChecksum = stepChecksum(steps.slice(0, done + 1));
    await history.update(connection, name, { isInFlight: true, doneChecksum });
    try {
      await runStep(connection, step);
    } catch (error) {
      const isInDoubt = isRepeat && former.isInFlight;
      if (!isInDoubt || !wasDone(tokens, applying.findings(error))) throw error;
    }
    await recordProgress(connection, done + 1);
  }

  async function runStep(db: AnyKysely, step: MigrationStep): Promise<void> {
    running = step;
    const start = performance.now();
    if (step.kind === "file") await runFile(dataSteps.get(step.path), db);
    // With a semicolon, which SQL Server requires for some statements.
    else await (applying.runStatement?.(db, step) ?? sql.raw(`${step.text};`).execute(db));
    report({ kind: "step", migration, step, duration: performance.now() - start });
  }

  async function recordBegin(): Promise<void> {
    const begun = { checksum, appliedBy, steps: steps.length, error: null };
    if (former !== undefined) await history.update(connection, name, begun);
    else {
      const startedAt = new Date().toISOString();
      await history.insert(connection, { ...begun, ...notBegun, name, direction, startedAt });
    }
  }

  /** Records that this many steps are done, in the transaction of the last of them if there is one. */
  async function recordProgress(db: AnyKysely, stepsDone: number): Promise<void> {
    const isLast = stepsDone === steps.length;
    if (isLast && direction === "down") await history.remove(db, name);
    else
      await history.update(db, name, {
        stepsDone,
        isInFlight: false,
        doneChecksum: stepChecksum(steps.slice(0, stepsDone)),
        duration: Math.round(duration()),
        ...(isLast && { finishedAt: new Date().toISOString() }),
      });
  }

  async function failed(error: unknown, isTransaction: boolean): Promise<Error> {
    const failure = { error, migration, direction, step: running, isTransaction, steps, done };
    const { lines, isLost } = explainFailure(failure, dialect);
    const remarks: string[] = [];
    try {
      const doneChecksum = stepChecksum(steps.slice(0, done));
      const progress = { error: lines[0], isInFlight: false, doneChecksum };
      // After a lost connection, the next run finds out what was done.
      if (!isLost) await history.update(connection, name, progress);
    } catch (unrecorded) {
      remarks.push(`The failure could not be recorded: ${(unrecorded as Error).message}.`);
    }
    return new MigrationError([[...lines, ...remarks].join("\n")], { cause: error });
  }

  function duration(): number {
    return (former?.duration ?? 0) + performance.now() - begin;
  }
}

function segmentsOf(steps: readonly MigrationStep[], dialect: MigrationDialect): readonly Segment[] {
  const segments: Segment[] = [];
  let isOpen = false;
  for (const step of steps) {
    const isTransaction = isUndone(step, dialect);
    // A statement that changes rows outside the common transaction gets its own, because it must not run twice.
    const isShared = step.kind === "file" || !step.isOutsideTransaction;
    const open = isOpen && isShared && isTransaction ? segments.at(-1) : undefined;
    if (open === undefined) segments.push({ isTransaction, steps: [step] });
    else open.steps.push(step);
    isOpen = isTransaction && isShared;
  }
  return segments;
}

function isUndone(step: MigrationStep, dialect: MigrationDialect): boolean {
  if (step.kind === "file") return true;
  const first = tokensOf(step, dialect)[0]?.word ?? "";
  return step.isOutsideTransaction ? ROW_WORDS.has(first) : (dialect.applying.isUndone?.(first) ?? true);
}

function tokensOf({ text }: MigrationStatement, { script }: MigrationDialect): readonly ScriptToken[] {
  return Array.from(scriptTokens(text, script)).filter(({ kind }) => kind !== "comment");
}

/** A step may throw any value, but messages and the history need an Error. */
async function runFile(run: DataStep | undefined, db: AnyKysely): Promise<void> {
  try {
    await run?.({ db });
  } catch (thrown) {
    throw asError(thrown);
  }
}

/** The first words of statements that change rows, and can be rolled back in every database. */
const ROW_WORDS = new Set(["insert", "update", "delete", "replace", "merge", "with"]);

/** Whether the error of a repeated statement shows that the first attempt succeeded. */
function wasDone(tokens: readonly ScriptToken[], finding: Finding | undefined): boolean {
  const words = tokens.map(({ word }) => word);
  const [first = ""] = words;
  const renames = words.some((word) => word === "rename" || word === "change" || word === "sp_rename");
  if (finding === "there") return first === "create" || first === "alter" || renames;
  if (finding === "gone") return first === "drop" || (first === "alter" && words.includes("drop")) || renames;
  return false;
}

/** Converts a value thrown by the code of a migration to an Error. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  return new Error(typeof thrown === "string" && thrown !== "" ? thrown : `It throws ${inspect(thrown)}`);
}
