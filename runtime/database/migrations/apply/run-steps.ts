import { sql } from "../../sql/kysely.js";
import type { AnyKysely } from "../../sql/sql.js";
import { asError } from "./as-error.js";
import { explainFailure } from "./explain-failure.js";
import type { Migration, MigrationStatement, MigrationStep } from "../migration.js";
import type { Finding, MigrationDialect } from "../migration-dialect.js";
import type { HistoryRow, MigrationHistory } from "./migration-history.js";
import { scriptTokens, type ScriptToken } from "../scripts/script-tokens.js";
import { stepChecksum } from "./step-checksum.js";

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

/**
 * Runs the steps of a migration in one direction, and continues where an earlier run ended.
 * @param row Its row of the history, `undefined` if nothing of it is done.
 * @throws {MigrationError} with the place, what is done, and what to do next.
 */
export async function runSteps(
  connection: AnyKysely,
  migration: Migration,
  direction: "up" | "down",
  row: HistoryRow | undefined,
  run: MigrationRun,
): Promise<void> {
  await new StepRunner(connection, migration, direction, row, run).run();
}

/** Steps that run together in a transaction, or one step that runs without. */
interface Segment {
  readonly isTransaction: boolean;
  readonly steps: readonly MigrationStep[];
}

class StepRunner {
  readonly #connection: AnyKysely;
  readonly #migration: Migration;
  readonly #steps: readonly MigrationStep[];
  readonly #direction: "up" | "down";
  readonly #former: HistoryRow | undefined;
  readonly #run: MigrationRun;
  readonly #begin = performance.now();
  #done: number;
  /** The step that runs, for messages. */
  #step: MigrationStep | undefined;

  constructor(
    connection: AnyKysely,
    migration: Migration,
    direction: "up" | "down",
    former: HistoryRow | undefined,
    run: MigrationRun,
  ) {
    this.#connection = connection;
    this.#migration = migration;
    this.#steps = migration.script[direction];
    this.#direction = direction;
    this.#former = former;
    this.#run = run;
    this.#done = former?.stepsDone ?? 0;
  }

  async run(): Promise<void> {
    const { report } = this.#run;
    const migration = this.#migration;
    report({ kind: "begin", migration, stepsDone: this.#done, steps: this.#steps.length });
    let segment: Segment | undefined;
    try {
      await this.#recordBegin();
      if (this.#done === this.#steps.length) await this.#recordProgress(this.#connection, this.#done);
      for (segment of this.#segments()) {
        await (segment.isTransaction ? this.#runTogether(segment.steps) : this.#runAlone(segment.steps));
        this.#done += segment.steps.length;
      }
    } catch (error) {
      throw await this.#failed(error, segment?.isTransaction ?? true);
    }
    report({ kind: "end", migration, duration: this.#duration });
  }

  #segments(): readonly Segment[] {
    const segments: { isTransaction: boolean; steps: MigrationStep[] }[] = [];
    let isOpen = false;
    for (const step of this.#steps.slice(this.#done)) {
      const isTransaction = this.#isUndone(step);
      // A statement that changes rows outside the common transaction gets its own, because it must not run twice.
      const isShared = step.kind === "file" || !step.isOutsideTransaction;
      const open = isOpen && isShared && isTransaction ? segments.at(-1) : undefined;
      if (open === undefined) segments.push({ isTransaction, steps: [step] });
      else open.steps.push(step);
      isOpen = isTransaction && isShared;
    }
    return segments;
  }

  #isUndone(step: MigrationStep): boolean {
    if (step.kind === "file") return true;
    const first = this.#tokens(step)[0]?.word ?? "";
    return step.isOutsideTransaction ? ROW_WORDS.has(first) : this.#run.dialect.applying.isUndone(first);
  }

  async #runTogether(steps: readonly MigrationStep[]): Promise<void> {
    await this.#run.dialect.applying.transaction(this.#connection, steps, async (transaction) => {
      for (const step of steps) await this.#runStep(transaction, step);
      this.#step = undefined;
      await this.#recordProgress(transaction, this.#done + steps.length);
    });
  }

  async #runAlone([step]: readonly MigrationStep[]): Promise<void> {
    if (step?.kind !== "sql") return;
    const { history, dialect } = this.#run;
    const tokens = this.#tokens(step);
    const isRepeat = this.#former?.stepsDone === this.#done;
    this.#step = step;
    if (isRepeat) await dialect.applying.beforeRepeat?.(this.#connection, tokens);
    await history.update(this.#connection, this.#migration.name, {
      isInFlight: true,
      doneChecksum: stepChecksum(this.#steps.slice(0, this.#done + 1)),
    });
    try {
      await this.#runStep(this.#connection, step);
    } catch (error) {
      const isInDoubt = isRepeat && this.#former.isInFlight;
      if (!isInDoubt || !wasDone(tokens, dialect.applying.findings(error))) throw error;
    }
    await this.#recordProgress(this.#connection, this.#done + 1);
  }

  async #runStep(db: AnyKysely, step: MigrationStep): Promise<void> {
    this.#step = step;
    const begin = performance.now();
    if (step.kind === "file") await runFile(this.#run.dataSteps.get(step.path), db);
    else await this.#runStatement(db, step);
    const duration = performance.now() - begin;
    this.#run.report({ kind: "step", migration: this.#migration, step, duration });
  }

  async #runStatement(db: AnyKysely, step: MigrationStatement): Promise<void> {
    const { runStatement } = this.#run.dialect.applying;
    // With a semicolon, which SQL Server requires for some statements.
    await (runStatement?.(db, step) ?? sql.raw(`${step.text};`).execute(db));
  }

