import type { StatementValues } from "../../database/conflict-fields.js";
import type { OpenTransaction } from "../../database/database-session.js";
import { faultToError } from "../../database/fault-to-error.js";
import { readSkipping } from "../../database/skipped-rows.js";
import { writableLists } from "../../model/fields.js";
import { inRecordAt, type RecordPlace } from "../input/in-record.js";
import { FailedTogether, isOfNoRecord, isOfRecord } from "../groups/failed-together.js";
import type { KeepAnswer, Nesting, PlannedWrite, WriteKind, WriteResult } from "../write.js";
import { beginFor } from "./audit.js";
import { inOwnTransaction } from "../groups/in-one-transaction.js";
import { lock } from "./lock-record.js";
import { stepContext, type Step, type StepContext, type WriteContext } from "./step.js";
import { statementValues, statement } from "./write-statement.js";
import { needsLock, writeSteps } from "./write-steps.js";

interface StepRunOptions {
  /** Whether the writes are a list, so that an error is of one of them or of all. `false` for a write of its own. */
  readonly isList: boolean;
  /** The place of each write in the body, see `inRecordAt`. */
  readonly places: readonly RecordPlace[] | undefined;
  /** Stores the answer in the transaction. `undefined` if it is not kept. */
  readonly keep: KeepAnswer | undefined;
}

/** The order of the kinds of writes, so that a new record can take over a unique value of another. */
const kinds: readonly WriteKind[] = ["delete", "update", "create"];

/** Runs the steps of writes of one entity in one transaction: each step for all records before the next one. */
export class StepRun {
  /** The writes before their first step. There is at least one, and all have the same caller and options. */
  readonly #planned: readonly PlannedWrite[];
  readonly #context: WriteContext;
  readonly #options: StepRunOptions;
  /** The writes after the last step. */
  #writes: PlannedWrite[] = [];
  /** The index of the write whose step is running. `undefined` while several run together. */
  #current: number | undefined;
  /** Whether a statement of several writes is running. */
  #isTogether = false;
  /** The last kind whose statements run one by one, so that a conflict is of the current one. */
  #stated: WriteKind | undefined;

  constructor(planned: readonly PlannedWrite[], context: WriteContext, options: StepRunOptions) {
    this.#planned = planned;
    this.#context = context;
    this.#options = options;
  }

  /**
   * Writes the records together. If that fails, so that the record at fault is not known, one by one.
   * @returns The writes after their steps. If one of them has a reason to stop, its later steps have not run.
   * @throws {FailedTogether} if an outer write contains these, which repeats them.
   * @throws {ApiError}
   */
  async run(): Promise<readonly PlannedWrite[]> {
    const { nesting } = this.#first;
    try {
      return await this.#inTransaction(nesting?.isTogether ?? true);
    } catch (error) {
      const isOfUnknownRecord = error instanceof FailedTogether || (this.#isTogether && !isOfNoRecord(error));
      if (!isOfUnknownRecord) throw await this.#toError(error);
      if (nesting !== undefined) throw new FailedTogether(error);
    }
    try {
      return await this.#inTransaction(false);
    } catch (error) {
      throw await this.#toError(error);
    }
  }

  get #first(): PlannedWrite {
    return this.#planned[0] as PlannedWrite;
  }

