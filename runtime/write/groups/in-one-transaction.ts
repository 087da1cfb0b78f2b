import type { DatabaseSession, OpenTransaction } from "../../database/database-session.js";
import { faultToError } from "../../database/fault-to-error.js";
import { writeContext, type WriteContext } from "../steps/step.js";
import { FailedTogether, isOfRecord } from "./failed-together.js";
import type { Write } from "../write.js";

/**
 * Runs `work` in a transaction. In an open one, only the changes of `work` are rolled back if it throws, so that it can
 * be repeated.
 */
export function inOwnTransaction<T>(
  session: DatabaseSession,
  work: (transaction: OpenTransaction) => Promise<T>,
): Promise<T> {
  return "nested" in session ? (session as OpenTransaction).nested(work) : session.transaction(work);
}

/**
 * The result of a group of records. Without it nothing was written: the database has refused one of them (`isRefused`),
 * or they need more than their statements.
 */
export type GroupOutcome<T> = { readonly result: T } | { readonly isRefused: boolean };

/**
 * Writes several records that need no step but their statements: all of them or none.
 * @param isWhole Whether one statement can write all or none. It then runs without a transaction, unless one is open or
 * `keep` needs one.
 * @param write Writes the records. Its `isWhole` says whether it must do so with that one statement.
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
  keep?: (transaction: OpenTransaction, result: T) => Promise<void>,
): Promise<GroupOutcome<T>> {
  const { session, hookOf } = context;
  const work = async (transaction: OpenTransaction) => {
    const result = await write(writeContext(entity, transaction, hookOf), false);
    await keep?.(transaction, result);
    return result;
  };
  try {
    if (isWhole && keep === undefined && !("nested" in session))
      return { result: await write(context, true) };
    const result = await (nesting === undefined
      ? inOwnTransaction(session, work)
      : session.transaction(work));
    return { result };
  } catch (error) {
    if (!isOfRecord(error)) throw await faultToError(error, entity, session);
    if (nesting !== undefined) throw new FailedTogether(error);
    return { isRefused: true };
  }
}
