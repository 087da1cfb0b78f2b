import type { Request } from "express";
import type { Identify } from "../access/caller.js";
import type { Database } from "../database/database.js";
import type { Entity, Model } from "../model/model.js";
import type { FieldValue } from "../model/field-type.js";
import { addEntry, type AuditedWrite } from "../repository/audit.js";
import { keyRecord, parseKey } from "../repository/parse-id.js";
import { requestIdOf } from "./request-id.js";
import { toApiError } from "./send-problem.js";

/** Leaves an entry of a write that was refused or failed. It never throws. */
export type AuditRefusal = (
  req: Pick<Request, "method" | "url">,
  entity: Entity,
  error: unknown,
) => Promise<void>;

const operationOf: Readonly<Record<string, AuditedWrite["operation"]>> = {
  POST: "create",
  PUT: "update",
  PATCH: "update",
  DELETE: "delete",
};

/**
 * Undefined where nothing is audited. Of guests nothing is, because else anybody could fill the table.
 * @param identify Counts no requests: each has been counted when it came.
 */
export function createAuditRefusal(
  model: Model,
  database: Database,
  identify: Identify,
): AuditRefusal | undefined {
  if (model.audit === undefined) return undefined;
  return async (req, entity, error) => {
    const operation = operationOf[req.method];
    if (operation === undefined) return;
    const { code, status } = toApiError(error);
    // Whoever asks too often must not have more done for it.
    if (status === 429) return;
    const entry = async () => {
      const caller = await identifyAgain(identify, req as Request);
      if (caller?.isAuthenticated !== true) return;
      const requestId = requestIdOf(req as Request);
      const key = operation === "create" ? undefined : keyIn(req.url, entity);
      await addEntry(database, { entity, operation, key, caller, requestId, outcome: code });
    };
    const added = entry().catch((reason: unknown) => {
      database.reportFault(reason, "writing an audit entry failed");
    });
    // A fault is told at once: the entry may have to wait for the same that could not answer the caller.
    if (status < 500) await added;
  };
}

/** Who is refused as nobody is nobody who is known. */
async function identifyAgain(identify: Identify, req: Request) {
  try {
    return await identify(req);
  } catch {
    return undefined;
  }
}

/** The key that a path names; undefined if it could be no record's. */
function keyIn(url: string, entity: Entity): readonly FieldValue[] | undefined {
  try {
    const segments = url.replace(/\?.*$/s, "").split("/").filter(Boolean).map(decodeURIComponent);
    return parseKey(segments.length === 1 ? segments[0] : keyRecord(entity, segments), entity);
  } catch {
    return undefined;
  }
}
