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
    const end = await use(async (connection): Promise<{ result: T } | { refusal: unknown }> => {
      await query(connection, begin);
      let result: T;
      try {
        result = await work(connection);
      } catch (error) {
        if (error instanceof DatabaseError && error.endsConnection) throw error;
        await query(connection, "rollback").catch(() => {
          throw error;
        });
        // The connection is as good as before, whatever the work did not like.
        return { refusal: error };
      }
      isCommitted = true;
      await query(connection, "commit");
      return { result };
    });
    if ("refusal" in end) throw end.refusal;
    return end.result;
  } catch (error) {
    const isUndone = error instanceof DatabaseError && error.outcome === "unknown" && !isCommitted;
    throw isUndone ? error.withOutcome("undone") : error;
  }
}
