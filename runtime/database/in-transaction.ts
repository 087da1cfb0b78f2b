import { DatabaseError } from "./database-error.js";

/** How the connections of one database are used. */
interface Connections<C> {
  /** Gives a connection to `work`, and takes it back. */
  readonly use: <T>(work: (connection: C) => Promise<T>) => Promise<T>;
  readonly query: (connection: C, text: string) => Promise<unknown>;
}

/**
 * Runs `work` in a transaction, which is undone if `work` throws. Only when the connection is lost on the commit does
 * nobody know what became of it: before, the database undoes what it holds for a connection that is gone.
 * @throws {DatabaseError} and whatever `work` throws.
 */
export async function inTransaction<C, T>(
  { use, query }: Connections<C>,
  begin: string,
  work: (connection: C) => Promise<T>,
): Promise<T> {
  let isCommitted = false;
  try {
    return await use(async (connection) => {
      await query(connection, begin);
      const result = await work(connection).catch(async (error: unknown) => {
        if (!(error instanceof DatabaseError && error.endsConnection)) await query(connection, "rollback");
        throw error;
      });
      isCommitted = true;
      await query(connection, "commit");
      return result;
    });
  } catch (error) {
    const isUndone = error instanceof DatabaseError && error.outcome === "unknown" && !isCommitted;
    throw isUndone ? error.withOutcome("undone") : error;
  }
}
