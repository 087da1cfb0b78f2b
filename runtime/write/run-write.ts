import type { OpenTransaction } from "../database/database-session.js";
import { tablesIn } from "../database/sql/tables-in.js";
import { writableLists } from "../model/fields.js";
import { faultToError } from "../database/fault-to-error.js";
import { audit, beginFor } from "./steps/audit.js";
import { needsCheck, noteUnchecked, readSkipping, skippingOf } from "../database/skipped-rows.js";
import { changedTooOften, MAX_ASKED } from "./changed-too-often.js";
import { checkWritten } from "./steps/check-written.js";
import { checkInput } from "./input/check-input.js";
import { createOnce, idempotencyOf } from "./steps/idempotent-create.js";
import { inOwnTransaction } from "./steps/in-own-transaction.js";
import { FailedTogether, isOfRecord } from "./many/failed-together.js";
import { lock, unchanged, runWriteValidator } from "./steps/lock-record.js";
import { ownNesting } from "./nested/own-nesting.js";
import { planWrite, stamp } from "./plan-write.js";
import { asWritable, refuseSkipped, refuseVisible } from "./steps/reach-record.js";
import { precondition, readBack } from "./steps/read-record.js";
import { afterHook, beforeHook } from "./steps/run-hooks.js";
import { writeContext, type Step, type WriteContext } from "./steps/step.js";
import { stillAllowed } from "./steps/still-allowed.js";
import type { CheckedInput, KeepAnswer, PlannedWrite, Write, WriteKind, WriteResult } from "./write.js";
import { writeLinks } from "./steps/write-links.js";
import { writeLists } from "./steps/write-lists.js";
import { statement } from "./steps/write-statement.js";

const reach: readonly Step[] = [lock, unchanged, precondition, beforeHook];

/**
 * The steps of a write in its transaction, in order. Links and the records of lists refer to the record, so they are
 * written after it, and links are removed before it.
 */
const steps: Readonly<Record<WriteKind, readonly Step[]>> = {
  create: [
    beforeHook,
    statement,
    checkWritten,
    writeLinks,
    writeLists,
    stillAllowed,
    afterHook,
    readBack,
    audit,
  ],
  update: [
    ...reach,
    statement,
    checkWritten,
    writeLinks,
    writeLists,
    stillAllowed,
    afterHook,
    readBack,
    audit,
  ],
  delete: [...reach, readBack, writeLinks, statement, checkWritten, afterHook, audit],
};

/** The steps of a write in its transaction, in order. */
export function stepsOf(kind: WriteKind): readonly Step[] {
  return steps[kind];
}

/**
 * Runs a write: in a single statement if no other step is needed, else in a transaction.
 * @returns `undefined` if the record does not exist or the caller may not see it.
 * @throws {ApiError}
 */
export function runWrite(write: Write, context: WriteContext): Promise<WriteResult | undefined> {
  const { session } = context;
  const checked = checkInput(write, write.input, write.grant);
  const idempotency = idempotencyOf(write, session);
  if (idempotency === undefined) return perform(write, checked, context);
  const work = (keep: KeepAnswer) => perform(write, checked, context, keep);
  return createOnce(session, idempotency, { write, given: checked }, work);
}

/** Validates and writes. Repeats both if the record has changed between the two. */
async function perform(
  write: Write,
  checked: CheckedInput,
  context: WriteContext,
  keep?: KeepAnswer,
): Promise<WriteResult | undefined> {
  const { session } = context;
  const planned = planWrite(write, checked);
  try {
    if (!needsCheck(session, write.entity)) await readSkipping(session, write.entity);
    for (let asked = 0; asked < MAX_ASKED; asked++) {
      restart(planned);
      await runWriteValidator(planned, context);
      if (planned.stop === undefined) await attempt(planned, checked, context, keep);
      if (planned.stop === undefined) return { key: planned.key, record: planned.record };
      if (planned.stop === "missing") {
        await refuseVisible(planned, context);
        // A trigger may be new.
        if (!planned.isChecked && (await readSkipping(session, write.entity, true)) !== "never")
          await refuseSkipped(planned, context);
        return undefined;
      }
    }
  } catch (error) {
    throw await faultToError(error, write.entity, session, planned.written);
  }
  throw changedTooOften();
}

