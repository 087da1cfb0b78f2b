import type Mssql from "mssql";
import type { IsolationLevel } from "../../wire/isolation-level.js";

type Levels = Pick<typeof Mssql, "ISOLATION_LEVEL">;

/** The driver's connection, a member that its types do not declare. */
interface Acquired {
  readonly _acquiredConnection?: { readonly close: () => void } | null;
}

/** The driver's name for an isolation level. Without one, the driver uses "read committed". */
export function levelOf(
  { ISOLATION_LEVEL }: Levels,
  level: IsolationLevel | "read uncommitted" | undefined,
): Mssql.IIsolationLevel | undefined {
  if (level === undefined) return undefined;
  const levels = {
    "read uncommitted": ISOLATION_LEVEL.READ_UNCOMMITTED,
    "read committed": ISOLATION_LEVEL.READ_COMMITTED,
    "repeatable read": ISOLATION_LEVEL.REPEATABLE_READ,
    serializable: ISOLATION_LEVEL.SERIALIZABLE,
    snapshot: ISOLATION_LEVEL.SNAPSHOT,
  } as const;
  return levels[level];
}

/**
 * Commits a transaction or rolls it back. Its isolation level would stay with the connection
 * (learn.microsoft.com/sql/t-sql/statements/set-transaction-isolation-level-transact-sql#remarks). If that fails, the connection may still be in the transaction, but
 * the driver would reuse it, so it is closed.
 */
export async function endTransaction(
  { ISOLATION_LEVEL }: Levels,
  transaction: Mssql.Transaction,
  how: "commit" | "rollback",
): Promise<void> {
  const { _acquiredConnection: connection } = transaction as Mssql.Transaction & Acquired;
  try {
    if (transaction.isolationLevel !== ISOLATION_LEVEL.READ_COMMITTED)
      await transaction.request().batch("set transaction isolation level read committed");
    await transaction[how]();
  } catch (error) {
    connection?.close();
    throw error;
  }
}

/** Whether the transaction had already ended: an error in a transaction ends it (XACT_ABORT). */
export function hasEnded(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === "EABORT" || code === "ENOTBEGUN";
}
