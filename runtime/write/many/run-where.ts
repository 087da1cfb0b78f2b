import { and } from "../../condition/join-conditions.js";
import { orderBy } from "../../database/sql/order.js";
import { createSelection } from "../../database/sql/selection.js";
import { valuesIn } from "../../database/sql/values-in.js";
import { faultToError } from "../../database/fault-to-error.js";
import { checkInput, invalidFields } from "../input/check-input.js";
import { refusedLists } from "../nested/nested-list.js";
import { seenRecords } from "../plan-write.js";
import { changedTooOften, MAX_ASKED } from "../changed-too-often.js";
import { writeByCondition } from "../groups/write-by-condition.js";
import { runWrites } from "./run-writes.js";
import type { WriteContext } from "../steps/step.js";
import { mostRecords, tooManyRecords } from "./too-many-records.js";
import type { RecordCount, Key, Write, WriteResult, WriteWhere } from "../write.js";

/**
 * Writes all records that meet the condition and that the caller may see, in one transaction: all of them, or none.
 * Records that meet it later are left alone.
 * @returns Only their number if that is sufficient and the database did not have to return the keys.
 * @throws {ApiError} `too-many-records`, and what the write of one of them would throw.
 */
export async function runWhere(
  write: WriteWhere,
  context: WriteContext,
): Promise<readonly WriteResult[] | RecordCount> {
  const refused = refusedLists(write.entity, [write.input ?? {}], "in all records that meet a condition");
  if (refused.length > 0) throw invalidFields(refused);
  // Checked before the records are found, so that a mistake is reported even if there are none.
  const checked = checkInput(write, write.input, write.grant);
  const maxAffected = mostRecords(write.entity, [write.input ?? {}], write.maxAffected);
  const done = await writeByCondition({ ...write, maxAffected }, checked, context);
  if (done !== undefined) return done;
  for (let tried = 0; tried < MAX_ASKED; tried++) {
    const keys = await findKeys({ ...write, maxAffected }, context);
    if (keys.length > maxAffected) throw tooManyRecords(maxAffected);
    const each = keys.map((key): Write => ({ ...write, key }));
    const inputs = each.map(() => checked);
    // The body contains no list, so no index names a record.
    const places = each.map(() => undefined);
    const written = await runWrites({ entity: write.entity, each, checked: inputs, places }, context);
    // A record has changed since its key was read.
    if (written !== undefined) return written;
  }
  throw changedTooOften();
}

/** The keys of the records, including one more than may be written. */
async function findKeys(write: WriteWhere, { session }: WriteContext): Promise<readonly Key[]> {
  const { entity, where, maxAffected, grant } = write;
  const order = entity.keys.map((key) => orderBy(key));
  const selection = createSelection({ entity, fields: entity.keys });
  const query = { order, where: and(where, seenRecords(entity, grant)), take: maxAffected + 1, skip: 0 };
  try {
    const rows = await session.rows(session.statements(entity).page(query, selection));
    return rows.map(valuesIn(entity.keys, session.dialect));
  } catch (error) {
    throw await faultToError(error, entity, session);
  }
}
