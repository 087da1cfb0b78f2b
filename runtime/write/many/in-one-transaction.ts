import type { OpenTransaction } from "../../database/database-session.js";
import { faultToError } from "../../database/fault-to-error.js";
import { inOwnTransaction } from "../steps/in-own-transaction.js";
import { writeContext, type WriteContext } from "../steps/step.js";
import { FailedTogether, isOfRecord } from "./failed-together.js";
import type { Write } from "../write.js";

/** What was written, or that nothing was. */
export type TransactionOutcome<T> = { readonly written: T } | { readonly isRefused: boolean };

/**
 * Writes several records that need no step but their statements: all of them or none.
 * @param isWhole Whether one statement writes all or none, so that it needs no transaction. `write` gets `false` in a
 * transaction.
 * @param keep Stores the answer in the same transaction, so that there must be one.
 * @returns `isRefused` if the database refused one of them: then nothing is written.
 * @throws {ApiError} for a lost connection, and what `write` throws.
 * @throws {FailedTogether} if another write contains these, and the database refused one of them.
 */
export async function inOneTransaction<T>(
  { entity, nesting }: Pick<Write, "entity" | "nesting">,
  isWhole: boolean,
  context: WriteContext,
  write: (within: WriteContext, isWhole: boolean) => Promise<T>,
  keep?: (transaction: OpenTransaction, written: T) => Promise<void>,
): Promise<TransactionOutcome<T>> {
  const { session, hookOf } = context;
  const work = async (transaction: OpenTransaction) => {
    const written = await write(writeContext(entity, transaction, hookOf), false);
    await keep?.(transaction, written);
    return written;
  };
  try {
    if (isWhole && keep === undefined && !("nested" in session))
      return { written: await write(context, true) };
    const written = await (nesting === undefined
      ? inOwnTransaction(session, work)
      : session.transaction(work));
    return { written };
  } catch (error) {
    if (!isOfRecord(error)) throw await faultToError(error, entity, session);
    if (nesting !== undefined) throw new FailedTogether(error);
    return { isRefused: true };
  }
}
