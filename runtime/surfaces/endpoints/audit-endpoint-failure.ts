import type { Request } from "express";
import type { Entity } from "../../model/model.js";
import type { FieldValue } from "../../model/field-type.js";
import { keyRecord, parseKey } from "../../records/parse-id.js";
import { auditFailedRequest } from "../audit-failed-request.js";
import type { SurfaceContext } from "../surface.js";
import { endpointsAt } from "./endpoints-at.js";

/** Writes an audit entry for a write that was rejected or has failed. Never throws. */
export type AuditEndpointFailure = (
  req: Pick<Request, "method" | "url">,
  entity: Entity,
  error: unknown,
) => Promise<void>;

/** `undefined` if auditing is off. */
export function createAuditEndpointFailure(
  context: Pick<SurfaceContext, "model" | "database" | "identifyUncounted">,
): AuditEndpointFailure | undefined {
  const { model } = context;
  if (model.audit === undefined) return undefined;
  return async (req, entity, error) => {
    const method = req.method.toLowerCase();
    const asked = endpointsAt(req.url, entity, model.endpoints);
    const { operation = "read" } = asked.find(({ methods }) => methods.some((each) => each === method)) ?? {};
    if (operation === "read") return;
    const key = operation === "create" ? undefined : keyIn(req.url, entity);
    await auditFailedRequest(req as Request, { entity, operation, key }, error, context);
  };
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