async function attempt(
  write: PlannedWrite,
  checked: CheckedInput,
  context: WriteContext,
  keep: KeepAnswer | undefined,
): Promise<void> {
  const { entity } = write;
  const { session } = context;
  write.given = write.set = await stamp(write, checked);
  write.isAlone = keep === undefined && isAlone(write, context);
  write.isChecked = write.isAlone && needsCheck(session, entity);
  if (write.isChecked) {
    try {
      await statement.run(write, context);
    } catch (error) {
      if (!isOfRecord(error)) throw error;
      // Nothing was written. Now the reason can be found.
      await readSkipping(session, entity, true);
      await attempt(write, checked, context, keep);
      if (skippingOf(session, entity) === "never") noteUnchecked(session, entity);
    }
    return;
  }
  if (write.isAlone) {
    const mayBeSkipped = skippingOf(session, entity) !== "never";
    await (mayBeSkipped ? writeOrUndo(write, context) : statement.run(write, context));
    return;
  }
  try {
    await inTransaction(write, context, true, keep);
  } catch (error) {
    if (!(error instanceof FailedTogether)) throw error;
    await inTransaction(write, context, false, keep);
  }
}

/** Runs the statement in a transaction: if it skips the record, what its triggers wrote elsewhere is rolled back. */
function writeOrUndo(write: PlannedWrite, { session, hookOf }: WriteContext): Promise<void> {
  return session.transaction(async (transaction) => {
    const within = writeContext(write.entity, transaction, hookOf);
    restart(write);
    await statement.run(write, within);
    if (write.stop === "missing") await refuseSkipped(write, within);
  });
}

function inTransaction(
  write: PlannedWrite,
  context: WriteContext,
  isTogether: boolean,
  keep: KeepAnswer | undefined,
): Promise<void> {
  const { kind, entity } = write;
  const { session } = context;
  const work = async (transaction: OpenTransaction) => {
    beginFor(transaction, write, session);
    await readSkipping(transaction, entity);
    const within = writeContext(entity, transaction, context.hookOf);
    restart(write);
    write.nesting = ownNesting([write], isTogether);
    for (const step of steps[kind]) {
      if (step.isNeeded(write, within)) await step.run(write, within);
      if (write.stop !== undefined) return;
    }
    await keep?.(transaction, { key: write.key, record: write.record });
  };
  // In a surrounding transaction, only the lists that fail together are rolled back.
  const isRepeated = kind !== "delete" && writableLists(entity).length > 0;
  return isRepeated ? inOwnTransaction(session, work) : session.transaction(work);
}

/**
 * A separate function: after an inline assignment, TypeScript would narrow `stop` to `undefined`, although the steps
 * change it.
 */
export function restart(write: PlannedWrite): void {
  write.stop = undefined;
}

/** Whether the statement is the only step needed. Sets `isAlone` first, because steps check it. */
function isAlone(write: PlannedWrite, context: WriteContext): boolean {
  const { cannotReadTable = false } = context.session.dialect.writes;
  if (cannotReadTable && readsOwnTable(write)) return false;
  write.isAlone = true;
  for (const step of steps[write.kind]) if (step !== statement && step.isNeeded(write, context)) return false;
  return true;
}

/**
 * Whether a record must be locked and read before the statement that writes it with others. If not, the statement
 * itself shows whether the caller can write all of them.
 */
export function needsLock(write: PlannedWrite, context: WriteContext): boolean {
  const { cannotReadTable = false, countsWritten } = context.session.dialect.writes;
  if (!countsWritten || !statement.isNeeded(write) || (cannotReadTable && readsOwnTable(write))) return true;
  if (write.kind === "delete" && readBack.isNeeded(write, context)) return true;
  return lockUsers.some((step) => step.isNeeded(write, context));
}

/** The steps that use the record before the write, or that need it to remain unchanged. */
const lockUsers: readonly Step[] = [
  unchanged,
  precondition,
  beforeHook,
  checkWritten,
  writeLinks,
  writeLists,
  afterHook,
];

/** Whether a relation in the caller's conditions leads back to the table that is written. */
function readsOwnTable(write: PlannedWrite): boolean {
  return write.kind !== "create" && tablesIn(asWritable(write)).includes(write.entity.table);
}