  async #inTransaction(isTogether: boolean): Promise<readonly PlannedWrite[]> {
    const { kind, entity, nesting } = this.#first;
    const { session } = this.#context;
    const work = (transaction: OpenTransaction) => this.#runSteps(transaction, isTogether);
    // In a surrounding transaction, only what may be repeated one by one is rolled back.
    const isRepeated = this.#options.isList || (kind !== "delete" && writableLists(entity).length > 0);
    return isRepeated && nesting === undefined ? inOwnTransaction(session, work) : session.transaction(work);
  }

  async #runSteps(transaction: OpenTransaction, isTogether: boolean): Promise<readonly PlannedWrite[]> {
    const { entity } = this.#first;
    const { session, hookOf } = this.#context;
    const { isList, keep } = this.#options;
    this.#isTogether = false;
    this.#stated = undefined;
    this.#current = undefined;
    this.#writes = [...this.#planned];
    beginFor(transaction, this.#first, session);
    await readSkipping(transaction, entity);
    const nesting = this.#nesting(isTogether);
    const within = stepContext(entity, transaction, hookOf, nesting);
    const isDone = await (this.#writes.length === 1
      ? this.#runOne(within)
      : this.#runEach(within, isTogether));
    if (isDone && keep !== undefined) {
      const results = this.#writes.map(({ key, record }): WriteResult => ({ key, record }));
      await keep(transaction, isList ? results : (results[0] as WriteResult));
    }
    return this.#writes;
  }

  /** Runs the steps of a single write, without lists for its steps: most transactions have only one. */
  async #runOne(within: StepContext): Promise<boolean> {
    let write = this.#first;
    this.#current = 0;
    for (const step of writeSteps[write.kind]) {
      if (!step.isNeeded(write, within)) continue;
      if (step === statement) this.#stated = write.kind;
      this.#writes[0] = write = (await step.run(write, within)) ?? write;
      if (write.stop !== undefined) return false;
    }
    if (this.#options.isList) this.#current = undefined;
    return true;
  }

  async #runEach(within: StepContext, isTogether: boolean): Promise<boolean> {
    for (const kind of kinds) {
      const those = this.#indexesOf(kind);
      for (const step of writeSteps[kind]) {
        const needed = this.#needing(step, those, within, isTogether);
        if (needed.length > 0) await this.#run(step, needed, within, isTogether);
        for (const { stop } of this.#writes) if (stop !== undefined) return false;
      }
    }
    return true;
  }

  #nesting(isTogether: boolean): Nesting {
    const { nesting: outer, grant, entity, options } = this.#first;
    const planned = this.#planned;
    if (outer !== undefined) return { ...outer, around: [...outer.around, ...planned] };
    // Server code has only the limits that it sets.
    const isLimited = grant !== undefined && grant.isServerCode !== true;
    const max = Math.min(isLimited ? entity.limits.maxAffected : Infinity, options.maxAffected ?? Infinity);
    return { depth: 0, isTogether, around: planned, budget: { max, written: planned.length } };
  }

  #indexesOf(kind: WriteKind): readonly number[] {
    const indexes: number[] = [];
    for (let index = 0; index < this.#writes.length; index++)
      if (this.#writeAt(index).kind === kind) indexes.push(index);
    return indexes;
  }

  #writeAt(index: number): PlannedWrite {
    return this.#writes[index] as PlannedWrite;
  }

  /** The writes that need the step. */
  #needing(
    step: Step,
    those: readonly number[],
    within: StepContext,
    isTogether: boolean,
  ): readonly number[] {
    // Statements of many records check it themselves, unless one of the records has to be read before.
    if (isTogether && step === lock && !those.some((index) => needsLock(this.#writeAt(index), within)))
      return [];
    return those.filter((index) => step.isNeeded(this.#writeAt(index), within));
  }

  async #run(step: Step, those: readonly number[], within: StepContext, isTogether: boolean): Promise<void> {
    if (isTogether && step.runAll !== undefined) {
      this.#isTogether = true;
      const done = await step.runAll(
        those.map((index) => this.#writeAt(index)),
        within,
      );
      if (done !== undefined)
        for (const [at, index] of those.entries()) this.#writes[index] = done[at] as PlannedWrite;
      this.#isTogether = false;
      return;
    }
    if (step === statement) this.#stated = this.#writeAt(those[0] as number).kind;
    for (const index of those) {
      this.#current = index;
      const write = this.#writeAt(index);
      this.#writes[index] = (await step.run(write, within)) ?? write;
    }
    this.#current = undefined;
  }

  /** The error of the API, which names the record at fault, if it is the fault of one. */
  async #toError(error: unknown): Promise<unknown> {
    const { session } = this.#context;
    if (isOfNoRecord(error)) return faultToError(error, this.#first.entity, session);
    const isAtCommit = this.#current === undefined && isOfRecord(error);
    const index = isAtCommit && this.#writes.length === 1 ? 0 : this.#current;
    const write = index === undefined ? undefined : this.#writes[index];
    const isStated = write !== undefined && (isAtCommit || write.kind === this.#stated);
    const values = isStated ? statementValues(write, session) : isAtCommit ? this.#anyValues() : undefined;
    const converted = await faultToError(error, this.#first.entity, session, values);
    return index === undefined ? converted : inRecordAt(converted, index, this.#options.places);
  }

  /**
   * The values for a fault at the commit, which may be of any of the writes: only the constraint may name the fields.
   * `undefined` if all are deletes.
   */
  #anyValues(): StatementValues | undefined {
    const write = this.#writes.find(({ kind }) => kind !== "delete");
    const values = write && statementValues(write, this.#context.session);
    return values && { fields: [], args: [], ...(values.isKnown && { isKnown: values.isKnown }) };
  }
}
