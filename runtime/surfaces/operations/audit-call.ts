import type { Request } from "express";
import { requestIdOf } from "../../http/headers/request-id.js";
import { toApiError } from "../../http/send-problem.js";
import type { OwnOperation } from "../../model/own-operation.js";
import { auditFailure } from "../../write/steps/audit.js";
import type { SurfaceContext } from "../surface.js";

/** Writes an audit entry for a call that was rejected or has failed. Never throws. */
export type AuditCall = (req: Request, operation: OwnOperation, error: unknown) => Promise<void>;

/** `undefined` if auditing is off. */
export function createCallAudit({
  model,
  database,
  identifyUncounted,
}: Pick<SurfaceContext, "model" | "database" | "identifyUncounted">): AuditCall | undefined {
  if (model.audit === undefined) return undefined;
  return async (req, operation, error) => {
    if (operation.isRead) return;
    const failure = toApiError(error);
    // A rate-limited request is not identified again.
    if (failure.status === 429) return;
    const requestId = requestIdOf(req);
    const audited = (async () => {
      const caller = await identifyUncounted(req);
      await auditFailure(database, { entity: operation, operation: "call", caller, requestId }, failure);
      // There is no known caller if the token was rejected.
    })().catch(() => undefined);
    if (failure.status < 500) await audited;
  };
}
