import type { DatabaseSession, OpenTransaction } from "../database/database-session.js";
import { DatabaseError, type FaultKind } from "../database/wire/database-error.js";
import { DumpError } from "../errors/dump-error.js";
import { wordsOf } from "../errors/words-of-error.js";
import type { Manifest } from "./manifest.js";
import type { PlannedTable } from "./plan-import.js";
import { readBatches, type Batch, type DumpedRow } from "./read-dumped.js";

/** Writes these rows in a transaction. */
export type WriteRows = (transaction: OpenTransaction, rows: readonly DumpedRow[]) => Promise<void>;

/** A failed transaction of an import. */
interface FailedRows {
  readonly session: DatabaseSession;
  readonly manifest: Manifest;
  readonly planned: PlannedTable;
  /** How many rows of the file were written before the transaction. */
  readonly done: number;
  /** The batch that could not be written. */
  readonly tried: Batch;
  readonly write: WriteRows;
}

/** The faults that a single row can cause. */
const OF_ROW: readonly FaultKind[] = [
  "unique",
  "foreignKey",
  "notNull",
  "tooLong",
  "outOfRange",
  "check",
  "refused",
];

/**
 * Finds the row at fault: repeats the transaction, with the rows of the last batch one by one, and rolls it back.
 * @returns the error that names its line, or the given one if no row is at fault.
 */
export async function toLineError(
  error: unknown,
  { session, manifest, planned, done, tried, write }: FailedRows,
): Promise<unknown> {
  if (!(error instanceof DatabaseError) || !OF_ROW.includes(error.kind)) return error;
  const [firstTried] = tried.rows;
  const last = tried.rows.at(-1);
  let found: unknown = error;
  const undone = new Error("Undone: the rows were only tried.");
  const tryAgain = session.transaction(async (transaction) => {
    let begin: number | undefined;
    for await (const { rows } of readBatches(planned, manifest, done)) {
      begin ??= rows[0]?.line;
      const before = rows.filter(({ line }) => line < (firstTried?.line ?? 0));
      if (before.length > 0) await write(transaction, before);
      for (const row of rows.slice(before.length)) {
        await write(transaction, [row]).catch((reason: unknown) => {
          found = new DumpError(
            `"${planned.path}", line ${row.line}: ${wordsOf(reason as Error)}\nNothing of the lines ${begin} to ${last?.line} was written; the rows before them were. When the cause is corrected, go on with --resume.`,
          );
          throw reason;
        });
        if (row.line === last?.line) throw undone;
      }
    }
    throw undone;
  });
  await tryAgain.catch((reason: unknown) => {
    if (reason !== undone && !(reason instanceof DatabaseError)) throw reason;
  });
  return found;
}
