import { both } from "../../condition/join-conditions.js";
import { columnOf } from "../../database/sql/column-of.js";
import { ApiError } from "../../errors/api-error.js";
import { planWrite, stamp } from "../plan-write.js";
import { isStatementAlone } from "../steps/statement-alone.js";
import type { WriteContext } from "../steps/step.js";
import { toParameters } from "../steps/to-parameters.js";
import { tooManyRecords } from "./too-many-records.js";
import { writeAtOnce } from "./write-alike.js";
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
  const { isCounted } = write;
  const { session } = context;
  const planned = await planAlike(write, checked);
  // Without a rule, a record that the caller sees is one that the caller may write.
  if (planned === undefined || planned.rule !== undefined || !isStatementAlone(planned, context))
    return undefined;
  // A database that returns no records returns no keys.
  if (!isCounted && !session.dialect.writes.givesRecord) return undefined;
  const isWhole = session.dialect.writes.limitsItself === true;
  const done = await writeAtOnce(planned, isWhole, context, (within) => writeAll(planned, write, within));
  return "written" in done ? done.written : undefined;
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
  const most = isLimited && limitsItself ? maxAffected : undefined;
  const areMore = async () =>
    (await session.rows(session.statements(entity).beyond(where, maxAffected))).length > 0;
  const check = async (count: number) => {
    // A statement that limits itself writes nothing if there are too many, and one without a transaction is done.
    const areTooMany = most === undefined ? count > maxAffected : count === 0 && (await areMore());
    if (areTooMany) throw tooManyRecords(maxAffected);
  };
  // Checked first, because writing a whole table and rolling back would take long.
  if (isLimited && !limitsItself && (await areMore())) throw tooManyRecords(maxAffected);
  const { fields } = set;
  const args = toParameters(fields, set.values, session.dialect);
  if (isCounted) {
    const count = await (kind === "update"
      ? writes.updateCounted(fields, args, where, most)
      : writes.deleteCounted(where, most));
    await check(count);
    return { count };
  }
  const rows = await (kind === "update"
    ? writes.updateAll(fields, args, where, most)
    : writes.deleteAll(where, most));
  await check(rows.length);
  const columns = entity.keys.map((field) => columnOf(field, session.dialect));
  return rows.map((row) => ({ key: columns.map((column, index) => column.fromColumn(row[index])) }));
}
