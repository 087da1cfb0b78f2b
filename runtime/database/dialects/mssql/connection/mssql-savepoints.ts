import type { Savepoints } from "../../../wire/savepoints.js";

const SET = "save transaction ";

/** SQL Server forgets a savepoint only with its transaction. */
export const mssqlSavepoints: Savepoints = {
  set: (name) => `${SET}${name}`,
  undo: (name) => `rollback transaction ${name}`,
};

export function isSavepoint(command: string): boolean {
  return command.startsWith(SET);
}

/**
 * Precedes the statements after a savepoint. Otherwise, each error would roll back the whole transaction, and not
 * only the part after the savepoint (learn.microsoft.com/sql/t-sql/statements/set-xact-abort-transact-sql). The
 * setting applies to its own batch only, so that the connection goes back to the pool without it.
 */
export const KEEP_TRANSACTION = "set xact_abort off; ";
