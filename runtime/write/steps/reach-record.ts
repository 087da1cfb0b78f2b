import type { CheckedCondition } from "../../condition/checked.js";
import { compare } from "../../condition/compare.js";
import { and } from "../../condition/join-conditions.js";
import { isKey } from "../../condition/key-condition.js";
import { deniedRecord } from "../../access/granted-rights.js";
import { ApiError } from "../../errors/api-error.js";
import type { Entity } from "../../model/model.js";
import { skippedRow } from "../../database/skipped-rows.js";
import type { WriteContext } from "./step.js";
import type { PlannedWrite } from "../write.js";

export function itself({ entity, key }: PlannedWrite): CheckedCondition {
  return isKey(entity, key);
}

/** The condition for the record of the write: the caller may see it, and it is in the list of the request. */
export function asVisible(write: PlannedWrite): CheckedCondition {
  return and(itself(write), write.isPart === true ? and(write.visible, hasIdentity(write)) : write.visible);
}

/** The condition for the records with the values of `identity`. */
export function hasIdentity({ identity }: PlannedWrite): CheckedCondition | undefined {
  return identity && isKey({ keys: identity.fields }, identity.values);
}

/**
 * The condition for the record of the write: the caller may see and write it, and it has the expected token version and e-mail address.
 */
export function asWritable(write: PlannedWrite): CheckedCondition {
  const { entity, rule, options } = write;
  const where = and(and(asVisible(write), rule), and(hasIdentity(write), write.where));
  const { tokenVersion, verifiedFor } = options;
  const isStill = (name: string, value: string | null | undefined): CheckedCondition | undefined => {
    const field = value === undefined ? undefined : entity.fieldsByName.get(name);
    return field && compare(field, "=", value ?? null);
  };
  return and(where, and(isStill("tokenversion", tokenVersion?.from), isStill("email", verifiedFor)));
}

/** The error for a record that does not exist, or that the caller may not see. */
export function noSuchRecord({ name }: Pick<Entity, "name">): ApiError {
  return new ApiError("unknown-record", `There is no such "${name}".`);
}

/**
 * Throws for a record that the caller may see but not write: 403, while a hidden record is a 404. A record that the
 * caller may not see counts as missing.
 * @throws {ApiError} 401 or 403.
 */
export async function refuseVisible(write: PlannedWrite, { reads }: WriteContext): Promise<void> {
  const { grant, rule, readable } = write;
  if (grant === undefined || rule === undefined || readable === undefined) return;
  if ((await reads.count(asVisible(write))) > 0) throw deniedRecord(grant);
}

/**
 * Throws for a record that the database has not written, although it is there and the caller may write it: a trigger, a
 * rule or a policy of the database has skipped it.
 * @throws {DatabaseError}
 */
export async function refuseSkipped(
  write: PlannedWrite,
  { reads }: Pick<WriteContext, "reads">,
  where = asWritable(write),
): Promise<void> {
  if ((await reads.count(where)) > 0) throw skippedRow();
}
