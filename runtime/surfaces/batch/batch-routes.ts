import { Router, type Request, type RequestHandler, type Response } from "express";
import { ApiError } from "../../errors/api-error.js";
import { withLabels } from "../../model/with-labels.js";
import { BATCH_PATH, mountEndpoint } from "../../http/endpoint.js";
import { readJsonObject } from "../../http/bodies/read-body.js";
import { parseIdempotencyKey } from "../../http/headers/parse-idempotency-key.js";
import { sendJson } from "../../http/send.js";
import { toApiError } from "../../http/send-problem.js";
import { fieldLabel } from "../../model/field-label.js";
import type { Model } from "../../model/model.js";
import type { BatchSettings } from "../../model/settings/batch-settings.js";
import { toJsonText } from "../../model/values/exact-json.js";
import { faultToError } from "../../database/fault-to-error.js";
import { doOnce, hashKey } from "../../write/steps/idempotent-create.js";
import { maxResponseBytes } from "../../http/create-app.js";
import { parseParameters } from "../../http/parse-parameters.js";
import type { SurfaceContext } from "../surface.js";
import type { BatchOperation } from "./batch-operation.js";
import { parseBatch } from "./parse-batch.js";
import { prepareOperation, type BatchContext, type PreparedOperation } from "./prepare-operation.js";
import { runBatch, type BatchAnswer, type BatchRun } from "./run-batch.js";
import type { Database } from "../../database/database.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import { keyIfValid } from "../../records/parse-id.js";
import { auditFailure } from "../../write/steps/audit.js";
import type { Caller } from "../../access/caller.js";
import { isSecretMember } from "../../write/steps/create-fingerprint.js";
import { sha256OfJson } from "../../access/sha256.js";

/** The levels of JSON around the input of an operation. */
const LEVELS_AROUND = 3;

/** `POST /api/batch`: several operations in one transaction. */
export function batchRoutes(settings: BatchSettings, surface: SurfaceContext): RequestHandler {
  const { model, identify, entities, database } = surface;
  const { server } = model;
  const limits = {
    ...server,
    maxBodyBytes: settings.maxBodyBytes,
    maxJsonDepth: server.maxJsonDepth + LEVELS_AROUND,
    maxJsonKeys: server.maxJsonKeys * settings.maxOperations,
  };

  const answer = async (req: Request, res: Response) => {
    const caller = await identify(req);
    parseParameters(req.url, []);
    const key = parseIdempotencyKey(req.headers["idempotency-key"]);
    // The body is read to its end before a connection is taken.
    const sent = parseBatch(await readJsonObject(req, limits), settings);
    const context = { req, caller, model, entities, referred: referredMembers(sent) };
    let current: BatchOperation | undefined;
    const run = {
      database,
      maxBodyBytes: settings.maxBodyBytes,
      maxResponseBytes: maxResponseBytes(res),
      checkTime: timer(settings.timeout),
      onBegin: (operation: BatchOperation | undefined) => {
        current = operation;
      },
    };
    try {
      reply(res, sent, await answerBatch(sent, context, run, key));
    } catch (error) {
      if (current !== undefined) await auditOperation(current, toApiError(error), context, database);
      throw withLabels(error, (path) => labelInBatch(path, sent, model));
    }
  };

  const router = Router();
  mountEndpoint(router, { path: "/", methods: ["post"] }, model.auth !== undefined, answer);
  return router;
}

/** Runs a batch, once for all requests with the same key. @throws {ApiError} */
async function answerBatch(
  sent: readonly BatchOperation[],
  context: BatchContext,
  run: BatchRun,
  key: string | undefined,
): Promise<BatchAnswer> {
  const { req, caller, model } = context;
  const operations: PreparedOperation[] = [];
  for (const operation of sent) {
    run.onBegin(operation);
    operations.push(await prepareOperation(operation, context));
  }
  run.onBegin(undefined);
  const { idempotency } = model;
  if (key === undefined || idempotency === undefined) return runBatch(operations, run, undefined);
  const hashes = {
    // No entity has this name.
    keyHash: hashKey(key, { name: BATCH_PATH }, caller),
    fingerprint: batchFingerprint(key, sent, caller, req.headers["prefer"], model),
  };
  try {
    return await doOnce(run.database, idempotency, hashes, (keep) => runBatch(operations, run, keep));
  } catch (error) {
    throw await faultToError(error, undefined, run.database);
  }
}

function reply(res: Response, sent: readonly BatchOperation[], answer: BatchAnswer): void {
  const isShown = answer.results.some(
    ({ record }, index) => record !== undefined && sent[index]?.kind !== "read",
  );
  const applied = isShown ? ["Preference-Applied", "return=representation"] : [];
  sendJson(res, 200, toJsonText(answer), applied);
}

/** The members that operations refer to, by the name of the referenced operation. */
function referredMembers(operations: readonly BatchOperation[]): ReadonlyMap<string, readonly string[]> {
  const referred = new Map<string, string[]>();
  for (const { name, member } of operations.flatMap(({ references }) => references)) {
    const members = referred.get(name);
    if (members === undefined) referred.set(name, [member]);
    else members.push(member);
  }
  return referred;
}

/** Returns a function that throws after the time limit. */
function timer(timeout: number): () => void {
  const end = performance.now() + timeout;
  return () => {
    if (performance.now() <= end) return;
    const detail = `The batch took longer than ${timeout} ms, and nothing of it was written. Send fewer operations at once, or try again in a moment.`;
    throw new ApiError("batch-timeout", detail, { headers: { "Retry-After": "1" } });
  };
}

/** The label of the field that `operations.1.input.title` leads to. */
function labelInBatch(
  path: string,
  sent: readonly BatchOperation[],
  { entitiesByName }: Model,
): string | undefined {
  const [, index, below = ""] = /^operations\.(\d+)\.(?:input|changes|id)\.(.+)$/.exec(path) ?? [];
  const entity = entitiesByName.get(sent[Number(index)]?.entityName.toLowerCase() ?? "");
  return entity && fieldLabel(entity, below);
}

/** Writes an audit entry for the operation at which a batch failed. Never throws. */
async function auditOperation(
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

/**
 * A hash of what a batch asks for and of what its answer depends on, as the fingerprint of a create.
 * @param prefer The header, by which the answer has records.
 */
function batchFingerprint(
  key: string,
  operations: readonly BatchOperation[],
  { roles }: Caller,
  prefer: unknown,
  model: Model,
): string {
  const asked = operations.map(({ kind, entityName, name, id, input, ifMatch, select }) => [
    [kind, entityName.toLowerCase(), name ?? null, id ?? null, ifMatch ?? null, select ?? null],
    withoutSecrets(input, entityName, model),
  ]);
  return sha256OfJson([key, roles.toSorted(), prefer ?? null, asked]);
}

function withoutSecrets(input: object, entityName: string, { entitiesByName }: Model): object {
  const entity = entitiesByName.get(entityName.toLowerCase());
  return Object.entries(input).map(([name, value]) => [
    name,
    isSecretMember(name.toLowerCase(), entity) ? null : (value as unknown),
  ]);
}
