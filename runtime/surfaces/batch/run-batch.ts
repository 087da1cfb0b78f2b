import type { Database } from "../../database/database.js";
import type { OpenTransaction } from "../../database/database-session.js";
import { ApiError } from "../../errors/api-error.js";
import { toJsonText } from "../../model/values/exact-json.js";
import { checkAnswer } from "../../records/check-answer.js";
import { faultToError } from "../../database/fault-to-error.js";
import { idOfRecord } from "../../records/parse-id.js";
import { recordTag } from "../../records/record-tag.js";
import { inOperation, inputMembers, type BatchOperation } from "./batch-operation.js";
import type { PreparedOperation, ResolvedOperation } from "./prepare-operation.js";
import { Answers } from "./references.js";

export interface OperationResult {
  readonly status: 200 | 201;
  /** The id of a new record. */
  readonly id?: unknown;
  readonly record?: object;
  readonly etag?: string;
}

/** The answer of a batch: a result for each operation, in order. */
export interface BatchAnswer {
  readonly results: readonly OperationResult[];
}

export interface BatchRun {
  readonly database: Database;
  /** The maximum bytes of JSON that may replace references. */
  readonly maxBodyBytes: number;
  readonly maxResponseBytes: number;
  /** @throws {ApiError} if the batch takes too long. */
  readonly checkTime: () => void;
  /** Called before each operation, and without one before the commit. */
  readonly onBegin: (operation: BatchOperation | undefined) => void;
}

type KeepAnswer = (session: OpenTransaction, answer: BatchAnswer) => Promise<void>;

type AnyRecord = Readonly<Record<string, unknown>>;

/** Runs the operations in one transaction. If one fails, nothing is written. @throws {ApiError} */
export async function runBatch(
  operations: readonly PreparedOperation[],
  { database, checkTime, maxBodyBytes, maxResponseBytes, onBegin }: BatchRun,
  keep: KeepAnswer | undefined,
): Promise<BatchAnswer> {
  const inTransaction = async (session: OpenTransaction) => {
    const answers = new Answers(maxBodyBytes);
    const results: OperationResult[] = [];
    for (const operation of operations) {
      const { sent } = operation;
      onBegin(sent);
      checkTime();
      const { result, record } = await runOperation(operation, await operation.resolve(answers), session);
      results.push(result);
      if (sent.name !== undefined) answers.add(sent.name, record);
    }
    onBegin(undefined);
    const answer = { results };
    checkAnswer(toJsonText(answer), maxResponseBytes);
    await keep?.(session, answer);
    checkTime();
    return answer;
  };
  try {
    return await database.transaction(inTransaction);
  } catch (error) {
    throw await faultToError(error, undefined, database);
  }
}

interface PerformedOperation {
  readonly result: OperationResult;
  /** The members that later operations may refer to: those of the record that the caller may read, and its key. */
  readonly record: AnyRecord;
}

async function runOperation(
  operation: PreparedOperation,
  resolved: ResolvedOperation,
  session: OpenTransaction,
): Promise<PerformedOperation> {
  const { sent, isShown } = operation;
  const { entity } = operation.repository;
  try {
    const record = await perform(operation, resolved, session);
    if (record === undefined) throw new ApiError("unknown-record", `There is no such "${entity.name}".`);
    const shown = sent.kind === "read" || isShown ? { record, etag: recordTag(toJsonText(record)) } : {};
    const result: OperationResult =
      sent.kind === "create"
        ? { status: 201, id: idOfRecord(record, entity), ...shown }
        : { status: 200, ...shown };
    return { result, record };
  } catch (error) {
    throw inOperation(error, sent, inputMembers[sent.kind]);
  }
}

async function perform(
  { sent, grant, options, selection, repository }: PreparedOperation,
  { id, input }: ResolvedOperation,
  session: OpenTransaction,
): Promise<AnyRecord | undefined> {
  const own = repository.within(session);
  switch (sent.kind) {
    case "create":
      return own.create(input, grant, options);
    case "update":
      return own.update(id, input, grant, options);
    case "delete":
      return own.delete(id, grant, options);
    case "read":
      return own.readById(id, selection, grant);
  }
}
