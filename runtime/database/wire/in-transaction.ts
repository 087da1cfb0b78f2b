import { DatabaseError } from "./database-error.js";

/** Access to the connections of one database. */
interface Connections<C> {
  /** Passes a connection to `work`, and takes it back afterwards. */
  readonly use: <T>(work: (connection: C) => Promise<T>) => Promise<T>;
  readonly begin: (connection: C) => Promise<unknown>;
  readonly query: (connection: C, text: string) => Promise<unknown>;
}

/**
 * Runs `work` in a transaction, which is rolled back if `work` throws. The outcome is unknown only if the connection is
 * lost during the commit: before that, the database rolls back the transaction of a lost connection.
 * @throws {DatabaseError} and whatever `work` throws.
 */
export async function inTransaction<C, T>(
  { use, begin, query }: Connections<C>,
  work: (connection: C) => Promise<T>,
): Promise<T> {
  let isCommitted = false;
  try {
    const end = await use(async (connection): Promise<{ result: T } | { refusal: unknown }> => {
      await begin(connection);
      let result: T;
      try {
        result = await work(connection);
      } catch (error) {
        if (error instanceof DatabaseError && error.endsConnection) throw error;
        await query(connection, "rollback").catch(() => {
          throw error;
        });
        // The rollback succeeded, so the connection is still usable.
        return { refusal: error };
      }
      isCommitted = true;
      try {
        await query(connection, "commit");
      } catch (error) {
        // Some databases leave the transaction open, as MySQL may after a lock timeout: the next one on this connection
        // would commit it.
        if (!(error instanceof DatabaseError && error.endsConnection)) await query(connection, "rollback");
        throw error;
      }
      return { result };
    });
    if ("refusal" in end) throw end.refusal;
    return end.result;
  } catch (error) {
    const isUndone = error instanceof DatabaseError && error.outcome === "unknown" && !isCommitted;
    throw isUndone ? error.with({ outcome: "undone" }) : error;
  }
}