  async #recordBegin(): Promise<void> {
    const { history, appliedBy } = this.#run;
    const { name, checksum } = this.#migration;
    const begun = { checksum, appliedBy, steps: this.#steps.length, error: null };
    if (this.#former !== undefined) await history.update(this.#connection, name, begun);
    else
      await history.insert(this.#connection, {
        ...begun,
        ...notBegun,
        name,
        direction: this.#direction,
        startedAt: new Date().toISOString(),
      });
  }

  /** Records that this many steps are done, in the transaction of the last of them if there is one. */
  async #recordProgress(db: AnyKysely, done: number): Promise<void> {
    const { history } = this.#run;
    const { name } = this.#migration;
    const isLast = done === this.#steps.length;
    if (isLast && this.#direction === "down") await history.remove(db, name);
    else
      await history.update(db, name, {
        stepsDone: done,
        isInFlight: false,
        doneChecksum: stepChecksum(this.#steps.slice(0, done)),
        duration: Math.round(this.#duration),
        ...(isLast && { finishedAt: new Date().toISOString() }),
      });
  }

  async #failed(error: unknown, isTransaction: boolean): Promise<Error> {
    const failure = {
      error,
      migration: this.#migration,
      direction: this.#direction,
      step: this.#step,
      isTransaction,
      steps: this.#steps,
      done: this.#done,
    };
    const { reason, isLost, toError } = explainFailure(failure, this.#run.dialect);
    // After a lost connection, the next run finds out what was done.
    if (isLost) return toError();
    try {
      await this.#run.history.update(this.#connection, this.#migration.name, {
        error: reason,
        isInFlight: false,
        doneChecksum: stepChecksum(this.#steps.slice(0, this.#done)),
      });
    } catch (unrecorded) {
      return toError(`The failure could not be recorded: ${(unrecorded as Error).message}.`);
    }
    return toError();
  }

  get #duration(): number {
    return (this.#former?.duration ?? 0) + performance.now() - this.#begin;
  }

  #tokens(step: MigrationStep): readonly ScriptToken[] {
    if (step.kind === "file") return [];
    return Array.from(scriptTokens(step.text, this.#run.dialect.script)).filter(
      ({ kind }) => kind !== "comment",
    );
  }
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
