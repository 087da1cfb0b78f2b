import type { OpenTransaction } from "../../database/database-session.js";
import { ApiError, singleMistake, type InputIssue } from "../../errors/api-error.js";
import type { HookName } from "../../model/hooks.js";
import type { Entity } from "../../model/model.js";
import { faultToError } from "../../database/fault-to-error.js";
import { beginFor } from "../steps/audit.js";
import { FailedTogether, isOfNoRecord } from "./failed-together.js";
import { alikeCheckers } from "../input/check-alike.js";
import { checkInput, invalidFields } from "../input/check-input.js";
import type { Create } from "../steps/create-fingerprint.js";
import { createOnce, idempotencyOf } from "../steps/idempotent-create.js";
import { inOwnTransaction } from "../steps/in-own-transaction.js";
import { inRecord } from "../input/in-record.js";
import { isValidated, lock, runWriteValidator } from "../steps/lock-record.js";
import { ownNesting } from "../nested/own-nesting.js";
import { planWrite, stamp, Stamps } from "../plan-write.js";
import { asWritable, noSuchRecord, refuseVisible } from "../steps/reach-record.js";
import { changedTooOften, MAX_ASKED } from "../changed-too-often.js";
import { needsLock, restart, stepsOf } from "../run-write.js";
import { writeContext, type HookOf, type Step, type StepContext, type WriteContext } from "../steps/step.js";
import { keyText } from "./write-groups.js";
import { writeTogether } from "./write-together.js";
import type { CheckedInput, KeepAnswer, PlannedWrite, Write, WriteKind, WriteResult } from "../write.js";

/** Writes to one entity. */
export interface Writes {
  readonly entity: Entity;
  readonly each: readonly Write[];
  /** The inputs that have been checked already, by the indexes of their writes. Default: none. */
  readonly checked?: readonly (CheckedInput | undefined)[];
  /** The path of each write in the body of the outer write. Default: its index. */
  readonly places?: readonly string[] | undefined;
  /** Whether the database has refused one of them when all were written together. */
  readonly isRefused?: boolean;
}

/** The order of the kinds of writes, so that a new record can take over a unique value of another. */
const kinds: readonly WriteKind[] = ["delete", "update", "create"];

/**
 * Runs the writes in one transaction: all of them, or none. Each has the same rights, hooks and checks as alone. Each
 * step is done for all records before the next one.
 * @returns `undefined` if a record no longer meets the `where` of its write, so that nothing was written.
 * @throws {ApiError} whose issues begin with the index of the record that was refused.
 */
export async function runWrites(
  writes: Writes,
  context: WriteContext,
): Promise<readonly WriteResult[] | undefined> {
  const { each } = writes;
  const [first] = each;
  if (first === undefined) return [];
  const checked = checkAll(writes);
  checkDistinct(writes);
  const { session } = context;
  const idempotency = idempotencyOf(first, session);
  if (idempotency === undefined) return perform(writes, checked, context);
  const work = (keep: KeepAnswer) => perform(writes, checked, context, keep);
  const [given, ...others] = each.map((write, index): Create => ({
    write,
    given: checked[index] as CheckedInput,
  }));
  return createOnce(session, idempotency, [given as Create, ...others], work);
}

/** Checks the input of every write. Writes that share an input share the result. @throws {ApiError} */
function checkAll({ each, places, checked = [] }: Writes): readonly CheckedInput[] {
  const issues: InputIssue[] = [];
  const all: CheckedInput[] = [];
  const checkAlike = alikeCheckers();
  let before: Write["input"] | undefined;
  each.forEach((write, index) => {
    const shared = checked[index] ?? (write.input === before ? all.at(-1) : undefined);
    try {
      all.push(shared ?? checkAlike(write) ?? checkInput(write, write.input, write.grant));
      before = write.input;
    } catch (error) {
      const placed = inRecord(error, places?.[index] ?? index);
      if (!(placed instanceof ApiError) || placed.code !== "invalid-fields") throw placed;
      issues.push(...placed.issues);
      before = undefined;
    }
  });
  if (issues.length > 0) throw invalidFields(issues);
  return all;
}

