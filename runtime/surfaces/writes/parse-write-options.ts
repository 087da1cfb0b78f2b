import type { Request } from "express";
import type { Grant } from "../../access/authorize.js";
import { ApiError } from "../../errors/api-error.js";
import type { Entity } from "../../model/model.js";
import type { Precondition } from "../../model/precondition.js";
import type { WriteOptions } from "../../write/write-options.js";
import { parseIdempotencyKey } from "../../http/headers/parse-idempotency-key.js";
import { parsePrefer, preferredMaximum, type Preference } from "../../http/headers/parse-prefer.js";
import { parseTags } from "../../http/headers/parse-tags.js";
import { requestIdOf } from "../../http/headers/request-id.js";

/**
 * Parses the headers of a write: its preferences, and the idempotency key of a create or the precondition of
 * other writes.
 * @throws {ApiError} `invalid-header`, or `precondition-required` if a precondition is required and missing.
 */
export function parseWriteOptions(
  req: Request,
  grant: Pick<Grant, "mayRead">,
  entity: Entity,
): WriteOptions & Preference {
  const { returning, isStrict } = parsePrefer(req, grant, entity);
  const isNew = req.method === "POST";
  return {
    returning,
    isStrict,
    requestId: requestIdOf(req),
    maxAffected: preferredMaximum(req),
    idempotencyKey: isNew ? parseIdempotencyKey(req.headers["idempotency-key"]) : undefined,
    precondition: isNew ? undefined : parsePrecondition(req, entity),
  };
}

function parsePrecondition({ headers }: Request, entity: Entity): Precondition | undefined {
  const match = parseTags("If-Match", headers["if-match"]);
  const noneMatch = parseTags("If-None-Match", headers["if-none-match"]);
  if (match === undefined && entity.requiresPrecondition) {
    const detail =
      'Send the version in "If-Match": the "ETag" that the record was read with, or "*" for any.';
    throw new ApiError("precondition-required", detail);
  }
  return match === undefined && noneMatch === undefined ? undefined : { match, noneMatch };
}
