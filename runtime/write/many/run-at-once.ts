import { both } from "../../condition/join-conditions.js";
import { columnOf } from "../../database/sql/column-of.js";
import type { OpenTransaction } from "../../database/database-session.js";
import { ApiError } from "../../errors/api-error.js";
import { faultToError } from "../../repository/fault-to-error.js";
import { beginFor } from "../steps/audit.js";
import { isOfRecord } from "./failed-together.js";
import { planWrite, stamp } from "../plan-write.js";
import { isStatementAlone } from "../steps/statement-alone.js";
import { writeContext, type WriteContext } from "../steps/step.js";
import { toParameters } from "../steps/to-parameters.js";
import { tooManyRecords } from "./too-many-records.js";
import type { CheckedInput, Counted, PlannedWrite, WriteResult, WriteWhere } from "../write.js";

/**
 * Writes all records that meet the condition in one statement, if no other step is needed for them and the caller may
 * write all records that they see.
 * @returns `undefined` if not, or if the database has rejected one of them. Then nothing was written.
 * @throws {ApiError} `too-many-records`, and for a lost connection.
 */
export async function runAtOnce(
  write: WriteWhere,
  checked: CheckedInput,
  context: WriteContext,
): Promise<readonly WriteResult[] | Counted | undefined> {
  const { entity, isCounted } = write;
  const { session } = context;
  const planned = await planAlike(write, checked);
  // Without a rule, a record that the caller sees is one that the caller may write.
  if (planned === undefined || planned.rule !== undefined || !isStatementAlone(planned, context))
    return undefined;
  // A database that returns no records returns no keys.
  if (!isCounted && !session.dialect.writes.givesRecord) return undefined;
  const work = async (transaction: OpenTransaction) => {
    beginFor(transaction, planned, session);
    const within = writeContext(entity, transaction, context.hookOf);
    return writeAll(planned, write, within);
  };
  try {
    if ("nested" in session) return await (session as OpenTransaction).nested(work);
    if (session.dialect.writes.limitsItself === true) return await writeAll(planned, write, context);
    return await session.transaction(work);
  } catch (error) {
    if (isOfRecord(error)) return undefined;
    throw error instanceof ApiError ? error : await faultToError(error, entity, session);
  }
}

/** The write of any of the records; `undefined` if the caller has no right to it, which is reported for a record. */
async function planAlike(write: WriteWhere, checked: CheckedInput): Promise<PlannedWrite | undefined> {
  try {
    const planned = planWrite({ key: [], ...write }, checked, undefined);
    planned.given = planned.set = await stamp(planned, checked);
    return planned;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function writeAll(
  { entity, kind, set, visible }: PlannedWrite,
  { where: asked, maxAffected, isCounted }: WriteWhere,
  { session, writes }: WriteContext,
): Promise<readonly WriteResult[] | Counted> {
  const where = both(asked, visible);
  const { limitsItself = false } = session.dialect.writes;
  const isLimited = maxAffected < Number.MAX_SAFE_INTEGER;
  const refuseMore = async () => {
    const more = await session.rows(session.statements(entity).beyond(where, maxAffected));
    if (more.length > 0) throw tooManyRecords(maxAffected);
  };
  // Checked first, because writing a whole table and rolling back would take long.
  if (isLimited && !limitsItself) await refuseMore();
  const most = isLimited && limitsItself ? maxAffected : undefined;
  const { fields } = set;
  const args = toParameters(fields, set.values, session.dialect);
  if (isCounted) {
    const count = await (kind === "update"
      ? writes.updateCounted(fields, args, where, most)
      : writes.deleteCounted(where, most));
    if (count === 0 && most !== undefined) await refuseMore();
    if (count > maxAffected) throw tooManyRecords(maxAffected);
    return { count };
  }
  const rows = await (kind === "update"
    ? writes.updateAll(fields, args, where, most)
    : writes.deleteAll(where, most));
  if (rows.length === 0 && most !== undefined) await refuseMore();
  if (rows.length > maxAffected) throw tooManyRecords(maxAffected);
  const columns = entity.keys.map((field) => columnOf(field, session.dialect));
  return rows.map((row) => ({ key: columns.map((column, index) => column.fromColumn(row[index])) }));
}