/** @throws {ApiError} if two of the writes are of the same record. */
function checkDistinct({ each }: Writes): void {
  const seen = new Map<unknown, number>();
  each.forEach(({ kind, key }, index) => {
    if (kind === "create") return;
    const text = keyText(key);
    const before = seen.get(text);
    if (before !== undefined) {
      const message = `Records ${before} and ${index} have the same key.`;
      throw singleMistake("invalid-body", "duplicate", message, { path: String(index) });
    }
    seen.set(text, index);
  });
}

async function perform(
  writes: Writes,
  checked: readonly CheckedInput[],
  context: WriteContext,
  keep?: KeepAnswer,
): Promise<readonly WriteResult[] | undefined> {
  const together =
    writes.isRefused === true ? undefined : await writeTogether(writes.each, checked, context, keep);
  if (together !== undefined) return together;
  const run = new Run(writes, checked, context, keep);
  const max = run.isNested ? 1 : MAX_ASKED;
  for (let asked = 0; asked < max; asked++) {
    await run.validate();
    if (!run.isStopped && !(await run.attempt())) await run.attemptOneByOne();
    if (!run.isStopped) return run.results();
    if (await run.haveMoved()) return undefined;
  }
  throw changedTooOften();
}

/** Looks up each hook once, because each step of each record needs it. */
function remembered(hookOf: HookOf): HookOf {
  const hooks = new Map<HookName, ReturnType<HookOf>>();
  return (name) => {
    let hook = hooks.get(name);
    if (hook === undefined && !hooks.has(name)) hooks.set(name, (hook = hookOf(name)));
    return hook;
  };
}

/** The planned writes, and the current one. */
class Run {
  readonly #writes: readonly PlannedWrite[];
  readonly #checked: readonly CheckedInput[];
  readonly #context: WriteContext;
  readonly #keep: KeepAnswer | undefined;
  readonly #places: Writes["places"];
  /** The first of the writes, all of which have the same caller and options. */
  readonly #first: Write | undefined;
  /**
   * Whether these belong to an outer write. Then a failure ends its transaction, and the outer write repeats them.
   */
  readonly isNested: boolean;
  /** The index of the current write. `undefined` while several run together. */
  #at: number | undefined;
  /** Whether a statement of several writes is running. */
  #isTogether = false;

