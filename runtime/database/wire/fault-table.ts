import { OPERATOR_PATIENCE, type DatabaseErrorOptions, type FaultKind } from "./database-error.js";
import { isConnectFault, isLostConnection } from "./network-faults.js";

/** The meaning of a fault's code. */
export type FaultOptions = Omit<DatabaseErrorOptions, "cause">;
export type Fault = readonly [FaultKind, FaultOptions?];

/** The statement was undone, and a retry is likely to succeed. */
export const transient: FaultOptions = { isTransient: true };
/** Nothing was sent, so nothing was done. */
export const notSent: FaultOptions = { isTransient: true, outcome: "notSent" };
/** The statement may have been done. */
export const unclear: FaultOptions = { isTransient: true, outcome: "unknown" };
/** An operator has to act before a retry can succeed. */
export const lasting: FaultOptions = { retryAfter: OPERATOR_PATIENCE };

/** Maps a database's error codes to faults. Each row ends with the codes that it applies to. */
export function faultTable<Code>(
  rows: readonly (readonly [FaultKind, FaultOptions, ...Code[]])[],
): ReadonlyMap<Code, Fault> {
  return new Map(
    rows.flatMap(([kind, options, ...codes]) => codes.map((code): [Code, Fault] => [code, [kind, options]])),
  );
}

/** Classifies a network error without a code of the database. */
export function faultOfNetwork(error: unknown): Fault {
  if (isConnectFault(error)) return ["connection", notSent];
  return isLostConnection(error) ? ["connection", unclear] : ["unknown"];
}
