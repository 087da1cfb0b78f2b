import type { Request } from "express";
import type { Identify } from "../../access/caller.js";
import type { Database } from "../../database/database.js";
import type { Entity, Model, Operation } from "../../model/model.js";
import type { FieldValue } from "../../model/field-type.js";
import { auditFailure } from "../../write/steps/audit.js";
import { keyRecord, parseKey } from "../../repository/parse-id.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import { toApiError } from "../../http/send-problem.js";
import { endpointsAt } from "./endpoints.js";

/** Writes an audit entry for a write that was rejected or has failed. Never throws. */
export type AuditRefusal = (
  req: Pick<Request, "method" | "url">,
  entity: Entity,
  error: unknown,
) => Promise<void>;

/**
 * `undefined` if auditing is off. Anonymous writes are not audited: anyone could fill the table.
 * @param identify Does not count towards rate limits: the request has already been counted.
 */
export function createAuditRefusal(
  model: Model,
  database: Database,
  identify: Identify,
): AuditRefusal | undefined {
  if (model.audit === undefined) return undefined;
  return async (req, entity, error) => {
    const operation = operationOf(req, entity, model.endpoints);
    if (operation === "read") return;
    const failure = toApiError(error);
    const key = operation === "create" ? undefined : keyIn(req.url, entity);
    const requestId = requestIdOf(req as Request);
    // A rate-limited request is not identified again.
    if (failure.status === 429) return;
    const audited = identifyAgain(identify, req as Request).then((caller) =>
      auditFailure(database, { entity, operation, key, caller, requestId }, failure),
    );
    // Answer server errors without waiting: the look-up of a user may wait for the database that has just failed.
    if (failure.status < 500) await audited;
  };
}

function operationOf(
  { method, url }: Pick<Request, "method" | "url">,
  entity: Entity,
  families: Model["endpoints"],
): Operation {
  const endpoint = endpointsAt(url, entity, families).find(({ methods }) =>
    methods.some((each) => each.toUpperCase() === method),
  );
  return endpoint?.operation ?? "read";
}

/** The caller of a failed request. `undefined` if its token was rejected. */
async function identifyAgain(identify: Identify, req: Request) {
  try {
    return await identify(req);
  } catch {
    return undefined;
  }
}

/** The key in a path. `undefined` if it is not valid. */
function keyIn(url: string, entity: Entity): readonly FieldValue[] | undefined {
  try {
    const segments = url.replace(/\?.*$/s, "").split("/").filter(Boolean).map(decodeURIComponent);
    return parseKey(segments.length === 1 ? segments[0] : keyRecord(entity, segments), entity);
  } catch {
    return undefined;
  }
}
