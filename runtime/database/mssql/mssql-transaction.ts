import type Mssql from "mssql";

/** The driver's connection, which its types do not name. */
interface Acquired {
  readonly _acquiredConnection?: { readonly close: () => void } | null;
}

/**
 * Commits a transaction, or undoes it. A connection on which that fails may still be in it, and the driver gives it to the
 * next one all the same: so it is closed.
 */
export async function endTransaction(
  transaction: Mssql.Transaction,
  how: "commit" | "rollback",
): Promise<void> {
  const { _acquiredConnection: connection } = transaction as Mssql.Transaction & Acquired;
  try {
    await transaction[how]();
  } catch (error) {
    connection?.close();
    throw error;
  }
}

/** Whether there was nothing to end any more: an error ends the transaction that it happens in (XACT_ABORT). */
export function hasEnded(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === "EABORT" || code === "ENOTBEGUN";
}
