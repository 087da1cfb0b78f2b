import type Mssql from "mssql";

/** The driver's connection, a member that its types do not declare. */
interface Acquired {
  readonly _acquiredConnection?: { readonly close: () => void } | null;
}

/**
 * Commits a transaction or rolls it back. If that fails, the connection may still be in the transaction, but
 * the driver would reuse it, so it is closed.
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

/** Whether the transaction had already ended: an error in a transaction ends it (XACT_ABORT). */
export function hasEnded(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === "EABORT" || code === "ENOTBEGUN";
}
