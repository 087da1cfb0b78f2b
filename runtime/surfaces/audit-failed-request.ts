import type { Request } from "express";
import type { Caller, Identify } from "../access/caller.js";
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
  const audited = callerIfKnown(req, identifyUncounted).then((caller) =>
    auditFailure(database, { ...refused, caller, requestId }, failure),
  );
  // Answer server errors without waiting: the look-up of a user may wait for the database that has just failed.
  if (failure.status < 500) await audited;
}

/** The caller of a request, for the audit. `undefined` if its token was rejected. */
export async function callerIfKnown(
  req: Parameters<Identify>[0],
  identify: Identify,
): Promise<Caller | undefined> {
  try {
    return await identify(req);
  } catch {
    return undefined;
  }
}
