import type { Request } from "express";
import type { Identify } from "../access/caller.js";
import { requestIdOf } from "../http/headers/request-id.js";
import { toApiError } from "../http/send-problem.js";
import { auditFailure, type AuditSubject } from "../write/steps/audit.js";
import type { SurfaceContext } from "./surface.js";

/** Writes an audit entry for a request that was rejected or has failed. Never throws. */
export async function auditFailedRequest(
  req: Request,
  refused: AuditSubject,
  error: unknown,
  { database, identifyUncounted }: Pick<SurfaceContext, "database" | "identifyUncounted">,
): Promise<void> {
  const failure = toApiError(error);
  // A rate-limited request is not identified again.
  if (failure.status === 429) return;
  const requestId = requestIdOf(req);
  const audited = identifyAgain(identifyUncounted, req).then((caller) =>
    auditFailure(database, { ...refused, caller, requestId }, failure),
  );
  // Answer server errors without waiting: the look-up of a user may wait for the database that has just failed.
  if (failure.status < 500) await audited;
}

/** The caller of a failed request. `undefined` if its token was rejected. */
async function identifyAgain(identify: Identify, req: Request) {
  try {
    return await identify(req);
  } catch {
    return undefined;
  }
}
