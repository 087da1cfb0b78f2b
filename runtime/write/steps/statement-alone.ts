import { isValidated, lock } from "./lock-record.js";
import { needsLock, stepsOf } from "../run-write.js";
import type { WriteContext } from "./step.js";
import type { PlannedWrite } from "../write.js";
import { statement } from "./write-statement.js";

/** Whether a write of many records needs only its statement, and no other step for its record. */
export function isStatementAlone(planned: PlannedWrite, context: WriteContext): boolean {
  const { entity, kind, returning } = planned;
  if (returning === "record" || entity.users !== undefined || isValidated(planned)) return false;
  if (kind !== "create" && needsLock(planned, context)) return false;
  return stepsOf(kind).every(
    (step) => step === lock || step === statement || !step.isNeeded(planned, context),
  );
}
