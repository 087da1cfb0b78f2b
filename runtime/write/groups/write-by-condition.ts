import { and } from "../../condition/join-conditions.js";
import { needsCheck, readSkipping, skippingOf } from "../../database/skipped-rows.js";
import { valuesIn } from "../../database/sql/values-in.js";
import { ApiError } from "../../errors/api-error.js";
import { afterStep, planWrite, stamp } from "../plan-write.js";
import { knowSkipping } from "../steps/know-skipping.js";
import { isStatementAlone } from "../steps/write-steps.js";
import type { WriteContext } from "../steps/step.js";
import { toParameters } from "../steps/to-parameters.js";
import { NotAllThere } from "./failed-together.js";
import { tooManyRecords } from "../many/too-many-records.js";
import { inOneTransaction } from "./in-one-transaction.js";
import type { CheckedInput, RecordCount, PlannedWrite, WriteResult, WriteWhere } from "../write.js";

type WriteOutcome = readonly WriteResult[] | RecordCount;

/**
 * Writes all records that meet the condition in one statement, if no other step is needed for them and the caller may
 * write all records that they see.
 * @returns `undefined` if not, or if the database has rejected one of them. Then nothing was written.
 * @throws {ApiError} `too-many-records`, and for a lost connection.
 */
export async function writeByCondition(
  write: WriteWhere,
  checked: CheckedInput,
  context: WriteContext,
): Promise<WriteOutcome | undefined> {
  const { isCounted } = write;
  const { session } = context;
  const planned = await planAlike(write, checked);
  // Without a rule, a record that the caller sees is one that the caller may write.
  if (planned === undefined || planned.rule !== undefined || !isStatementAlone(planned, context))
    return undefined;
  // A database that returns no records returns no keys.
  if (!isCounted && !session.dialect.writes.givesRecord) return undefined;
  const isChecked = isCounted && needsCheck(session, write.entity);
  if (!isChecked) await knowSkipping(session, write.entity);
  const mayBeSkipped = skippingOf(session, write.entity) !== "never";
  if (session.dialect.writes.limitsItself === true && (isChecked || !mayBeSkipped)) {
    const limited = await inOneTransaction(planned, true, context, (within) =>
      writeLimited(planned, write, within, isChecked),
    );
    if (!("result" in limited)) return undefined;
    if (limited.result !== undefined) return limited.result;
  }
  const done = await inOneTransaction(planned, false, context, async (within) =>
    (await readSkipping(within.session, write.entity)) !== "never"
      ? writeCompared(planned, write, within)
      : writeChecked(planned, write, within),
  );
  return "result" in done ? done.result : undefined;
}

/** The write of any of the records; `undefined` if the caller has no right to it, which is reported for a record. */
async function planAlike(write: WriteWhere, checked: CheckedInput): Promise<PlannedWrite | undefined> {
  try {
    const planned = planWrite({ key: [], ...write }, checked);
    return afterStep(planned, { set: await stamp(planned, checked) });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/**
 * Writes the records in one statement that writes none if there are too many.
 * @returns `undefined` if it has written none although some match now. There were too many, or others have added them
 * since.
 */
async function writeLimited(
  planned: PlannedWrite,
  write: WriteWhere,
  within: WriteContext,
  isChecked: boolean,
): Promise<WriteOutcome | undefined> {
  const isLimited = write.maxAffected < Number.MAX_SAFE_INTEGER;
  const most = isLimited ? write.maxAffected : undefined;
  const written = await writeAll(planned, write, within, most, isChecked);
  const isDone = !isLimited || countOf(written) > 0 || !(await areMore(0, planned, write, within));
  return isDone ? written : undefined;
}

/** Writes the records in a transaction, which rolls back if they are too many. @throws {ApiError} `too-many-records` */
async function writeChecked(
  planned: PlannedWrite,
  write: WriteWhere,
  within: WriteContext,
): Promise<WriteOutcome> {
  const { maxAffected } = write;
  // Checked first, because writing a whole table and rolling back would take long.
  if (maxAffected < Number.MAX_SAFE_INTEGER && (await areMore(maxAffected, planned, write, within)))
    throw tooManyRecords(maxAffected);
  const written = await writeAll(planned, write, within);
  if (countOf(written) > maxAffected) throw tooManyRecords(maxAffected);
  return written;
}

/** The same, and rolls back if the database has skipped one of the records. @throws {NotAllThere} then. */
async function writeCompared(
  planned: PlannedWrite,
  write: WriteWhere,
  within: WriteContext,
): Promise<WriteOutcome> {
  const matching = await within.reads.count(and(write.where, planned.visible));
  if (matching > write.maxAffected) throw tooManyRecords(write.maxAffected);
  const written = await writeAll(planned, write, within);
  if (countOf(written) !== matching) throw new NotAllThere();
  return written;
}

/** Whether more records than `count` meet the condition. */
async function areMore(
  count: number,
  { entity, visible }: PlannedWrite,
  { where }: WriteWhere,
  { session }: WriteContext,
): Promise<boolean> {
  const found = await session.rows(session.statements(entity).beyond(and(where, visible), count));
  return found.length > 0;
}

async function writeAll(
  { entity, kind, set, visible }: PlannedWrite,
  { where: asked, isCounted }: WriteWhere,
  { session, writes }: WriteContext,
  most?: number,
  isChecked?: boolean,
): Promise<WriteOutcome> {
  const where = and(asked, visible);
  const { fields } = set;
  const args = toParameters(fields, set.values, session.dialect);
  if (isCounted) {
    const count = await (kind === "update"
      ? writes.updateCounted(fields, args, where, most, isChecked)
      : writes.deleteCounted(where, most, isChecked));
    return { count };
  }
  const rows = await (kind === "update"
    ? writes.updateAll(fields, args, where, most)
    : writes.deleteAll(where, most));
  const toKey = valuesIn(entity.keys, session.dialect);
  return rows.map((row) => ({ key: toKey(row) }));
}

function countOf(written: WriteOutcome): number {
  return "count" in written ? written.count : written.length;
}
