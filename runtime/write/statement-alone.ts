import { isValidated, lock } from "./lock-record.js";
import { needsLock, stepsOf } from "./run-write.js";
import type { WriteContext } from "./step.js";
import type { PlannedWrite } from "./write.js";
import { statement } from "./write-statement.js";

/** Whether the statement is all that a write of many needs: nothing else is to be done for its record. */
export function isStatementAlone(planned: PlannedWrite, context: WriteContext): boolean {
  const { entity, kind, returning } = planned;
  if (returning === "record" || entity.users !== undefined || isValidated(planned)) return false;
  if (kind !== "create" && needsLock(planned, context)) return false;
  return stepsOf(kind).every(
    (step) => step === lock || step === statement || !step.isNeeded(planned, context),
  );
}
