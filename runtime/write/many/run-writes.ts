import type { OpenTransaction } from "../../database/database-session.js";
import { ApiError, singleMistake, type InputIssue } from "../../errors/api-error.js";
import type { HookName } from "../../model/hooks.js";
import type { Entity } from "../../model/model.js";
import { faultToError } from "../../database/fault-to-error.js";
import { readSkipping } from "../../database/skipped-rows.js";
import { beginFor } from "../steps/audit.js";
import { FailedTogether, isOfNoRecord } from "./failed-together.js";
import { alikeCheckers } from "../input/check-alike.js";
import { checkInput, invalidFields } from "../input/check-input.js";
import type { Create } from "../steps/create-fingerprint.js";
import { createOnce, idempotencyOf } from "../steps/idempotent-create.js";
import { inOwnTransaction } from "../steps/in-own-transaction.js";
import { inRecord } from "../input/in-record.js";
import { knowSkipping } from "../steps/know-skipping.js";
import { isValidated, lock, runWriteValidator } from "../steps/lock-record.js";
import { ownNesting } from "../nested/own-nesting.js";
import { planWrite, stamp, Stamps } from "../plan-write.js";
import { asWritable, noSuchRecord, refuseSkipped, refuseVisible } from "../steps/reach-record.js";
import { changedTooOften, MAX_ASKED } from "../changed-too-often.js";
import { needsLock, restart, stepsOf } from "../run-write.js";
import { writeContext, type HookOf, type Step, type StepContext, type WriteContext } from "../steps/step.js";
import { keyText } from "./write-groups.js";
import { writeGrouped } from "./grouped-rows.js";
import type { CheckedInput, KeepAnswer, PlannedWrite, Write, WriteKind, WriteResult } from "../write.js";

/** Writes to one entity. */
export interface Writes {
  readonly entity: Entity;
  readonly each: readonly Write[];
  /** The inputs that have been checked already, by the indexes of their writes. Default: none. */
  readonly checked?: readonly (CheckedInput | undefined)[];
  /** The place of each write in the body, see `inRecord`. Default: its index. */
  readonly places?: readonly (number | string | undefined)[] | undefined;
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
  const creates = each.map((write, index) => ({ write, given: checked[index] as CheckedInput }));
  return createOnce(session, idempotency, creates as [Create, ...Create[]], work);
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
      const placed = inRecord(error, places === undefined ? index : places[index]);
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
    writes.isRefused === true ? undefined : await writeGrouped(writes.each, checked, context, keep);
  if (together !== undefined) return together;
  await knowSkipping(context.session, writes.entity);
  const run = new Run(writes, checked, context, keep);
  const max = run.isNested ? 1 : MAX_ASKED;
  for (let asked = 0; asked < max; asked++) {
    await run.validate();
    if (!run.isStopped) await run.attempt();
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
  readonly #first: Write;
  /**
   * Whether these belong to an outer write. Then a failure ends its transaction, and the outer write repeats them.
   */
  readonly isNested: boolean;
  /** The current write. `undefined` while several run together. */
  #current: PlannedWrite | undefined;
  /** Whether a statement of several writes is running. */
  #isTogether = false;

  constructor(
    { each, places }: Writes,
    checked: readonly CheckedInput[],
    context: WriteContext,
    keep: KeepAnswer | undefined,
  ) {
    this.#places = places;
    // There is at least one.
    [this.#first] = each as readonly [Write];
    this.isNested = this.#first.nesting !== undefined;
    this.#writes = each.map((write, index) => {
      try {
        return planWrite(write, checked[index] as CheckedInput);
      } catch (error) {
        throw inRecord(error, places === undefined ? index : places[index]);
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
    const validated = this.#writes.filter(isValidated);
    if (validated.length > 0)
      await this.#placed(() => this.#each(validated, (write) => runWriteValidator(write, this.#context)));
  }

  /**
   * Writes the records together. If that fails, so that the record at fault is not known, one by one.
   * @throws {FailedTogether} then if these belong to an outer write, which repeats them.
   */
  async attempt(): Promise<void> {
    try {
      await this.#inTransaction(this.#first.nesting?.isTogether ?? true);
    } catch (error) {
      const isOfUnknownRecord = error instanceof FailedTogether || (this.#isTogether && !isOfNoRecord(error));
      if (!isOfUnknownRecord) throw await this.#toError(error);
      if (this.isNested) throw new FailedTogether(error);
      await this.#placed(() => this.#inTransaction(false));
    }
  }

  /**
   * Whether a record no longer meets the condition by which it was found, or no longer exists.
   * @throws {ApiError} for the first record that the caller may not write, or that does not exist.
   */
  async haveMoved(): Promise<boolean> {
    const { session } = this.#context;
    for (const write of this.#writes) {
      if (write.stop !== "missing") continue;
      this.#current = write;
      if ((await readSkipping(session, write.entity)) !== "never")
        await this.#placed(() => refuseSkipped(write, this.#context));
      const isFound = (write.where ?? write.identity) !== undefined && write.isPart !== true;
      if (isFound && (await this.#isWritable(write))) return true;
      await this.#placed(() => refuseVisible(write, this.#context));
      if (!isFound) throw inRecord(noSuchRecord(write.entity), this.#placeOf(write));
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
    await this.#stamp();
    const { session, hookOf } = this.#context;
    this.#isTogether = false;
    const work = async (transaction: OpenTransaction) => {
      beginFor(transaction, this.#first, session);
      const within = writeContext(this.#first.entity, transaction, hookOf);
      for (const write of this.#writes) {
        restart(write);
        write.previous = undefined;
      }
      const outer = this.#first.nesting;
      const nesting =
        outer === undefined
          ? ownNesting(this.#writes, isTogether)
          : { ...outer, around: [...outer.around, ...this.#writes] };
      for (const write of this.#writes) write.nesting = nesting;
      for (const kind of kinds) {
        const those = this.#writes.filter((write) => write.kind === kind);
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

  async #step(
    step: Step,
    those: readonly PlannedWrite[],
    within: StepContext,
    isTogether: boolean,
  ): Promise<void> {
    // Statements of many records check it themselves, unless one of the records has to be read before.
    const isLooking = isTogether && step === lock && !those.some((write) => needsLock(write, within));
    const needed = isLooking ? [] : those.filter((write) => step.isNeeded(write, within));
    if (isTogether && step.runAll !== undefined && needed.length > 0) {
      this.#isTogether = true;
      await step.runAll(needed, within);
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

  async #each(those: readonly PlannedWrite[], work: (write: PlannedWrite) => Promise<void>): Promise<void> {
    for (const write of those) {
      this.#current = write;
      await work(write);
    }
    this.#current = undefined;
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
    const write = this.#current;
    const { session } = this.#context;
    const converted = await faultToError(error, this.#first.entity, session, write?.written);
    return write === undefined ? converted : inRecord(converted, this.#placeOf(write));
  }

  #placeOf(write: PlannedWrite): number | string | undefined {
    const index = this.#writes.indexOf(write);
    return this.#places === undefined ? index : this.#places[index];
  }
}
