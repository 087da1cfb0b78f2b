import { isKey } from "../condition/key-condition.js";
import type { DatabaseSession, OpenTransaction } from "../database/database-session.js";
import { EntityWrites } from "../database/entity-writes.js";
import { findColumn } from "../database/schema/stored/find-stored.js";
import { columnOf } from "../database/sql/column-of.js";
import { DumpError } from "../errors/dump-error.js";
import type { Field } from "../model/model.js";
import { toParameters } from "../write/steps/to-parameters.js";
import { moveProgress, type TableProgress } from "./import-progress.js";
import type { Manifest } from "./manifest.js";
import type { PlannedTable } from "./plan-import.js";
import { ahead, readBatches, type Batch, type DumpedRow } from "./read-dumped.js";
import { toLineError, type WriteRows } from "./to-line-error.js";

export interface TableImport {
  readonly session: DatabaseSession;
  readonly manifest: Manifest;
  readonly planned: PlannedTable;
  /** The progress so far. */
  readonly progress: TableProgress;
  readonly signal: AbortSignal;
  readonly onCommit: (rows: number, bytes: number) => void;
}

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
  const toArgs = ({ values }: DumpedRow) =>
    columns.map(({ place, isLate, toParameter }) => {
      const value = isLate ? null : (values[place] ?? null);
      return value === null ? null : toParameter(value);
    });
  return inTransactions(table, "inserted", (transaction, rows) =>
    new EntityWrites(planned.table, transaction).copy(fields, rows, toArgs),
  );
}

/** Sets the late fields of the rows of a file. Returns the progress after it. @throws {DumpError} */
export async function updateTable(table: TableImport): Promise<TableProgress> {
  const { planned, session } = table;
  const { late, fields } = planned;
  const { keys } = planned.table;
  const valuesOf = (some: readonly Field[], { values }: DumpedRow) =>
    some.map((field) => values[fields.indexOf(field)] ?? null);
  return inTransactions(table, "updated", async (transaction, rows) => {
    const changed = rows
      .map((row) => ({ key: valuesOf(keys, row), values: valuesOf(late, row) }))
      .filter(({ values }) => values.some((value) => value !== null));
    const writes = new EntityWrites(planned.table, transaction);
    const given = changed.map(({ key, values }) =>
      toParameters([...late, ...keys], [...values, ...key], session.dialect),
    );
    if ((await writes.updateEach(keys, late, given, undefined)) !== undefined) return;
    const changes = changed.map(({ key, values }) => ({
      it: isKey(planned.table, key),
      args: toParameters(late, values, session.dialect),
    }));
    await writes.updateInCases(late, changes);
  });
}

/** The indexes of the writable fields: the database computes the others. */
async function writtenPlaces({ session, planned }: TableImport): Promise<readonly number[]> {
  const stored = await session.storedTable(planned.table);
  return planned.fields.flatMap((field, index) => {
    const column = stored && findColumn(field, stored);
    return column?.generated === "computed" ? [] : [index];
  });
}

/** The number of rows, or bytes of the file, after which a transaction is committed. */
const TRANSACTION_ROWS = 10_000;
const TRANSACTION_BYTES = 8_000_000;

/**
 * Writes a file in transactions, each with some batches and the progress. A batch is read while the previous one is
 * written.
 */
async function inTransactions(
  table: TableImport,
  step: keyof TableProgress,
  write: WriteRows,
): Promise<TableProgress> {
  const { planned, manifest, signal, onCommit, session } = table;
  const { name } = planned.table;
  let { progress } = table;
  const open = () => ahead(readBatches(planned, manifest, progress[step]));
  let batches = open();
  let tried: Batch | undefined;
  let bytes = 0;
  const state = { isDone: false };
  const writeSome = async (transaction: OpenTransaction) => {
    // The database has rolled it back, and it is repeated.
    if (tried !== undefined) {
      await batches.return(undefined);
      batches = open();
    }
    // Locks the progress, so that a concurrent import is noticed before anything is written twice.
    await moveProgress(transaction, name, progress, progress);
    const next = { ...progress };
    const most = { rows: progress[step] + TRANSACTION_ROWS, bytes: bytes + TRANSACTION_BYTES };
    do {
      const { value } = await batches.next();
      state.isDone = value === undefined;
      if (value === undefined) break;
      tried = value;
      await write(transaction, value.rows);
      next[step] += value.rows.length;
    } while (next[step] < most.rows && tried.bytes < most.bytes && !signal.aborted);
    await moveProgress(transaction, name, progress, next);
    return next;
  };
  try {
    while (!state.isDone) {
      if (signal.aborted) throw new DumpError("Stopped. Go on with --resume.");
      const next = await session.transaction(writeSome).catch(async (error: unknown) => {
        if (tried === undefined) throw error;
        throw await toLineError(error, { session, manifest, planned, done: progress[step], tried, write });
      });
      bytes = tried?.bytes ?? bytes;
      onCommit(next[step] - progress[step], bytes);
      progress = next;
      tried = undefined;
    }
  } finally {
    await batches.return(undefined);
  }
  return progress;
}
