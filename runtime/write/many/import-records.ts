import { setImmediate } from "node:timers/promises";
import type { DatabaseSession } from "../../database/database-session.js";
import { ApiError } from "../../errors/api-error.js";
import type { Entity } from "../../model/model.js";
import { ImportedRecords } from "./imported-records.js";
import type { RecordSource } from "./record-source.js";
import { MAX_SECRETS, mostRecords, tooManyRecords } from "./too-many-records.js";

/** Creates records in a session, all of them or none. */
type CreateMany = (session: DatabaseSession, inputs: readonly object[]) => Promise<unknown>;
type Create = (inputs: readonly object[]) => Promise<unknown>;

/** How many records are written together. */
const BATCH = 200;

interface InputLine {
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
  const { isWhole, arrive, close } = source.parts;
  try {
    if (!isWhole) return await importEach(source, entity, (inputs) => createMany(session, inputs));
    // A transaction must not wait for a client that sends slowly.
    await arrive();
    return await session.transaction((transaction) =>
      importAll(source, entity, (inputs) => createMany(transaction, inputs)),
    );
  } finally {
    await close();
  }
}

async function importAll(source: RecordSource, entity: Entity, create: Create): Promise<ImportedRecords> {
  const report = new ImportedRecords(entity);
  for await (const batch of batches(source, entity, report)) {
    // After a mistake, records are only checked, so that the caller sees as many mistakes as possible.
    if (report.failed === 0) await createTogether(batch, report, create);
  }
  if (report.failed > 0) throw report.toError();
  return report;
}

async function importEach(source: RecordSource, entity: Entity, create: Create): Promise<ImportedRecords> {
  const report = new ImportedRecords(entity);
  let next = 1;
  try {
    for await (const batch of batches(source, entity, report)) {
      next = batch[0]?.line ?? next;
      await createEach(batch, report, create);
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
  batch: readonly InputLine[],
  report: ImportedRecords,
  create: Create,
): Promise<void> {
  for (let rest = batch; rest.length > 0;) {
    const wrong = await createTogether(rest, report, create);
    if (wrong === undefined) return;
    const before = rest.slice(0, wrong);
    rest = rest.slice(wrong + 1);
    await createEach(before, report, create);
  }
}

/** Creates all of the records, or reports the one at fault. @returns Its index. `undefined` if they were created. */
async function createTogether(
  lines: readonly InputLine[],
  report: ImportedRecords,
  create: Create,
): Promise<number | undefined> {
  try {
    await create(lines.map(({ input }) => input));
    report.created += lines.length;
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const index = lines.length === 1 ? 0 : Number(/^\d+/.exec(error.issues[0]?.path ?? "")?.[0] ?? NaN);
    const found = lines[index];
    if (found === undefined) throw error;
    report.addFailure(found.line, error);
    return index;
  }
}

/** The records that can be read, in batches. The lines of the others go into the report. */
async function* batches(
  source: RecordSource,
  entity: Entity,
  report: ImportedRecords,
): AsyncGenerator<readonly InputLine[]> {
  let batch: InputLine[] = [];
  let secrets = 0;
  for await (const { line, input, error } of source.parts.read()) {
    const isTooMuch = input !== undefined && hasSecret(input, entity) && ++secrets > MAX_SECRETS;
    if (input === undefined) report.addFailure(line, error);
    else if (isTooMuch) report.addFailure(line, tooManyRecords(MAX_SECRETS));
    else batch.push({ line, input });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
    // SQLite and lines that have arrived need no waiting: without a pause, no other request would have its turn.
    await setImmediate();
  }
  if (batch.length > 0) yield batch;
}

function hasSecret(input: object, entity: Entity): boolean {
  return mostRecords(entity, [input], Infinity) === MAX_SECRETS;
}
