import type Mssql from "mssql";
import type { IsolationLevel } from "../../../wire/isolation-level.js";

type Levels = Pick<typeof Mssql, "ISOLATION_LEVEL">;

/** The driver's connection, a member that its types do not declare. */
interface AcquiredConnection {
  readonly _acquiredConnection?: { readonly close: () => void; hasError?: boolean } | null;
}

/** The driver's name for an isolation level. Without one, the driver uses "read committed". */
function levelOf(
  { ISOLATION_LEVEL }: Levels,
  level: IsolationLevel | "read uncommitted" | undefined,
): Mssql.IIsolationLevel | undefined {
  const name = level?.toUpperCase().replace(" ", "_") as keyof typeof ISOLATION_LEVEL | undefined;
  return name && ISOLATION_LEVEL[name];
}

/**
 * Begins a transaction. If an error ends it, the driver returns its connection to the pool at once, with the
 * isolation level of the transaction. If that is not the default level, the pool must not use the connection again.
 */
export async function beginTransaction(
  levels: Levels,
  transaction: Mssql.Transaction,
  isolation: IsolationLevel | "read uncommitted" | undefined,
): Promise<void> {
  await transaction.begin(levelOf(levels, isolation));
  const { _acquiredConnection: connection } = transaction as Mssql.Transaction & AcquiredConnection;
  if (!connection || hasUsualLevel(levels, transaction)) return;
  transaction.on("rollback", (isAborted: boolean) => {
    if (isAborted) connection.hasError = true;
  });
}

function hasUsualLevel({ ISOLATION_LEVEL }: Levels, { isolationLevel }: Mssql.Transaction): boolean {
  return isolationLevel === ISOLATION_LEVEL.READ_COMMITTED;
}

/**
 * Commits a transaction or rolls it back. Its isolation level would stay with the connection
 * (learn.microsoft.com/sql/t-sql/statements/set-transaction-isolation-level-transact-sql#remarks). If that fails, the connection may still be in the transaction, but
 * the driver would reuse it, so it is closed. There is nothing to roll back in one that has ended, as after a commit
 * that failed.
 */
export async function endTransaction(
  levels: Levels,
  transaction: Mssql.Transaction,
  how: "commit" | "rollback",
): Promise<void> {
  const { _acquiredConnection: connection } = transaction as Mssql.Transaction & AcquiredConnection;
  try {
    if (!hasUsualLevel(levels, transaction))
      await transaction.request().batch("set transaction isolation level read committed");
    await transaction[how]();
  } catch (error) {
    connection?.close();
    // If it has not ended, the pool would wait for its connection forever.
    await transaction.rollback().catch(() => undefined);
    if (how === "commit" || !hasEnded(error)) throw error;
  }
}

/**
 * A write that commits itself, undone by every error. A `raiserror` of a trigger ends neither the statement nor, unlike
 * `throw`, its transaction (learn.microsoft.com/sql/t-sql/statements/set-xact-abort-transact-sql#remarks), unless it
 * is caught (learn.microsoft.com/sql/t-sql/language-elements/raiserror-transact-sql#remarks). `throw` keeps its number.
 */
export function undoneByErrors(write: string): string {
  return `begin try ${write} end try begin catch if @@trancount > 0 rollback transaction; throw; end catch`;
}

/** Whether the transaction had already ended: an error in a transaction ends it (XACT_ABORT). */
export function hasEnded(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === "EABORT" || code === "ENOTBEGUN";
}
