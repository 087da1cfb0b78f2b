import type { DatabaseSession } from "../database/database-session.js";
import { faultToError } from "../database/fault-to-error.js";
import type { BoundStatement } from "../database/sql/statement.js";
import { DatabaseError, type FaultKind } from "../database/wire/database-error.js";
import { needsCheck, noteUnchecked, readSkipping, skippingOf } from "../database/skipped-rows.js";
import { changedTooOften, MAX_ASKED } from "./changed-too-often.js";
import { checkInput } from "./input/check-input.js";
import { isOfRecord } from "./groups/failed-together.js";
import { afterStep, planWrite, stamp } from "./plan-write.js";
import { createOnce, idempotencyOf } from "./steps/idempotent-create.js";
import { runWriteValidator } from "./steps/lock-record.js";
import { noteApart, statementWithChange } from "./steps/log-change.js";
import { refuseSkipped, refuseVisible } from "./steps/reach-record.js";
import { writeContext, type WriteContext } from "./steps/step.js";
import { StepRun } from "./steps/step-run.js";
import { statementValues, writeAlone, writeByStatement, writeWithChange } from "./steps/write-statement.js";
import { isChangeEnough, isStatementEnough } from "./steps/write-steps.js";
import type { CheckedInput, KeepAnswer, PlannedWrite, Write, WriteResult } from "./write.js";

/**
 * Runs a write: in a single statement if no other step is needed, else in a transaction.
 * @returns `undefined` if the record does not exist or the caller may not see it.
 * @throws {ApiError}
 */
export function runWrite(write: Write, context: WriteContext): Promise<WriteResult | undefined> {
  const { session } = context;
  const checked = checkInput(write, write.input, write.grant);
  const idempotency = idempotencyOf(write, session);
  if (idempotency === undefined) return perform(write, checked, context, keepKey(write));
  const work = (keep: KeepAnswer) => perform(write, checked, context, keep);
  return createOnce(session, idempotency, { write, given: checked }, work);
}

function keepKey({ options: { keep } }: Write): KeepAnswer | undefined {
  return keep && ((transaction, answer) => keep(transaction, [answer].flat()[0]?.key ?? []));
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
      const validated = await runWriteValidator(planned, context);
      if (validated.stop !== undefined) {
        await refuseMissing(validated, context);
        return undefined;
      }
      const { stop, key, record } = await attempt(validated, checked, context, keep);
      if (stop === undefined) return { key, record };
      if (stop === "missing") return undefined;
    }
  } catch (error) {
    throw await faultToError(error, write.entity, session);
  }
  throw changedTooOften();
}

async function attempt(
  planned: PlannedWrite,
  checked: CheckedInput,
  context: WriteContext,
  keep: KeepAnswer | undefined,
): Promise<PlannedWrite> {
  const { session } = context;
  const { entity } = planned;
  const write = afterStep(planned, { set: await stamp(planned, checked) });
  const isEnough = keep === undefined && isStatementEnough(write, context);
  const isChecked = isEnough && needsCheck(session, entity);
  const inOneGo = isEnough || keep !== undefined ? undefined : wayInOneGo(write, context);
  const withChange = isEnough || keep !== undefined ? undefined : withChangeOf(write, context);
  let done: PlannedWrite;
  try {
    if (isEnough) done = await runStatementOnly(write, context, isChecked);
    else if (inOneGo !== undefined) done = await writeWithChange(write, context, inOneGo);
    else if (withChange !== undefined) done = await writeByStatement(write, context, withChange);
    else done = await runSteps(write, context, keep);
  } catch (error) {
    if (withChange !== undefined && mayBeOfStatement(error)) {
      // Nothing was written.
      const repeated = await runSteps(write, context, keep);
      noteApart(session, entity);
      return repeated;
    }
    const isAlone = isEnough || inOneGo !== undefined || withChange !== undefined;
    const values = isAlone ? statementValues(write, session) : undefined;
    if (!isChecked || !isOfRecord(error)) throw await faultToError(error, entity, session, values);
    // Nothing was written. Now the reason can be found.
    await readSkipping(session, entity, true);
    const repeated = await attempt(planned, checked, context, keep);
    if (skippingOf(session, entity) === "never") noteUnchecked(session, entity);
    return repeated;
  }
  if (done.stop === "missing") await refuseMissing(done, context, isChecked);
  return done;
}

/** How the session writes a record and its change in one go. `undefined` if it cannot, or if the write needs more. */
function wayInOneGo(write: PlannedWrite, context: WriteContext): DatabaseSession["inOneGo"] {
  const { session } = context;
  const canNumber = session.dialect.writes.openNumber !== undefined;
  if (session.inOneGo === undefined || !canNumber || !isChangeEnough(write, context)) return undefined;
  return skippingOf(session, write.entity) === "never" ? session.inOneGo : undefined;
}

/** The statement that writes a record with its change. `undefined` if there is none, or if the write needs more. */
function withChangeOf(write: PlannedWrite, context: WriteContext): BoundStatement | undefined {
  const { session } = context;
  const { entity } = write;
  if ("nested" in session || !isChangeEnough(write, context)) return undefined;
  const isSure = !needsCheck(session, entity) && skippingOf(session, entity) === "never";
  return isSure ? statementWithChange(write, session) : undefined;
}

/**
 * Whether a transaction may do what one statement could not: databases do not take it for each table, and a new trigger
 * may have skipped the record, so that its change has no key.
 */
function mayBeOfStatement(error: unknown): boolean {
  const kinds: readonly FaultKind[] = ["unknown", "unsupported", "refused", "notNull"];
  return (
    error instanceof DatabaseError &&
    kinds.includes(error.kind) &&
    error.outcome !== "unknown" &&
    !error.isTransient
  );
}

async function runSteps(
  write: PlannedWrite,
  context: WriteContext,
  keep: KeepAnswer | undefined,
): Promise<PlannedWrite> {
  const options = { isList: false, places: [undefined], keep };
  const [done] = await new StepRun([write], context, options).run();
  return done as PlannedWrite;
}

/**
 * Runs the statement without a transaction. If the table may skip the record, in a transaction: then what its triggers
 * wrote elsewhere is rolled back.
 * @param isChecked Whether the statement itself fails if it skips the record.
 */
function runStatementOnly(
  write: PlannedWrite,
  context: WriteContext,
  isChecked: boolean,
): Promise<PlannedWrite> {
  const { session, hookOf } = context;
  const { entity } = write;
  if (isChecked || skippingOf(session, entity) === "never") return writeAlone(write, context, isChecked);
  return session.transaction(async (transaction) => {
    const within = writeContext(entity, transaction, hookOf);
    const done = await writeAlone(write, within, false);
    if (done.stop === "missing") await refuseSkipped(done, within);
    return done;
  });
}

/**
 * Explains why there is no record to write, if the caller may know it.
 * @param isChecked Whether the statement has checked that the table did not skip the record.
 * @throws {ApiError | DatabaseError} for a record that the caller may see, or that the table has skipped.
 */
async function refuseMissing(write: PlannedWrite, context: WriteContext, isChecked = false): Promise<void> {
  await refuseVisible(write, context);
  // A trigger may be new.
  if (!isChecked && (await readSkipping(context.session, write.entity, true)) !== "never")
    await refuseSkipped(write, context);
}