  constructor(
    { each, places }: Writes,
    checked: readonly CheckedInput[],
    context: WriteContext,
    keep: KeepAnswer | undefined,
  ) {
    this.#places = places;
    this.#first = each[0];
    this.isNested = each[0]?.nesting !== undefined;
    this.#writes = each.map((write, index) => {
      try {
        return planWrite(write, checked[index] as CheckedInput);
      } catch (error) {
        throw inRecord(error, this.#placeOf(index));
      }
    });
    this.#checked = checked;
    this.#context = { ...context, hookOf: remembered(context.hookOf) };
    this.#keep = keep;
  }

  /** Whether a record is missing, or has changed since it was validated. */
  get isStopped(): boolean {
    return this.#writes.some(({ stop }) => stop !== undefined);
  }

  results(): readonly WriteResult[] {
    return this.#writes.map(({ key, record }) => ({ key, record }));
  }

  /** Calls the `writeValidator`, outside the transaction. */
  async validate(): Promise<void> {
    for (const write of this.#writes) restart(write);
    const validated = this.#those(isValidated);
    if (validated.length > 0)
      await this.#placed(() => this.#each(validated, (write) => runWriteValidator(write, this.#context)));
  }

  /** @returns `false` if several writes failed together, so that the record at fault is not known. */
  async attempt(): Promise<boolean> {
    try {
      await this.#inTransaction(this.#first?.nesting?.isTogether ?? true);
      return true;
    } catch (error) {
      if (error instanceof FailedTogether && !this.isNested) return false;
      if (this.#isTogether && !isOfNoRecord(error)) {
        if (this.isNested) throw new FailedTogether(error);
        return false;
      }
      throw await this.#toError(error);
    }
  }

  async attemptOneByOne(): Promise<void> {
    await this.#placed(() => this.#inTransaction(false));
  }

  /**
   * Whether a record no longer meets the condition by which it was found, or no longer exists.
   * @throws {ApiError} for the first record that the caller may not write, or that does not exist.
   */
  async haveMoved(): Promise<boolean> {
    for (const [index, write] of this.#writes.entries()) {
      if (write.stop !== "missing") continue;
      this.#at = index;
      const isFound = (write.where ?? write.identity) !== undefined && write.isPart !== true;
      if (isFound && (await this.#isWritable(write))) return true;
      await this.#placed(() => refuseVisible(write, this.#context));
      if (!isFound) throw inRecord(noSuchRecord(write.entity), this.#placeOf(index));
      return true;
    }
    return false;
  }

  async #isWritable(write: PlannedWrite): Promise<boolean> {
    return (
      (await this.#context.reads.count(asWritable({ ...write, where: undefined, identity: undefined }))) > 0
    );
  }

  async #inTransaction(isTogether: boolean): Promise<void> {
    const [first] = this.#writes;
    if (first === undefined) return;
    await this.#stamp();
    const { session, hookOf } = this.#context;
    this.#isTogether = false;
    const work = async (transaction: OpenTransaction) => {
      beginFor(transaction, first, session);
      const within = writeContext(first.entity, transaction, hookOf);
      for (const write of this.#writes) {
        restart(write);
        write.previous = undefined;
      }
      const outer = this.#first?.nesting;
      const nesting =
        outer === undefined
          ? ownNesting(this.#writes, isTogether)
          : { ...outer, around: [...outer.around, ...this.#writes] };
      for (const write of this.#writes) write.nesting = nesting;
      for (const kind of kinds) {
        const those = this.#those((write) => write.kind === kind);
        if (those.length === 0) continue;
        for (const step of stepsOf(kind)) {
          await this.#step(step, those, within, isTogether && this.#writes.length > 1);
          if (this.isStopped) return;
        }
      }
      await this.#keep?.(transaction, this.results());
    };
    // In a surrounding transaction, only the failed part is rolled back, so that it can be repeated one by one.
    await (this.isNested ? session.transaction(work) : inOwnTransaction(session, work));
  }

  async #step(step: Step, those: readonly number[], within: StepContext, isTogether: boolean): Promise<void> {
    const at = (index: number) => this.#writes[index] as PlannedWrite;
    // Statements of many records check it themselves, unless one of the records has to be read before.
    const isLooking = isTogether && step === lock && !those.some((index) => needsLock(at(index), within));
    const needed = isLooking ? [] : those.filter((index) => step.isNeeded(at(index), within));
    if (isTogether && step.runAll !== undefined && needed.length > 0) {
      this.#isTogether = true;
      await step.runAll(needed.map(at), within);
      this.#isTogether = false;
    } else await this.#each(needed, (write) => step.run(write, within));
  }

  /** Hashes secrets and sets the server's own fields. Shared changes are processed once. */
  async #stamp(): Promise<void> {
    const stamps = new Stamps();
    for (let index = 0; index < this.#writes.length; index++) {
      const write = this.#writes[index] as PlannedWrite;
      const checked = this.#checked[index] as CheckedInput;
      const before = this.#writes[index - 1];
      const isShared =
        write.kind !== "create" && before !== undefined && checked === this.#checked[index - 1];
      const stamped = isShared ? before.given : stamp(write, checked, stamps);
      write.given = write.set = stamped instanceof Promise ? await stamped : stamped;
    }
  }

  /** The indexes of some of the writes. */
  #those(isMeant: (write: PlannedWrite) => boolean): readonly number[] {
    const those: number[] = [];
    this.#writes.forEach((write, index) => {
      if (isMeant(write)) those.push(index);
    });
    return those;
  }

  async #each(those: readonly number[], work: (write: PlannedWrite) => Promise<void>): Promise<void> {
    for (const index of those) {
      this.#at = index;
      await work(this.#writes[index] as PlannedWrite);
    }
    this.#at = undefined;
  }

  /** Runs `work`. Its errors become those of the API, and name the record. */
  async #placed(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw await this.#toError(error);
    }
  }

  async #toError(error: unknown): Promise<unknown> {
    const { session } = this.#context;
    const [first] = this.#writes;
    const write = this.#at === undefined ? undefined : this.#writes[this.#at];
    const entity = (write ?? first)?.entity;
    if (entity === undefined) return error;
    const converted = await faultToError(error, entity, session, write?.written);
    return this.#at === undefined ? converted : inRecord(converted, this.#placeOf(this.#at));
  }

  #placeOf(index: number): number | string {
    return this.#places?.[index] ?? index;
  }
}
