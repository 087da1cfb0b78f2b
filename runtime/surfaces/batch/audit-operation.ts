import type { Database } from "../../database/database.js";
import type { ApiError } from "../../errors/api-error.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import { keyIfValid } from "../../records/parse-id.js";
import { auditFailure } from "../../write/steps/audit.js";
import type { BatchOperation } from "./batch-operation.js";
import type { BatchContext } from "./prepare-operation.js";

/** Writes an audit entry for the operation at which a batch failed. Never throws. */
export async function auditOperation(
  { kind, entityName, id }: BatchOperation,
  error: ApiError,
  { req, caller, model }: BatchContext,
  database: Database,
): Promise<void> {
  const entity = model.entitiesByName.get(entityName.toLowerCase());
  if (entity === undefined || kind === "read") return;
  const key = kind === "create" ? undefined : keyIfValid(id, entity);
  await auditFailure(database, { entity, operation: kind, key, caller, requestId: requestIdOf(req) }, error);
}
