import { setImmediate } from "node:timers/promises";
import type { DatabaseSession } from "../../database/database-session.js";
import { ApiError } from "../../errors/api-error.js";
import type { Entity } from "../../model/model.js";
import { ImportedRecords } from "./imported-records.js";
import type { RecordSource, SourcedInput } from "./record-source.js";
import { MAX_SECRETS, mostRecords, tooManyRecords } from "./too-many-records.js";

/** Creates records in a session, all of them or none. */
type CreateMany = (session: DatabaseSession, inputs: readonly object[]) => Promise<unknown>;

/** How many records are written together. */
const BATCH = 200;

interface Line {
  readonly line: number;
  readonly input: object;
}

/**
 * Creates the records of a stream: all of them or none in one transaction, or those that can be created, in batches
 * that are committed one by one.
 * @throws {ApiError} Its detail says what was created before.
 */
export async function importRecords(
  source: RecordSource,
  entity: Entity,
  session: DatabaseSession,
  createMany: CreateMany,
): Promise<ImportedRecords> {
  try {
    if (!source.isWhole) return await importEach(source, entity, session, createMany);
    // A transaction must not wait for a client that sends slowly.
    await source.arrive();
    return await session.transaction((transaction) => importAll(source, entity, transaction, createMany));
  } finally {
    await source.close();
  }
}

async function importAll(
  source: RecordSource,
  entity: Entity,
  session: DatabaseSession,
  createMany: CreateMany,
): Promise<ImportedRecords> {
  const report = new ImportedRecords();
  for await (const batch of batches(source, entity, report)) {
    // After a mistake, records are only checked, so that the caller sees as many mistakes as possible.
    if (report.failed > 0) continue;
    try {
      await createMany(session, inputsOf(batch));
      report.created += batch.length;
    } catch (error) {
      const fault = faultOf(error, batch);
      if (fault === undefined) throw error;
      report.addFailure(fault.line, fault.error);
    }
  }
  if (report.failed > 0) throw report.toError();
  return report;
}

async function importEach(
  source: RecordSource,
  entity: Entity,
  session: DatabaseSession,
  createMany: CreateMany,
): Promise<ImportedRecords> {
  const report = new ImportedRecords();
  let next = 1;
  try {
    for await (const batch of batches(source, entity, report)) {
      next = batch[0]?.line ?? next;
      await createEach(batch, report, (inputs) => createMany(session, inputs));
      next = (batch.at(-1)?.line ?? next) + 1;
    }
  } catch (error) {
    if (next === 1) throw error;
    const fault = error instanceof ApiError ? error : unexpected(error);
    const { code, message, issues, headers, cause } = fault;
    const detail = `${message} It stopped at or after line ${next}. Until then, ${report.created} records were created and ${report.failed} were not.`;
    throw new ApiError(code, detail, { issues, headers, cause });
  }
  return report;
}

function unexpected(error: unknown): ApiError {
  const detail = "The server failed. The error is in its log.";
  return new ApiError("internal-error", detail, { cause: error });
}

/** Creates as much of a batch as possible: the records before and after a record at fault. */
async function createEach(
  batch: readonly Line[],
  report: ImportedRecords,
  create: (inputs: readonly object[]) => Promise<unknown>,
): Promise<void> {
  for (let rest = batch; rest.length > 0;) {
    try {
      await create(inputsOf(rest));
      report.created += rest.length;
      return;
    } catch (error) {
      const fault = faultOf(error, rest);
      if (fault === undefined) throw error;
      report.addFailure(fault.line, fault.error);
      const before = rest.slice(0, fault.index);
      rest = rest.slice(fault.index + 1);
      await createEach(before, report, create);
    }
  }
}

/** The record at fault. `undefined` if it is unknown, or if no record is at fault. */
function faultOf(error: unknown, lines: readonly Line[]) {
  if (!(error instanceof ApiError) || error.status >= 500) return undefined;
  const index = lines.length === 1 ? 0 : Number(/^\d+/.exec(error.issues[0]?.path ?? "")?.[0] ?? NaN);
  const found = lines[index];
  return found && { index, line: found.line, error };
}

/** The records that can be read, in batches. The lines of the others go into the report. */
async function* batches(
  source: RecordSource,
  entity: Entity,
  report: ImportedRecords,
): AsyncGenerator<readonly Line[]> {
  let batch: Line[] = [];
  let secrets = 0;
  for await (const sourced of source.read()) {
    const error =
      sourced.error ?? (hasSecret(sourced, entity) && ++secrets > MAX_SECRETS ? tooMany() : undefined);
    if (error !== undefined) report.addFailure(sourced.line, error);
    else if (sourced.input !== undefined) batch.push({ line: sourced.line, input: sourced.input });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
    // SQLite and lines that have arrived need no waiting: without a pause, no other request would have its turn.
    await setImmediate();
  }
  if (batch.length > 0) yield batch;
}

function hasSecret({ input = {} }: SourcedInput, entity: Entity): boolean {
  return mostRecords(entity, [input], Infinity) === MAX_SECRETS;
}

function tooMany(): ApiError {
  return tooManyRecords(MAX_SECRETS);
}

function inputsOf(lines: readonly Line[]): readonly object[] {
  return lines.map(({ input }) => input);
}
