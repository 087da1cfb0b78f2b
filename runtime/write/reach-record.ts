import type { CheckedCondition } from "../condition/checked.js";
import { both } from "../condition/join-conditions.js";
import { isKey } from "../condition/key-condition.js";
import { deniedRecord } from "../access/granted-rights.js";
import type { WriteContext } from "./step.js";
import type { PlannedWrite } from "./write.js";

/** The condition for the record of the write. */
export function itself({ entity, key }: PlannedWrite): CheckedCondition {
  return isKey(entity, key);
}

/** The condition for the record of the write, if the caller may see it. */
export function asVisible(write: PlannedWrite): CheckedCondition {
  return both(itself(write), write.visible);
}

/**
 * The condition for the record of the write, if the caller may see and write it and it has the expected token
 * version.
 */
export function asWritable(write: PlannedWrite): CheckedCondition {
  const { entity, rule, options } = write;
  const where = both(asVisible(write), rule);
  if (options.tokenVersion === undefined) return where;
  const field = entity.fields.find(({ system }) => system === "tokenversion");
  const value = options.tokenVersion.from;
  return field === undefined ? where : both(where, { kind: "comparison", field, operator: "=", value });
}

/**
 * Throws for a record that the caller may see but not write. A record that the caller may not see counts as
 * missing.
 * @throws {ApiError} 401 or 403.
 */
export async function refuseVisible(write: PlannedWrite, { reads }: WriteContext): Promise<void> {
  const { grant, rule, readable } = write;
  if (grant === undefined || rule === undefined || readable === undefined) return;
  if ((await reads.count(asVisible(write))) > 0) throw deniedRecord(grant);
}
