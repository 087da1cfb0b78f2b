import { isKey } from "../condition/key-condition.js";
import type { DatabaseSession, OpenTransaction } from "../database/database-session.js";
import { EntityWrites } from "../database/entity-writes.js";
import { findColumn } from "../database/schema/find-stored.js";
import { columnOf } from "../database/sql/column-of.js";
import { DatabaseError, type FaultKind } from "../database/wire/database-error.js";
import { DumpError } from "../errors/dump-error.js";
import type { Field } from "../model/model.js";
import { toParameters } from "../write/to-parameters.js";
import { moveProgress, type TableProgress } from "./import-progress.js";
import type { Manifest } from "./manifest.js";
import type { PlannedTable } from "./plan-import.js";
import { readBatches, type Batch, type DumpedRow } from "./read-dumped.js";

export interface TableImport {
  readonly session: DatabaseSession;
  readonly manifest: Manifest;
  readonly planned: PlannedTable;
  /** What is done already. */
  readonly progress: TableProgress;
  readonly signal: AbortSignal;
  readonly onBatch: (rows: number, bytes: number) => void;
}

/** Writes these rows in a transaction. */
type WriteRows = (transaction: OpenTransaction, rows: readonly DumpedRow[]) => Promise<void>;

/** Inserts the rows of a file. Late fields are null. Returns the progress after it. @throws {DumpError} */
export async function insertTable(table: TableImport): Promise<TableProgress> {
  const { planned, session } = table;
  const places = await writtenPlaces(table);
  const fields = places.map((place) => planned.fields[place] as Field);
  const columns = fields.map((field, index) => ({
    place: places[index] as number,
    isLate: planned.late.includes(field),
    toParameter: columnOf(field, session.dialect).toParameter,
  }));
  return inBatches(table, "inserted", async (transaction, rows) => {
    const args = rows.map(({ values }) =>
      columns.map(({ place, isLate, toParameter }) => {
        const value = isLate ? null : (values[place] ?? null);
        return value === null ? null : toParameter(value);
      }),
    );
    await new EntityWrites(planned.table, transaction).copy(fields, args);
  });
}

/** Sets the late fields of the rows of a file. Returns the progress after it. @throws {DumpError} */
export async function updateTable(table: TableImport): Promise<TableProgress> {
  const { planned, session } = table;
  const { late, fields } = planned;
  const { keys } = planned.table;
  const valuesOf = (some: readonly Field[], { values }: DumpedRow) =>
    some.map((field) => values[fields.indexOf(field)] ?? null);
  return inBatches(table, "updated", async (transaction, rows) => {
    const changed = rows
      .map((row) => ({ key: valuesOf(keys, row), values: valuesOf(late, row) }))
      .filter(({ values }) => values.some((value) => value !== null));
    const writes = new EntityWrites(planned.table, transaction);
    const given = changed.map(({ key, values }) =>
      toParameters([...keys, ...late], [...key, ...values], session.dialect),
    );
    if ((await writes.updateEach(keys, late, given, undefined)) !== undefined) return;
    const changes = changed.map(({ key, values }) => ({
      it: isKey(planned.table, key),
      args: toParameters(late, values, session.dialect),
    }));
    await writes.updateInCases(late, changes);
  });
}

/** The places of the fields that can be written: the database computes the others. */
async function writtenPlaces({ session, planned }: TableImport): Promise<readonly number[]> {
  const stored = await session.storedTable(planned.table);
  return planned.fields.flatMap((field, index) => {
    const column = stored && findColumn(field, stored);
    return column?.generated === "computed" ? [] : [index];
  });
}

/**
 * Writes a file in batches, each in a transaction that also moves the progress. The next batch is read while one is
 * written.
 */
async function inBatches(
  table: TableImport,
  step: keyof TableProgress,
  write: WriteRows,
): Promise<TableProgress> {
  const { planned, manifest, signal, onBatch, session } = table;
  let { progress } = table;
  let writing: Promise<void> | undefined;
  const writeBatch = async ({ rows, bytes }: Batch) => {
    const next = { ...progress, [step]: progress[step] + rows.length };
    try {
      await session.transaction(async (transaction) => {
        await moveProgress(transaction, planned.table.name, progress, next);
        await write(transaction, rows);
      });
    } catch (error) {
      throw await withLine(error, table, rows, write);
    }
    progress = next;
    onBatch(rows.length, bytes);
  };
  try {
    for await (const batch of readBatches(planned, manifest, progress[step])) {
      await writing;
      if (signal.aborted) throw new DumpError("Stopped. Go on with --resume.");
      writing = writeBatch(batch);
      // It is awaited after the next batch is read.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
  return progress;
}

/** The faults that a row has by itself. */
const OF_ROW: readonly FaultKind[] = [
  "unique",
  "foreignKey",
  "notNull",
  "tooLong",
  "outOfRange",
  "check",
  "refused",
];

/** Finds the row at fault by writing all of them one by one, and undoing it. */
async function withLine(
  error: unknown,
  { session, planned }: TableImport,
  rows: readonly DumpedRow[],
  write: WriteRows,
): Promise<unknown> {
  if (!(error instanceof DatabaseError) || !OF_ROW.includes(error.kind)) return error;
  let found: unknown = error;
  const undone = new Error("Undone: the rows were only tried.");
  await session
    .transaction(async (transaction) => {
      for (const row of rows) {
        await write(transaction, [row]).catch((reason: unknown) => {
          const { message } = reason as Error;
          found = new DumpError(
            `"${planned.path}", line ${row.line}: ${message}\nNothing of the lines ${rows[0]?.line} to ${rows.at(-1)?.line} was written; the rows before them were. When the cause is corrected, go on with --resume.`,
          );
          throw reason;
        });
      }
      throw undone;
    })
    .catch((reason: unknown) => {
      if (reason !== undone && !(reason instanceof DatabaseError)) throw reason;
    });
  return found;
}
