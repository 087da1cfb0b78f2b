import { denied, type Grant } from "../access/authorize.js";
import type { Caller } from "../access/caller.js";
import { checkCondition, type CheckedCondition } from "../condition/check-condition.js";
import { parseCondition } from "../condition/parse-condition.js";
import type { Entity, Operation } from "../model/model.js";

/**
 * The records that the entity's `readValidator` lets this caller see; undefined for all of them.
 * A validator that throws or gives a bad condition is a fault of the server and denies.
 */
export function visibleRecords(entity: Entity, caller: Caller): CheckedCondition | undefined {
  const condition = entity.readValidator?.(caller.roles, caller.userId);
  if (condition === undefined || condition === "") return undefined;
  try {
    return checkCondition(parseCondition(condition), entity);
  } catch (error) {
    throw new Error(`The readValidator of "${entity.name}" gave a condition that is not valid.`, {
      cause: error,
    });
  }
}

/**
 * Asks the entity's `writeValidator`.
 * @throws {ApiError} 401 or 403 if it says no.
 */
export async function checkWrite(
  entity: Entity,
  grant: Grant,
  dbRecord: Readonly<Record<string, unknown>> | null,
  inputRecord: Readonly<Record<string, unknown>> | null,
): Promise<void> {
  const { caller, operation } = grant;
  const action = operation as Exclude<Operation, "read">;
  const isAllowed = await entity.writeValidator?.(action, caller.roles, caller.userId, dbRecord, inputRecord);
  // Whatever is not plainly true denies: a validator without an answer has not allowed anything.
  if (isAllowed !== true)
    throw denied(caller, `The operation "${operation}" is not allowed for this record.`);
}
