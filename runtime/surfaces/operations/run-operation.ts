import type { Request } from "express";
import type { Caller } from "../../access/caller.js";
import type { OpenTransaction } from "../../database/database-session.js";
import { ApiError } from "../../errors/api-error.js";
import { parseIdempotencyKey } from "../../http/headers/parse-idempotency-key.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import { OPERATIONS_PREFIX } from "../../http/endpoint.js";
import { toJsonText } from "../../model/values/exact-json.js";
import { inputFields, type OwnOperation } from "../../model/own-operation.js";
import { cancelOnAbort } from "../../database/cancel-on-abort.js";
import { checkAnswer } from "../../records/check-answer.js";
import { callFault } from "../../repository/call-fault.js";
import { callRoutine } from "../../repository/call-routine.js";
import { faultToError } from "../../database/fault-to-error.js";
import { within } from "../../time/within.js";
import { actFor, auditCall } from "../../write/steps/audit.js";
import { doOnce, hashKey } from "../../write/steps/idempotent-create.js";
import { sha256OfJson } from "../../access/sha256.js";
import type { OperationContext, SurfaceContext, ToolCallOptions } from "../surface.js";
import { runHandler, type ParsedCall } from "./run-handler.js";

type RunContext = Pick<SurfaceContext, "database" | "model" | "entities">;

type Answer = object | undefined;
/** Keeps the answer in the transaction, for repeated requests. */
type KeepAnswer = (session: OpenTransaction, answer: { readonly answer: Answer }) => Promise<void>;

/** Creates the function that runs an operation: once for all requests with the same key. */
export function createRun(operation: OwnOperation, context: RunContext): OperationContext["run"] {
  const { database, model } = context;
  const run = async (
    input: object,
    caller: Caller,
    req: Request,
    { tool, signal, maxAnswerBytes }: ToolCallOptions = {},
  ): Promise<Answer> => {
    const call = { input, caller, signal, maxAnswerBytes };
    const actor = { caller, requestId: requestIdOf(req), tool };
    const once = (keep?: KeepAnswer) => runCall(operation, call, actor, context, keep);
    const key = operation.isRead ? undefined : parseIdempotencyKey(req.headers["idempotency-key"]);
    if (key === undefined || model.idempotency === undefined) return once();
    const hashes = {
      // No entity has this name.
      keyHash: hashKey(key, { name: `${OPERATIONS_PREFIX}/${operation.name}` }, caller),
      // Includes the key, which is not stored, so that a password among the parameters cannot be guessed from the
      // hash.
      fingerprint: sha256OfJson([key, caller.roles.toSorted(), hashable(input, operation)]),
    };
    try {
      const kept = await doOnce(database, model.idempotency, hashes, async (keep) => ({
        answer: await once(keep),
      }));
      return kept.answer;
    } catch (error) {
      throw await faultToError(error, undefined, database);
    }
  };
  return run as OperationContext["run"];
}

/** Parameters that are left out are null for a handler. A procedure may have defaults of its own. */
function withNulls(input: object, operation: OwnOperation): object {
  const given = input as Readonly<Record<string, unknown>>;
  const fields = inputFields(operation);
  if (fields.length === 0) return input;
  return Object.fromEntries(fields.map(({ name }) => [name, given[name] ?? null]));
}

/**
 * Identifies an input as JSON. The result of a user's schema may contain values that JSON does not have. Defaults,
 * and parameters that the call leaves out, are left out, so that the text is the same on a server whose operation has
 * one more parameter.
 */
function hashable(input: object, operation: OwnOperation): unknown {
  const fields = inputFields(operation);
  if (fields.length > 0) {
    const given = input as Readonly<Record<string, unknown>>;
    return fields
      .filter(({ name, default: usual }) => given[name] !== usual)
      .map(({ name }) => [name, given[name]] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
  }
  return JSON.stringify(input, (_name, value: unknown) => {
    if (typeof value === "bigint") return { bigint: String(value) };
    return value instanceof Map || value instanceof Set ? [...(value as Iterable<unknown>)] : value;
  });
}

async function runCall(
  operation: OwnOperation,
  call: ParsedCall & ToolCallOptions,
  actor: Parameters<typeof actFor>[1],
  { database, model, entities }: RunContext,
  keep: KeepAnswer | undefined,
): Promise<Answer> {
  const { isRead, timeout } = operation;
  const inTransaction = async (session: OpenTransaction): Promise<Answer> => {
    actFor(session, actor);
    const { work } = operation;
    const start = () =>
      work.kind === "handler"
        ? runHandler(
            { ...operation, work },
            { ...call, input: withNulls(call.input, operation) },
            session,
            entities,
          )
        : callRoutine({ ...operation, work }, call.input, session);
    const running = call.signal === undefined ? start() : cancelOnAbort(session, call.signal, start);
    // After the time limit, nothing receives its errors.
    running.catch(() => undefined);
    const answer = await within(timeout, running, () => tooLate(operation));
    if (answer !== undefined)
      checkAnswer(toJsonText(answer), call.maxAnswerBytes ?? model.server.maxResponseBytes);
    if (!isRead) await auditCall(session, operation, actor);
    await keep?.(session, { answer });
    return answer;
  };
  try {
    return await database.transaction(inTransaction, { isReadOnly: isRead });
  } catch (error) {
    throw await callFault(error, database);
  }
}

function tooLate({ name, timeout }: OwnOperation): ApiError {
  const detail = `The operation "${name}" took longer than ${timeout} ms, and nothing of it was kept.`;
  return new ApiError("operation-timeout", detail, { headers: { "Retry-After": "1" } });
}
