import { faultToError } from "../../database/fault-to-error.js";
import { readSkipping } from "../../database/skipped-rows.js";
import { ApiError, singleMistake, type InputIssue } from "../../errors/api-error.js";
import type { HookName } from "../../model/hooks.js";
import type { Entity } from "../../model/model.js";
import { changedTooOften, MAX_ASKED } from "../changed-too-often.js";
import { alikeCheckers } from "../input/check-alike.js";
import { checkInput, invalidFields } from "../input/check-input.js";
import { inRecordAt, type RecordPlace } from "../input/in-record.js";
import { afterStep, planWrite, stamp, Stamps } from "../plan-write.js";
import type { Create } from "../steps/create-fingerprint.js";
import { createOnce, idempotencyOf } from "../steps/idempotent-create.js";
import { knowSkipping } from "../steps/know-skipping.js";
import { isValidated, runWriteValidator } from "../steps/lock-record.js";
import { asWritable, noSuchRecord, refuseSkipped, refuseVisible } from "../steps/reach-record.js";
import type { HookOf, WriteContext } from "../steps/step.js";
import { StepRun } from "../steps/step-run.js";
import type { CheckedInput, KeepAnswer, PlannedWrite, Write, WriteResult } from "../write.js";
import { writeGrouped } from "../groups/grouped-rows.js";
import { keyText } from "../groups/write-groups.js";

export interface Writes {
  readonly entity: Entity;
  readonly each: readonly Write[];
  /** The inputs that have been checked already, by the indexes of their writes. Default: none. */
  readonly checked?: readonly (CheckedInput | undefined)[];
  /** The place of each write in the body, see `inRecordAt`. Default: its index. */
  readonly places?: readonly RecordPlace[] | undefined;
  /** Whether the database has refused one of them when all were written together. */
  readonly isRefused?: boolean;
}

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
      const placed = inRecordAt(error, index, places);
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
  const { entity, each, places } = writes;
  await knowSkipping(context.session, entity);
  const run = { ...context, hookOf: remembered(context.hookOf) };
  const planned = planAll(writes, checked);
  // A write within another one is repeated by the outer one.
  const max = each[0]?.nesting === undefined ? MAX_ASKED : 1;
  for (let asked = 0; asked < max; asked++) {
    let done = await validateAll(planned, writes, run);
    if (!done.some(isStopped)) {
      const stamped = await stampAll(done, checked);
      done = await new StepRun(stamped, run, { isList: true, places, keep }).run();
    }
    if (!done.some(isStopped)) return done.map(({ key, record }) => ({ key, record }));
    if (await haveMoved(done, writes, run)) return undefined;
  }
  throw changedTooOften();
}

function isStopped({ stop }: PlannedWrite): boolean {
  return stop !== undefined;
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

function planAll({ each, places }: Writes, checked: readonly CheckedInput[]): readonly PlannedWrite[] {
  return each.map((write, index) => {
    try {
      return planWrite(write, checked[index] as CheckedInput);
    } catch (error) {
      throw inRecordAt(error, index, places);
    }
  });
}

/** Calls the `writeValidator` for each record, outside the transaction. */
async function validateAll(
  planned: readonly PlannedWrite[],
  { entity, places }: Writes,
  context: WriteContext,
): Promise<readonly PlannedWrite[]> {
  if (!planned.some(isValidated)) return planned;
  const validated: PlannedWrite[] = [];
  for (const [index, write] of planned.entries()) {
    try {
      validated.push(await runWriteValidator(write, context));
    } catch (error) {
      throw inRecordAt(await faultToError(error, entity, context.session), index, places);
    }
  }
  return validated;
}

/** Hashes secrets and sets the server's own fields. Shared changes are processed once. */
async function stampAll(
  writes: readonly PlannedWrite[],
  checked: readonly CheckedInput[],
): Promise<readonly PlannedWrite[]> {
  const stamps = new Stamps();
  const stamped: PlannedWrite[] = [];
  for (let index = 0; index < writes.length; index++) {
    const write = writes[index] as PlannedWrite;
    const given = checked[index] as CheckedInput;
    const before = stamped[index - 1];
    const isShared = write.kind !== "create" && before !== undefined && given === checked[index - 1];
    const set = isShared ? before.set : stamp(write, given, stamps);
    stamped.push(afterStep(write, { set: set instanceof Promise ? await set : set }));
  }
  return stamped;
}

/**
 * Whether a record no longer meets the condition by which it was found, or no longer exists.
 * @throws {ApiError} for the first record that the caller may not write, or that does not exist.
 */
async function haveMoved(
  writes: readonly PlannedWrite[],
  { places }: Writes,
  context: WriteContext,
): Promise<boolean> {
  const { session, reads } = context;
  const index = writes.findIndex(({ stop }) => stop === "missing");
  const write = writes[index];
  if (write === undefined) return false;
  const { entity } = write;
  try {
    if ((await readSkipping(session, entity)) !== "never") await refuseSkipped(write, context);
    const isFound = (write.where ?? write.identity) !== undefined && write.isPart !== true;
    const anyOfKey = { ...write, where: undefined, identity: undefined };
    if (isFound && (await reads.count(asWritable(anyOfKey))) > 0) return true;
    await refuseVisible(write, context);
    if (isFound) return true;
  } catch (error) {
    throw inRecordAt(await faultToError(error, entity, session), index, places);
  }
  throw inRecordAt(noSuchRecord(entity), index, places);
}
